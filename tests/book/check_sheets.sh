#!/bin/sh
# Sheets and pairs of devices, in both languages: no word of complaint, one page, all text
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
    look "$name"
}

# look NAME: one page, nothing past its margins, no word on another; its words in $WORK/boxes and
# $WORK/text.
look() {
    name=$1
    pdftotext -bbox "$page" "$WORK/boxes"
    same "$name: pages" 1 "$(grep -c '<page ' "$WORK/boxes")"
    same "$name: words past the margins" "" "$(awk -F'"' '
        /<word / && ($2 < 44 || $4 < 34 || $6 > 559 || $8 > 822) { printf "%s ", $0 }' "$WORK/boxes")"
    same "$name: words on each other" "" "$(python3 tests/book/overlaps.py "$WORK/boxes")"
    sed -n 's/.*<word [^>]*>\(.*\)<\/word>/\1/p' "$WORK/boxes" | tr '\n' ' ' >"$WORK/text"
}

# Those of the lecture in all pairs and both languages, every other complete device once.
menu="v100-sxm2-16gb v100-sxm2-32gb a100-sxm4-40gb a100-sxm4-80gb a100-pcie-80gb a800-sxm4-80gb
h100-sxm5-80gb h100-pcie-80gb h800-sxm5-80gb rtx-3090 rtx-4090 h200-sxm-141gb b200-sxm-180gb mi300x"
# shellcheck disable=SC2086
set -- $menu
for a; do
    shift
    for lang in en zh; do
        check "$a $lang" sheet "$a" --lang $lang
        for b; do check "$a, $b $lang" compare "$a" "$b" --lang $lang; done
    done
done

# What `ridge build` makes sheets of: no device that is unverified or lacks one of the three.
run build -o "$WORK/built"
same "build: exit status" 0 $status
empty "build: complaints" "$WORK/stderr"
same "build: sheets" 120 "$(ls "$WORK/built/sheets" | wc -l)"
for id in gh200-144gb m4-max-128gb dgx-spark-gb10 ascend-950pr epyc-9654; do
    same "build: no sheet of $id" "" "$(ls "$WORK/built/sheets" | grep "^$id\\.")"
