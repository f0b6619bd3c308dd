#!/bin/sh
# `ridge list`: columns, order, conditions, and the same values in text, JSON, CSV and XML.
. tests/book/lib.sh
N=$(printf '\342\200\257') # the narrow space between groups of digits

# fails NAME STATUS TEXT… -- ARGUMENT…
fails() {
    name=$1 want=$2
    shift 2
    : >"$WORK/texts"
    while [ "$1" != -- ]; do
        echo "$1" >>"$WORK/texts"
        shift
    done
    shift
    run "$@"
    same "$name: exit status" "$want" $status
    empty "$name: nothing on standard output" "$WORK/stdout"
    while read -r text; do says "$name" "$WORK/stderr" "$text"; done <"$WORK/texts"
}

# column N of a CSV without quotes, its head left out
column() { sed 1d "$WORK/stdout" | cut -d, -f"$1"; }

# ── Every list in every format ───────────────────────────────────────────────────────────────────
for list in accelerators models links scenarios charts sources formats optimizers; do
    run list $list --format csv
    same "list $list: exit status" 0 $status
    rows=$(column 1 | grep -c .)
    for format in text json xml; do
        run list $list --format $format
        same "list $list $format: exit status" 0 $status
        empty "list $list $format: no message" "$WORK/stderr"
        case $format in
        text) same "list $list: lines" "$rows" "$(awk 'NR > 1 && /^[a-z0-9]/' "$WORK/stdout" | grep -c .)" ;;
        json) same "list $list: objects" "$rows" "$(grep -c '^    {"id": ' "$WORK/stdout")" ;;
        xml) holds "list $list: XML is well-formed" xmllint --noout --nonet "$WORK/stdout" ;;
        esac
    done
    run list $list --lang zh
    same "list $list: no name of a string is left" "" \
        "$(grep -E '(field|option|estimate|kind|grade|reason|chart)\.[a-z]' "$WORK/stdout")"
done

# ── The same numbers in four formats ─────────────────────────────────────────────────────────────
run list accelerators --columns id,memory-bandwidth --format csv
sed '1d; s/,[a-z]*$//; s/,/ /' "$WORK/stdout" >"$WORK/csv"
run list accelerators --columns id,memory-bandwidth --format json
sed -n 's/.*"id": "\([^"]*\)", "memory-bandwidth": {"value": \([0-9.e+]*\), "unit": "B\/s".*/\1 \2/p' \
    "$WORK/stdout" >"$WORK/json"
run list accelerators --columns id,memory-bandwidth --format xml
sed -n 's/.*<accelerator id="\([^"]*\)".*/\1/p; s/.*<memory-bandwidth unit="B\/s"[^>]*>\([^<]*\)<.*/\1/p' \
    "$WORK/stdout" | paste -d ' ' - - >"$WORK/xml"
run list accelerators --columns id,memory-bandwidth
awk 'NR > 2 { print $1, $2 * 1e9 }' "$WORK/stdout" >"$WORK/text"
holds "bandwidths: JSON as CSV" diff "$WORK/csv" "$WORK/json"
holds "bandwidths: XML as CSV" diff "$WORK/csv" "$WORK/xml"
holds "bandwidths: text as CSV, to the digits printed" awk '
    NR == FNR { want[$1] = $2; n++; next }
    { seen++; d = want[$1] - $2; if (d < 0) d = -d; if (d > 0.0005 * want[$1]) exit bad = 1 }
    END { exit bad || seen != n }' "$WORK/csv" "$WORK/text"

# ── Values that are in print ─────────────────────────────────────────────────────────────────────
run list accelerators --filter 'id = h100-sxm5-80gb' --columns id,launched,memory-bandwidth,peak,link-bandwidth
same "H100 in print: 3.35 TB/s, 989.4 TFLOP/s, 450 GB/s one way" \
    "h100-sxm5-80gb 2022-03 3350 989.4 450" "$(sed -n '3s/  */ /gp' "$WORK/stdout")"
run list optimizers --filter 'id = adamw-mixed' --columns id,state-bytes --format csv
same "mixed AdamW has 16 bytes per parameter" "adamw-mixed,16,yes" "$(sed 1d "$WORK/stdout")"
run list formats --filter 'id = q8_0' --columns id,kv-bytes --format csv
same "q8_0 holds 32 elements in 34 bytes" "q8_0,1.0625,yes" "$(sed 1d "$WORK/stdout")"
run list models --filter 'id = llama-2-7b' --columns id,parameters,kv-bytes-per-token --format csv
same "Llama 2 7B: parameters and bytes per token" "llama-2-7b,6738415616,524288,yes" "$(sed 1d "$WORK/stdout")"
run list models --filter 'id = llama-2-7b'
says "text: digits in groups" "$WORK/stdout" "6${N}738${N}415${N}616"

