#!/bin/sh
# make watch: what is saved is built again, and a fault is told without an end of the watch.
. tests/book/lib.sh
mkdir -p "$WORK/house"
cp -Rp content templates assets gen Makefile "$WORK/house/"
cat >"$WORK/house/content/note.xml" <<'XML'
<article xmlns="http://docbook.org/ns/docbook" xmlns:r="urn:ridgepoint:1" version="5.0" xml:lang="en">
  <title>A note</title>
  <para>Read <r:value select="r:accelerator('rtx-4090')/memory-bandwidth" unit="GB/s"/> first.</para>
</article>
XML
pdf=$OUT/watch/handout/note.en.pdf
rm -rf "$OUT/watch"
trap 'kill $watch 2>/dev/null; wait $watch 2>/dev/null; rm -rf "$WORK" "$OUT/watch"' EXIT
# The objects are those of the build under test, and not older than the copied sources.
(cd "$WORK/house" && export RIDGE_ROOT=. && exec make -s watch OUT="$OUT" WATCH="content/note.xml --lang en -o $OUT/watch") >"$WORK/log" 2>&1 &
watch=$!


# until_says WORD: the PDF says it, within twenty seconds.
until_says() {
    for try_ in $(seq 80); do
        pdftotext "$pdf" - 2>/dev/null | grep -q "$1" && return 0
        sleep 0.25
    done
    cat "$WORK/log"
    return 1
}

holds "the first build" until_says "Read 1008"
sed -i 's/Read </First read </' "$WORK/house/content/note.xml"
holds "a saved sentence" until_says "First read 1008"
sed -i '/id="rtx-4090"/,/<\/accelerator>/s/1008 GB/2008 GB/' "$WORK/house/content/catalogue/accelerators.xml"
for try_ in $(seq 40); do
    grep -q 'accelerators.xml:[0-9]*:[0-9]*: error: the catalogue contradicts itself' "$WORK/log" && break
    sleep 0.25
done
says "a saved fault is told" "$WORK/log" "the catalogue contradicts itself: 2008 GB/s here"
holds "and the page of before is still there" until_says "First read 1008"
sed -i '/id="rtx-4090"/,/<\/accelerator>/s/2008 GB/1008 GB/' "$WORK/house/content/catalogue/accelerators.xml"
sed -i 's/First read </Then read </' "$WORK/house/content/note.xml"
holds "after it is mended" until_says "Then read 1008"
summary
