#!/bin/bash
# One benchmark, printed as a ratio of one run: the Chinese and the English handout against bare Pango
# and Cairo setting the same text with the same pooled fonts, in turn, median of paired ratios.
set -eu
out=${OUT:-out} runs=${RUNS:-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -O2 tests/bench/bare.c -o "$work/bare" $(pkg-config --cflags --libs pangocairo pangoft2 fontconfig)
now() { date +%s%N; }
pool=$out/fonts/$(head -1 "$out/fonts/current")
median() { sort -n | awk '{v[NR]=$1} END {print v[int((NR+1)/2)]}'; }

for lang in zh en; do
    pdf=$out/handout/course.$lang.pdf
    pdftohtml -xml -i -zoom 1 -stdout "$pdf" | awk -f tests/bench/text.awk >"$work/text"
    : >"$work/ratios"
    for i in $(seq "$runs"); do
        rm -f "$pdf"
        a=$(now); "$out/bin/ridge" build --lang $lang >/dev/null
        b=$(now); "$work/bare" "$work/text" "$pool" "$work/bare.pdf"
        c=$(now)
        echo "$((b - a)) $((c - b))" >>"$work/ratios"
    done
    awk '{printf "%.3f\n", $1 / $2}' "$work/ratios" >"$work/paired"
    echo "handout $lang: ridge build / bare Pango and Cairo = $(median <"$work/paired")" \
        "(median of $runs, $(sort -n "$work/paired" | head -1) to $(sort -n "$work/paired" | tail -1);" \
        "$(pdfinfo "$pdf" | awk '/^Pages/ {print $2}') pages against $(pdfinfo "$work/bare.pdf" | awk '/^Pages/ {print $2}')," \
        "$(stat -c %s "$pdf") bytes against $(stat -c %s "$work/bare.pdf"))"
done
