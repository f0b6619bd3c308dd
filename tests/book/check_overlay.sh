#!/bin/sh
# Private catalogues: --catalogue DIR, repeated, and the folder of the user's own.
. tests/book/lib.sh

# lay FOLDER WATTS: a folder that changes the power of the H100.
lay() {
    mkdir -p "$1"
    cat >"$1/sources.xml" <<XML
<sources xmlns="urn:ridgepoint:1"><source id="lab" grade="secondary">
  <title>Our own lab</title><date>2026-11</date></source></sources>
XML
    cat >"$1/accelerators.xml" <<XML
<accelerators xmlns="urn:ridgepoint:1">
  <accelerator id="h100-sxm5-80gb" extends="h100-sxm5-80gb"><power source="lab">$2 W</power></accelerator>
</accelerators>
XML
}
# watts ARGUMENT…: the power of the H100 that `ridge list` prints.
watts() {
    run list accelerators --columns id,power --format csv "$@"
    sed -n 's/^h100-sxm5-80gb,\([0-9]*\).*/\1/p' "$WORK/stdout"
}

lay "$WORK/lab" 600
lay "$WORK/hall" 500
same "shipped" 700 "$(watts)"
same "one folder" 600 "$(watts --catalogue "$WORK/lab")"
same "two: the later lies on top" 500 "$(watts --catalogue "$WORK/lab" --catalogue="$WORK/hall/")"
same "two: the other way round" 600 "$(watts --catalogue "$WORK/hall" --catalogue "$WORK/lab")"
lay "$XDG_CONFIG_HOME/ridgepoint" 400
same "the user's own" 400 "$(watts)"
same "and a folder over it" 600 "$(watts --catalogue "$WORK/lab")"
run show h100-sxm5-80gb
says "outputs name the user's own" "$WORK/stdout" "~/.config/ridgepoint"
mv "$XDG_CONFIG_HOME" "$WORK/.config"
same "gone" 700 "$(watts)"
same "at home" 400 "$(unset XDG_CONFIG_HOME; HOME=$WORK watts)"

run list accelerators --catalogue "$WORK/nowhere"
same "no such folder: exit status" 1 $status
says "no such folder" "$WORK/stderr" "nowhere holds nothing of a catalogue"
run list accelerators --catalogue
same "no folder given: exit status" 2 $status
run list accelerators --catalog "$WORK/lab"
same "another spelling: exit status" 2 $status
says "another spelling" "$WORK/stderr" "did you mean --catalogue?"

run sheet h100-sxm5-80gb --catalogue "$WORK/lab" -o "$WORK/page.pdf"
pdftotext -layout "$WORK/page.pdf" "$WORK/text"
says "a sheet names the overlay and its source" "$WORK/text" "catalogue 2026-11 + lab" \
    "power: Our own lab"
run estimate --model llama-2-7b --accelerator h100-sxm5-80gb --task inference --format json \
    --catalogue "$WORK/lab"
says "an estimate names it" "$WORK/stdout" "2026-11 + lab"

# A CPU's memory is a matter of its modules: unknown until somebody says it.
cpu() { run estimate --model llama-3.1-8b --accelerator epyc-9654 --task inference "$@"; }
cpu
same "a CPU without memory: exit status" 1 $status
says "a CPU without memory" "$WORK/stderr" "epyc-9654: the catalogue does not know its memory-capacity" \
    "--catalogue"
cat >"$WORK/lab/accelerators.xml" <<XML
<accelerators xmlns="urn:ridgepoint:1">
  <accelerator id="epyc-9654" extends="epyc-9654">
    <memory-label>384 GB</memory-label>
    <memory-capacity source="lab">376 GiB</memory-capacity>
  </accelerator>
</accelerators>
XML
cpu --catalogue "$WORK/lab"
same "a CPU with memory: exit status" 0 $status
says "a CPU with memory: marked, and it fits" "$WORK/stdout" "EPYC 9654 (unverified)" "376.0" \
    "fits"
lay "$WORK/lab" 600

# A model of one's own.
{
    echo '<models xmlns="urn:ridgepoint:1">'
    sed -n '/<model id="llama-2-7b"/,/<\/model>/p' content/catalogue/models.xml |
        sed 's#id="llama-2-7b"#id="our-7b"#; s#<name>.*</name>#<name>Our 7B</name>#'
    echo '</models>'
} >"$WORK/lab/models.xml"
run show our-7b --catalogue "$WORK/lab"
same "a model of one's own: exit status" 0 $status
says "a model of one's own" "$WORK/stdout" "Our 7B" "our-7b · lab" "embeddings tied"
rm "$WORK/lab/models.xml"

run check "$WORK/lab/accelerators.xml" "$WORK/lab/sources.xml"
same "a file of an overlay is checked" "0 errors, 0 warnings" "$(cat "$WORK/stdout")"
sed -i 's/600 W/600 GB/' "$WORK/lab/accelerators.xml"
run check "$WORK/lab/sources.xml"
same "with those beside it: exit status" 1 $status
says "with those beside it" "$WORK/stderr" "lab/accelerators.xml:2:" "“600 GB” is in bytes"
lay "$WORK/lab" 600

# Laid over or taken away: products follow.
run build --lang en -o "$WORK/made"
made() { grep -c "/sheets/" "$WORK/stdout"; }
# A sheet shows where the power of its device stands among all; those of the two without one stay as they are.
all=$(($(made) - 2))
run build --lang en -o "$WORK/made"
same "nothing to do" 0 "$(made)"
run build --lang en -o "$WORK/made" --catalogue "$WORK/lab"
same "laid over: made again" "$all" "$(made)"
run build --lang en -o "$WORK/made" --catalogue "$WORK/lab"
same "still laid over: nothing to do" 0 "$(made)"
run build --lang en -o "$WORK/made"
same "taken away: made again" "$all" "$(made)"
summary