done
for page in "$WORK"/built/sheets/*.en.pdf; do
    look "$(basename "$page")"
    same "$(basename "$page"): the name is one line" "" "$(awk -F'"' '
        /<word / && $4 > 70 && $4 < 95 && $2 < 294 && $8 - $4 > 18' "$WORK/boxes")"
    holds "$(basename "$page"): ranges" grep -q '[0-9]–[0-9.]* /[0-9]' "$WORK/text"
done
page="$WORK/page.pdf"

# Pairs with the longest names, notes and sources: every block of text has room.
for lang in en zh; do
    check "t4, a100 pcie $lang" compare t4 a100-pcie-40gb --lang $lang
    check "gb300, mlu370 $lang" compare gb300-per-gpu mlu370-x8 --lang $lang
    check "h800 pcie, rtx 6000 ada $lang" compare h800-pcie-80gb rtx-6000-ada --lang $lang
    check "rtx pro 6000, m2 ultra $lang" compare rtx-pro-6000-blackwell m2-ultra-192gb --lang $lang
done

# Devices without a link, on either side or both; unverified ones on demand; refusals by name.
check "m3 ultra, h100" compare m3-ultra-512gb h100-sxm5-80gb --lang en
check "h100, m3 ultra" compare h100-sxm5-80gb m3-ultra-512gb --lang zh
check "m2 ultra, m3 ultra" compare m2-ultra-192gb m3-ultra-512gb --lang zh
check "m4 max" sheet m4-max-128gb --lang en
says "m4 max: marked beside its name" "$WORK/text" "LPDDR5X · unverified"
check "b100, h100" compare b100-sxm h100-sxm5-80gb --lang zh
says "b100: marked beside its name" "$WORK/text" "700 W · 未核实"
same "b100: and the other is not" 1 "$(grep -o '· 未核实' "$WORK/text" | wc -l | tr -d ' ')"
run sheet dgx-spark-gb10 -o "$page"
same "gb10: exit status" 1 $status
says "gb10: refused by name" "$WORK/stderr" "no sheet of dgx-spark-gb10: it lacks a 16-bit peak"
run compare h100-sxm5-80gb epyc-9654 -o "$page"
says "epyc: refused by name" "$WORK/stderr" "no sheet of epyc-9654: it lacks a memory capacity"

# By hand: 79.65 GiB ÷ 23.99 GiB, 3350 ÷ 1008, 450 ÷ 31.5, 989.4 ÷ 165.2, 989.4 TFLOP/s ÷ 700 W.
# A step of Llama 2 7B reads 15 362 703 360 B: 3350 GB/s make 218 of it in a second, 1008 GB/s 66.
# 0.90 · 79.65 GiB − 12.55 GiB − 2 GiB holds 28 caches of 2 GiB, 0.90 · 23.99 GiB three of them.
check "h100, 4090" compare h100-sxm5-80gb rtx-4090 --lang en
says "h100, 4090: by hand" "$WORK/text" "3.3 ×" "14 ×" "6.0 ×" "450 31.5 a 14.3" "1.41 0.37 3.9" \
    "138.8 — — no fit no fit"
pdftotext -raw "$page" - | tr '\n' ' ' >"$WORK/rows" # in the order of the page's content
says "h100, 4090: decoding by hand" "$WORK/rows" "15.4 218 66 28: 1279 3: 154"
says "h100, 4090: sources" "$WORK/text" "Sources: H100: NVIDIA H100 data sheet;" \
    "RTX 4090: NVIDIA Ada white paper; memory: Total memory as the driver reports it, secondary"
check "a800" sheet a800-sxm4-80gb --lang zh
says "a800: grades" "$WORK/text" "A800：hahnyuan/LLM-Viewer, hardware list，二手"
check "h100, h800" compare h100-sxm5-80gb h800-sxm5-80gb --lang zh
says "h100, h800: equal is called equal" "$WORK/text" "带宽相同" "显存相同" "算力相同"
same "h100, h800: nothing is 1.0 times" 0 "$(grep -c '1\.0 倍' "$WORK/text")"
# 192 GiB ÷ 79.65 GiB.
check "mi300x" sheet mi300x --lang en
says "mi300x: by hand" "$WORK/text" "2.4× the H100"
# Three and four devices: a pair of columns for each. By hand: 1008 ÷ 3350, 5300 ÷ 3350, 191.98 ÷ 79.65; a device with
# nothing known in a row has a dash there and never is the best.
for lang in en zh; do
    check "three $lang" compare h100-sxm5-80gb rtx-4090 mi300x --lang $lang
    check "four $lang" compare ascend-910b-64gb-376t m3-ultra-512gb rtx-4090 tpu-v5e --lang $lang
    check "four, long names $lang" compare b100-sxm rtx-pro-6000-blackwell h800-pcie-80gb rtx-6000-ada --lang $lang
    check "one, three times $lang" compare rtx-4090 rtx-4090 rtx-4090 --lang $lang
done
same "one, three times: nothing is 1.0 times" 0 "$(grep -c '1\.0 倍' "$WORK/text")"
says "one, three times: equal is called equal" "$WORK/text" "带宽相差不到百分之二" "显存相差不到百分之二" "算力相差不到百分之二"
check "a100, h100, 4090" compare a100-sxm4-80gb h100-sxm5-80gb rtx-4090 --lang zh
same "a100, h100: a half of a per cent is no lead" 0 "$(grep -c '1\.0 倍' "$WORK/text")"
check "three" compare h100-sxm5-80gb rtx-4090 mi300x --lang en
pdftotext -raw "$page" - | tr '\n' ' ' >"$WORK/rows"
says "three: by hand" "$WORK/rows" "3350 1.00× 1008 0.30× 5300 1.58×" "79.6 1.00× 24.0 0.30× 192 2.41×" \
    "450 1.00× — 448 1.00×" "Reads fastest: MI300X, 1.6 times H100, 5.3 times RTX 4090, and"
says "three: what does not fit" "$WORK/rows" "Llama 3.1 70B BF16 no fit no fit"
# One reader of Llama 3.1 8B at 16 bits: 15 546 859 520 B a token; no range exceeds what the bandwidth gives.
says "three: ranges" "$WORK/rows" "Llama 3.1 8B BF16 120–180 45–60 190–290"
run compare h100-sxm5-80gb rtx-4090 mi300x l40s a10 -o "$page"
same "five devices: exit status" 2 $status
says "five devices" "$WORK/stderr" "“a10” is one argument too many"
run compare h100-sxm5-80gb rtx-409 mi300x -o "$page"
says "three, one unknown" "$WORK/stderr" "rtx-409" "did you mean “rtx-4090”?"
run compare --all-pairs rtx-4090 -o "$WORK/pairs"
same "all pairs of one: exit status" 2 $status

# Every precision stands on the sheet: the number of the catalogue, or the reason why there is none.
# precision ID FIELD LABEL: "FP8 TFLOP/s 1979"
precision() {
    want=$(awk -v id="$1" -v f="$2" '
        /<accelerator / { on = index($0, "id=\"" id "\"") > 0 }
        !on { next }
        index($0, "<" f " unknown=\"") { split($0, part, "\""); print part[2]; exit }
        index($0, "<" f " ") { sub(/^[^>]*>/, ""); v = $1 + 0
            if (v >= 1000) printf "%.0f", v; else print v
            exit }
        /<unknown / && (" " $0 " ") ~ ("[> ]" f "[ <]") { split($0, part, "\""); gsub("-", " ", part[2])
            print part[2] == "not known" ? "none or unknown" : part[2]; exit }
        ' content/catalogue/accelerators.xml)
    same "$1 $3" "$want" "$(sed -n "s/^ *$3 TF*L*OP\/s  *\([a-z ]*[a-z]\|[0-9.]*\) .*/\1/p" "$WORK/rows" | head -n 1)"
}
for id in h100-sxm5-80gb mlu370-x8 m3-ultra-512gb; do
    check "$id: precisions" sheet "$id" --lang en
    pdftotext -layout "$page" "$WORK/rows"
    for row in fp32:FP32 tf32:TF32 fp8:FP8 int8:INT8 fp4:FP4 int4:INT4; do
        precision "$id" "${row%:*}" "${row#*:}"
    done
