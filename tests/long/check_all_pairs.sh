#!/bin/sh
# Every two devices of the catalogue, in both languages: all are written, each is what the command for two writes.
. tests/book/lib.sh
sheets=0
for id in $("$RIDGE" list accelerators --format csv | sed 1d | cut -d, -f1); do
    "$RIDGE" sheet "$id" -o "$WORK/one.pdf" 2>/dev/null && sheets=$((sheets + 1))
done
for lang in en zh; do
    start=$(date +%s)
    run compare --all-pairs --lang $lang -o "$WORK/$lang"
    same "$lang: exit status" 0 $status
    same "$lang: pairs of $sheets devices" $((sheets * (sheets - 1) / 2)) "$(ls "$WORK/$lang" | wc -l | tr -d ' ')"
    same "$lang: faults" "" "$(grep -v 'is left out: it lacks \|comparisons of' "$WORK/stderr")"
    echo "    $lang: $(ls "$WORK/$lang" | wc -l) comparisons, $(($(date +%s) - start)) s, $(du -sk "$WORK/$lang" | cut -f1) KiB"
    run compare h100-sxm5-80gb rtx-4090 --lang $lang -o "$WORK/one.pdf"
    name=$(ls "$WORK/$lang" | grep -x "h100-sxm5-80gb-vs-rtx-4090.$lang.pdf\|rtx-4090-vs-h100-sxm5-80gb.$lang.pdf")
    [ "${name%%-vs-*}" = h100-sxm5-80gb ] || run compare rtx-4090 h100-sxm5-80gb --lang $lang -o "$WORK/one.pdf"
    holds "$lang: the same bytes as one" cmp "$WORK/one.pdf" "$WORK/$lang/$name"
done
summary