# ── Order ────────────────────────────────────────────────────────────────────────────────────────
run list accelerators --sort memory-bandwidth --columns memory-bandwidth,id --format csv
column 1 >"$WORK/order"
holds "sorted upwards" sort -gc "$WORK/order"
run list accelerators --sort -memory-bandwidth --columns memory-bandwidth,id --format csv
column 1 | awk '{ line[NR] = $0 } END { while (NR) print line[NR--] }' >"$WORK/order"
holds "sorted downwards" sort -gc "$WORK/order"
for way in fp4 -fp4; do
    run list accelerators --sort $way --columns fp4,id --format csv
    same "--sort $way: what is not known comes last" "" \
        "$(column 1 | awk '!$0 { none = 1; next } none')"
done
run list accelerators --sort vendor,-launched --columns vendor,launched --format csv
sed 1d "$WORK/stdout" >"$WORK/order"
holds "sorted by two fields" sort -t, -k1,1 -k2,2r -sc "$WORK/order"
run list accelerators --columns id --format csv
cp "$WORK/stdout" "$WORK/order"
run list accelerators --sort unverified,class --columns id --format csv
same "sorting loses nothing" "$(sort "$WORK/order")" "$(sort "$WORK/stdout")"

# ── Conditions ───────────────────────────────────────────────────────────────────────────────────
run list accelerators --filter 'memory-bandwidth >= 2 TB/s' --columns memory-bandwidth --format csv
same "at least 2 TB/s: something" yes "$([ "$(column 1 | grep -c .)" -gt 3 ] && echo yes)"
same "at least 2 TB/s: nothing less" "" "$(column 1 | awk '$1 < 2e12')"
run list accelerators --filter 'memory-bandwidth>=2000 GB/s' --columns memory-bandwidth --format csv
cp "$WORK/stdout" "$WORK/order"
run list accelerators --filter 'memory-bandwidth >= 2 TB/s' --columns memory-bandwidth --format csv
holds "another unit, the same answer" diff "$WORK/order" "$WORK/stdout"
run list accelerators --filter 'vendor = NVIDIA' --filter 'launched > 2022' --filter 'launched != 2022-03' \
    --columns vendor,launched --format csv
same "conditions add up" "" "$(sed 1d "$WORK/stdout" | awk -F, '$1 != "NVIDIA" || $2 <= "2022" || $2 == "2022-03"')"
run list accelerators --filter 'fp4 > 0 TFLOP/s' --columns fp4,id --format csv
same "what is not known passes no condition" "" "$(column 1 | grep -v .)"
run list accelerators --filter 'memory-bandwidth > 1000 TB/s' --format json
same "nothing found: exit status" 0 $status
says "nothing found: an empty list" "$WORK/stdout" '"accelerators": []'
run list models --filter 'tied-embeddings = yes' --columns id,tied-embeddings --format csv
same "yes and no" "" "$(column 2 | grep -v yes)"
run list scenarios --filter 'memory/fits = no' --columns id,memory/total,memory/capacity --format csv
same "scenarios by their estimate" "" "$(sed 1d "$WORK/stdout" | awk -F, '$2 <= $3')"

# ── Faults ───────────────────────────────────────────────────────────────────────────────────────
fails "unknown column" 1 "unknown column “memory-bandwith”" "did you mean “memory-bandwidth”?" -- \
    list accelerators --columns id,memory-bandwith
fails "no column" 1 "unknown column “,”" -- list accelerators --columns ,
fails "unknown field to sort by" 1 "unknown column “lanched”" "did you mean “launched”?" -- \
    list accelerators --sort -lanched
fails "unknown field of a condition" 1 "unknown column “powr”" "did you mean “power”?" -- \
    list accelerators --filter 'powr < 300 W'
fails "wrong unit" 1 "“2 TB” is in bytes" "expected bytes per second, such as GB/s" -- \
    list accelerators --filter 'memory-bandwidth >= 2 TB'
fails "unknown unit" 1 "unknown unit “TBs”" -- list accelerators --filter 'memory-bandwidth >= 2 TBs'
run list links --filter 'kind = network' --columns id --format csv
same "a word that no entry has: status" 0 $status
says "a word that no entry has" "$WORK/stderr" "no entry has “kind = network”" "scale-out"
run list accelerators --filter 'vendor = nvidia' --columns id --format csv
says "a word in other letters" "$WORK/stderr" "did you mean “NVIDIA”?"
fails "no number" 1 "“fast”" -- list accelerators --filter 'memory-bandwidth >= fast'
fails "no condition" 1 "“power” is no condition" -- list accelerators --filter power
fails "no value" 1 "is no condition" -- list accelerators --filter 'power >'
fails "neither yes nor no" 1 "“maybe” is not known here; expected yes or no" -- \
    list models --filter 'tied-embeddings = maybe'
fails "unknown list" 1 "“accelerator”" "did you mean “accelerators”?" -- list accelerator
fails "unknown language" 1 "no language “eng”" -- list models --lang eng
"$RIDGE" list accelerators --format json >/dev/full 2>"$WORK/stderr"
same "full disk: exit status" 3 $?
says "full disk: message" "$WORK/stderr" "cannot write to standard output"
"$RIDGE" list accelerators --format json >&- 2>"$WORK/stderr"
same "closed output: exit status" 3 $?
summary