done

# What fits, by hand. Llama 3.1 8B has 8 030 261 248 weights, 128 256 x 4096 of them in the input table,
# of which a step reads one row, and 131 072 B of cache a token: 15.55 GB a step at 16 bits. Decoding
# reaches 0.55 to 0.85 of the bandwidth. Full fine-tuning of a 7B at 16 bytes is 111.6 GiB, LoRA 24.4.
check "h100 en: what fits" sheet h100-sxm5-80gb --lang en
pdftotext -raw "$page" - | tr '\n' ' ' >"$WORK/rows"
awk 'BEGIN { c = 3350e9 / ((8030261248 - 128256 * 4096 + 4096) * 2 + 4096 * 131072)
    printf "Llama 3.1 8B %.0f–%.0f /%.0f", c * 0.55, c * 0.85, c }' >"$WORK/want"
says "h100: decoding" "$WORK/rows" "$(cat "$WORK/want")"
says "h100: training" "$WORK/rows" "Llama 2 7B no 112 yes 61.4 yes 24.4 yes 15.5" "Llama 2 70B no 1080"
# 70 553 706 496 weights of two bytes, 4096 x 80 layers x 4096 B, 0.6 GiB of runtime at the least; less
# than half a GiB of buffers. The rule is the estimator's, to the last digit.
short=$(sed -n 's/.*Llama 3.1 70B \([0-9.]*\) GiB short.*/\1/p' "$WORK/rows")
near "h100: what 70B lacks" "$(awk 'BEGIN { gib = 1024 ^ 3
    print 70553706496 * 2 / gib + 4096 * 80 * 4096 / gib + 0.6 - 79.65 + 0.25 }')" 0.25 "$short"
run estimate --task inference --model llama-3.1-70b --accelerator h100-sxm5-80gb --weights bf16 \
    --prompt 4096 --context 4096 --format json
near "h100: the estimator's rule" "$(python3 -c 'import json, sys
found = {}
def walk(x):
    if isinstance(x, dict):
        if "high" in x and "headroom" in str(x.get("path", x.get("id", ""))): found["h"] = x["high"]
        for k, v in x.items():
            if k.endswith("headroom") and isinstance(v, dict) and "high" in v: found["h"] = v["high"]
            walk(v)
    elif isinstance(x, list):
        for v in x: walk(v)
walk(json.load(open(sys.argv[1])))
print(-found["h"] / 2**30)' "$WORK/stdout")" 0.05 "$short"
says "h100: the rule is said" "$WORK/text" "at their high ends within the capacity"
says "h100: identity" "$WORK/text" "NVIDIA · GPU with tensor cores · SXM module" \
    "Hopper · 2022-03 announced · 80 GB HBM3 · 700 W"
# 24 GiB of an RTX 4090: 7B by LoRA takes 24.4 as a rule and less at best.
check "4090 zh: what fits" sheet rtx-4090 --lang zh
pdftotext -raw "$page" - | tr '\n' ' ' >"$WORK/rows"
says "4090: training" "$WORK/rows" "Llama 2 7B 不能 112 不能 61.4 ≈ 24.4 ≈ 15.5"

# Nearest relatives, reckoned anew from the list of devices.
run list accelerators --columns id,name,memory-capacity,memory-bandwidth,bf16,fp16,unverified --format csv
cp "$WORK/stdout" "$WORK/devices"
for id in h100-sxm5-80gb rtx-4090 mlu370-x8 tpu-v5e m3-ultra-512gb ascend-910b-64gb-376t; do
    check "$id: relatives" sheet "$id" --lang en
    pdftotext -raw "$page" - | tr '\n' ' ' >"$WORK/rows"
    python3 - "$WORK/devices" "$id" >"$WORK/near" <<'END'
import csv, math, sys
rows = list(csv.reader(open(sys.argv[1])))[1:]
def limits(r):
    return [float(x) if x else None for x in (r[2], r[3], r[4] or r[5])]
own = next(limits(r) for r in rows if r[0] == sys.argv[2])
near = []
for r in rows:
    if r[0] != sys.argv[2] and r[6] == "no" and None not in limits(r):
        ratios = [x / y for x, y in zip(limits(r), own)]
        near.append((sum(math.log(x) ** 2 for x in ratios), r[1], ratios))
near.sort(key=lambda x: x[0])
for _, name, ratios in near[:3]:
    print(name + " " + " ".join("N %.2f×" % x for x in ratios))
END
    sed 's/[0-9.]* \([0-9]*\.[0-9][0-9]×\)/N \1/g' "$WORK/rows" >"$WORK/ratios"
    while read -r line; do says "$id: $line" "$WORK/ratios" "$line"; done <"$WORK/near"
done
summary
