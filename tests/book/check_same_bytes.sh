#!/bin/sh
# The same input gives the same bytes: in another folder, time zone, locale, home and umask, with a
# glyph pool that is cold, warm, or was cut for more text than there is.
. tests/book/lib.sh

# house NAME: a copy of all input under $WORK/NAME.
house() {
    mkdir -p "$WORK/$1"
    cp -R content templates assets "$WORK/$1/"
}

# build_in NAME VARIABLE=VALUE…: builds everything there; its sums go to $WORK/NAME.sums.
build_in() {
    folder=$WORK/$1
    shift
    (cd "$folder" && env RIDGE_ROOT="$folder" RIDGE_OUT="$folder/out" "$@" "$RIDGE" build) \
        >"$WORK/stdout" 2>"$WORK/stderr"
    same "$(basename "$folder"): exit status" 0 $?
    empty "$(basename "$folder"): no message" "$WORK/stderr"
    (cd "$folder/out" && find handout sheets compare charts -type f | LC_ALL=C sort | xargs sha256sum) \
        >"$folder.sums"
}

house one
build_in one LC_ALL=C TZ=UTC HOME="$WORK"
# Books and comparisons in as many languages as they have rows or languages, two sheets for each
# complete device, each chart in two languages and five formats.
rows() { grep -c "<$1 " "$2"; }
same "all products are there" \
    "$(($(rows r:book content/course.xml) + $(grep -c 'editions="student teacher"' content/course.xml))) 120 $((2 * $(rows r:compare content/course.xml))) $((10 * $(rows r:chart content/charts.xml)))" \
    "$(for kind in handout sheets compare charts; do grep -c "  $kind/" "$WORK/one.sums"; done | tr '\n' ' ' | sed 's/ $//')"
# A table of numbers may be the same in both languages.
same "each product is a file of its own" "$(grep -vc '\.csv$' "$WORK/one.sums")" \
    "$(grep -v '\.csv$' "$WORK/one.sums" | cut -c1-64 | sort -u | wc -l)"

house "a longer, odd näme"
build_in "a longer, odd näme" LC_ALL=tr_TR.UTF-8 LANG=de_DE.UTF-8 LANGUAGE=zh TZ=Pacific/Chatham \
    HOME=/nonexistent USER=somebody XDG_CACHE_HOME="$WORK/cache" FONTCONFIG_PATH=/nonexistent
holds "another folder, locale, time zone, home" diff "$WORK/one.sums" "$WORK/a longer, odd näme.sums"

# The pool of the first house is warm; everything else is made again.
rm -rf "$WORK/one/out/handout" "$WORK/one/out/sheets" "$WORK/one/out/compare" "$WORK/one/out/charts"
cp "$WORK/one.sums" "$WORK/cold.sums"
umask 077
build_in one LC_ALL=C.UTF-8 TZ=America/St_Johns
umask 022
holds "a warm glyph pool" diff "$WORK/cold.sums" "$WORK/one.sums"

# More characters in the pool than the products need: none of them may show.
house wide
printf '<note>龘靐齉爩鱻麤龗灪籲鬱ĀāŁłŒœ</note>\n' >"$WORK/wide/content/zh/unused.xml"
build_in wide LC_ALL=C TZ=UTC
holds "a pool for more text" diff "$WORK/cold.sums" "$WORK/wide.sums"

# A character that stands nowhere as itself has the pool cut again while pages are set: once cold,
# once with the wider pool, and never with two pools in one file.
house reference
sed 's#<para role="facts">#&\&\#x9F98; #' templates/sheet.xml >"$WORK/reference/templates/sheet.xml"
build_in reference LC_ALL=C
holds "the character is there" sh -c "pdftotext '$WORK/reference/out/sheets/v100-sxm2-16gb.zh.pdf' - | grep -q 龘"
cp "$WORK/reference.sums" "$WORK/reference.cold"
rm -rf "$WORK/reference/out/sheets"
build_in reference LC_ALL=C
holds "a pool cut again on the way" diff "$WORK/reference.cold" "$WORK/reference.sums"
same "and no face twice" "" "$(pdffonts "$WORK/reference/out/sheets/v100-sxm2-16gb.zh.pdf" |
    sed 's/^[A-Z]*+//' | awk '/CJK/ { print $1 }' | sort | uniq -d)"

# One product alone, from another program run, is the one of the whole build.
run sheet rtx-4090 --lang zh -o "$WORK/sheet.pdf"
holds "a sheet alone" cmp "$WORK/sheet.pdf" "$WORK/one/out/sheets/rtx-4090.zh.pdf"
run compare h100-sxm5-80gb rtx-4090 --lang en -o "$WORK/compare.pdf"
holds "a comparison alone" cmp "$WORK/compare.pdf" "$WORK/one/out/compare/h100-sxm5-80gb-vs-rtx-4090.en.pdf"
run chart roofline --model llama-3.1-8b --accelerator h100-sxm5-80gb --accelerator a100-sxm4-80gb \
    --accelerator rtx-4090 --lang zh -o "$WORK/roofline.svg"
holds "a chart alone" cmp "$WORK/roofline.svg" "$WORK/one/out/charts/roofline.zh.svg"
run chart roofline --model llama-3.1-8b --accelerator h100-sxm5-80gb --accelerator a100-sxm4-80gb \
    --accelerator rtx-4090 --lang zh -o -
holds "a chart on standard output" test -s "$WORK/stdout"

# Dates come from the catalogue, or from SOURCE_DATE_EPOCH: 2001-09-09T01:46:40Z.
SOURCE_DATE_EPOCH=1000000000 "$RIDGE" sheet rtx-4090 --lang zh -o "$WORK/epoch.pdf"
same "SOURCE_DATE_EPOCH is honoured" "2001-09-09T01:46:40Z" \
    "$(pdfinfo -isodates "$WORK/epoch.pdf" | sed -n 's/^CreationDate: *//p')"
same "otherwise the month of the catalogue" "$(sed -n 's/.*<accelerators.* date="\([^"]*\)".*/\1-01T00:00:00Z/p' content/catalogue/accelerators.xml)" \
    "$(pdfinfo -isodates "$WORK/sheet.pdf" | sed -n 's/^CreationDate: *//p')"
summary
