#!/bin/sh
# Every sheet and every pair of devices, in both languages: no word of complaint, one page, all text
# on it; and numbers worked out by hand.
. tests/book/lib.sh

page="$WORK/page.pdf"

# check NAME COMMAND…: makes the page, looks at it, leaves its text in $WORK/text. A full-width mark at
# the end of a line reaches over the edge by half its box.
check() {
    name=$1
    shift
    run "$@" -o "$page"
    same "$name: exit status" 0 $status
    empty "$name: complaints" "$WORK/stderr"
    pdftotext -bbox "$page" "$WORK/boxes"
    same "$name: pages" 1 "$(grep -c '<page ' "$WORK/boxes")"
    same "$name: words past the margins" "" "$(awk -F'"' '
        /<word / && ($2 < 44 || $4 < 34 || $6 > 559 || $8 > 822) { printf "%s ", $0 }' "$WORK/boxes")"
    sed -n 's/.*<word [^>]*>\(.*\)<\/word>/\1/p' "$WORK/boxes" | tr '\n' ' ' >"$WORK/text"
}

devices=$("$RIDGE" list accelerators --format csv | sed '1d; s/,.*//')
same "devices" 14 "$(echo "$devices" | wc -l)"
# shellcheck disable=SC2086
set -- $devices
for a; do
    shift
    for lang in en zh; do
        check "$a $lang" sheet "$a" --lang $lang
        for b; do check "$a, $b $lang" compare "$a" "$b" --lang $lang; done
    done
done

# By hand: 79.65 GiB ÷ 23.99 GiB, 3350 ÷ 1008, 450 ÷ 31.5, 989.4 ÷ 165.2, 989.4 TFLOP/s ÷ 700 W.
# A step of Llama 2 7B reads 15 362 703 360 B: 3350 GB/s make 218 of it in a second, 1008 GB/s 66.
# 0.90 · 79.65 GiB − 12.55 GiB − 2 GiB holds 28 caches of 2 GiB, 0.90 · 23.99 GiB three of them.
check "h100, 4090" compare h100-sxm5-80gb rtx-4090 --lang en
says "h100, 4090: by hand" "$WORK/text" "3.3 ×" "14 ×" "6.0 ×" "450 31.5 a 14.3" "1.41 0.37 3.9" \
    "218 66 28: 1279 3: 154" "138.8 — — no fit no fit"
says "h100, 4090: sources" "$WORK/text" "Sources: H100: NVIDIA H100 data sheet;" \
    "RTX 4090: NVIDIA Ada white paper; memory: Total memory as the driver reports it, secondary"
check "a800" sheet a800-sxm4-80gb --lang zh
says "a800: grades" "$WORK/text" "A800：hahnyuan/LLM-Viewer, hardware list，二手"
check "h100, h800" compare h100-sxm5-80gb h800-sxm5-80gb --lang zh
says "h100, h800: equal is called equal" "$WORK/text" "带宽相同" "显存相同" "算力相同"
same "h100, h800: nothing is 1.0 times" 0 "$(grep -c '1\.0 倍' "$WORK/text")"
# 5.3 TB/s ÷ 15 362 703 360 B and 192 GiB ÷ 79.65 GiB.
check "mi300x" sheet mi300x --lang en
says "mi300x: by hand" "$WORK/text" "345 1.6 79: 2289" "2.4× the H100"
summary
