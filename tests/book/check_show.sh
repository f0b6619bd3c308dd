#!/bin/sh
# `ridge show`: the card of every entry there is, in two languages and four formats.
. tests/book/lib.sh

# ── Every entry has a card ───────────────────────────────────────────────────────────────────────
for kind in accelerator model link scenario chart source format optimizer; do
    run list ${kind}s --columns id --format csv
    for id in $(sed '1d; s/,.*//' "$WORK/stdout"); do
        run show $kind "$id" --lang zh
        [ $status = 0 ] && [ ! -s "$WORK/stderr" ] && [ "$(wc -l <"$WORK/stdout")" -ge 2 ] || {
            fail "show $kind $id" "exit status $status"
            show "$WORK/stderr"
        }
        grep -E '(field|option|kind|grade|reason|attention|chart)\.[a-z]' "$WORK/stdout" &&
            fail "show $kind $id: a name of a string is left"
    done
    pass
done

# ── One card: what is printed about the H100 ─────────────────────────────────────────────────────
run show h100-sxm5-80gb
same "card: exit status" 0 $status
says "card: value, unit, grade" "$WORK/stdout" "H100 SXM5 80GB · accelerator · h100-sxm5-80gb" \
    "data sheet [" "secondary source [" "derived" "NVIDIA H100 data sheet · 20" "not supported"
LC_ALL=C grep -q 'memory bandwidth  *3350' "$WORK/stdout"
same "card: bandwidth" 0 $?
numbers=$(sed -n 's/.*\[\([0-9]*\)\].*/\1/p' "$WORK/stdout" | sort -un | tr '\n' ' ')
listed=$(sed -n 's/^  \[\([0-9]*\)\].*/\1/p' "$WORK/stdout" | tr '\n' ' ')
same "card: every source used is listed, and no other" "$numbers" "$listed"
run show b200-sxm-180gb
same "card: sources are numbered as they are met" "" "$(sed -n '/^  \[1\]/q; s/.*\[\([0-9]*\)\].*/\1/p' \
    "$WORK/stdout" | awk '$1 > most + 1 { print "after", most, "comes", $1 } $1 > most { most = $1 }')"
run show h100-sxm5-80gb
run show accelerator h100-sxm5-80gb --lang zh
says "card in Chinese" "$WORK/stdout" "显存带宽" "数据手册 [" "不支持" "推算值"
run show h100-sxm5-80gb --format xml
holds "card: XML is well-formed" xmllint --noout --nonet "$WORK/stdout"
xmllint --xpath 'string(//*[local-name()="memory-bandwidth"])' "$WORK/stdout" >"$WORK/xml"
run show h100-sxm5-80gb --format csv
same "card: XML as CSV" "$(sed -n 's/^memory-bandwidth,\([^,]*\),.*/\1/p' "$WORK/stdout")" "$(cat "$WORK/xml")"
same "card: CSV has seven columns" "" "$(sed 's/"[^"]*"/x/g' "$WORK/stdout" | awk -F, 'NF != 7')"
run show h100-sxm5-80gb --format json
says "card: JSON" "$WORK/stdout" '"schema": 1' '"kind": "accelerator"' \
    '"memory-bandwidth": {"value": 3350000000000, "unit": "B/s", "grade": "datasheet", "source": "nvidia-h100-datasheet"' \
    '"unknown": "not-supported"'

# ── A kind of chart: what it answers, each word of --show, the columns of --points ───────────────
run show roofline
says "chart: its words are explained" "$WORK/stdout" "Is it memory or arithmetic that limits" \
    "--show tiers " "slopes of the links" "intensity (FLOP/B)"
run show roofline --format json
says "chart: for programs as one list as well" "$WORK/stdout" '"show": "precisions tiers'
run show charts
same "chart: the name of a list is no id" 1 $status
says "chart: and the list is named" "$WORK/stderr" "an id of \`ridge list charts\`"

# ── What else is in print, remarks, and prices of an overlay ─────────────────────────────────────
run show b200-sxm-180gb
says "the value that was not chosen, and why" "$WORK/stdout" "also in print: 192 GB [" \
    "the current product sheet has the other value"
run show b200-sxm-180gb --format json
says "JSON: the value that was not chosen" "$WORK/stdout" '"alternatives": [{"text": "192 GB", "source": '
run show mi300x --lang zh
says "a remark in the reader's language" "$WORK/stdout" "64 GB/s"
mkdir "$WORK/lab"
cat >"$WORK/lab/sources.xml" <<XML
<sources xmlns="urn:ridgepoint:1"><source id="lab" grade="secondary">
  <title>Our own lab</title><date>2026-11</date></source></sources>
XML
cat >"$WORK/lab/accelerators.xml" <<XML
<accelerators xmlns="urn:ridgepoint:1"><accelerator id="t4" extends="t4">
  <price currency="USD" date="2026-11" kind="rent-hour" source="lab">0.35</price></accelerator></accelerators>
XML
run show t4 --catalogue "$WORK/lab"
says "the price of an overlay" "$WORK/stdout" "to rent, per hour 0.35 USD · 2026-11 [" "Our own lab" " · lab"
run show t4 --catalogue "$WORK/lab" --format json
says "JSON: the price of an overlay" "$WORK/stdout" \
    '{"kind": "rent-hour", "amount": 0.35, "currency": "USD", "date": "2026-11", "source": "lab"}' \
    '"overlay": "lab"' '"catalogue": "2026-11 + lab"'

# ── A model and a scenario ───────────────────────────────────────────────────────────────────────
run show llama-2-7b --format csv
for row in parameters,6738415616 layers,32 kv-bytes-per-token,524288 parameter-difference,0; do
    says "Llama 2 7B: $row" "$WORK/stdout" "$row,"
done
run show gemma-3-27b --format csv # 10 of 62 layers look at everything
says "Gemma 3 27B: its layers" "$WORK/stdout" "local-layers,52," "window,1024," "full-attention-layers,10,"
run show deepseek-v3 --format csv # the first three layers are dense
says "DeepSeek-V3: its layers" "$WORK/stdout" "moe-layers,58," "dense-layers,3," "experts,256," "kv-rank,512,"
run show full-7b
says "scenario: what is given, and what is a default" "$WORK/stdout" "sequence length" "default"
same "scenario: the sequence is its own" "" "$(grep 'sequence length.*default' "$WORK/stdout")"
same "scenario: recomputation is a default" 1 "$(grep -c '^  recomputation .*default' "$WORK/stdout")"
same "scenario: no rank where nothing is adapted" "" "$(grep '^  rank' "$WORK/stdout")"
run show full-7b --format json
says "scenario: JSON names the defaults" "$WORK/stdout" '"defaults": [' '"recompute"' '"sequence": 2048'

# ── Faults ───────────────────────────────────────────────────────────────────────────────────────
fails() { # NAME STATUS TEXT -- ARGUMENT…
    name=$1 want=$2 text=$3
    shift 4
    run "$@"
    same "$name: exit status" "$want" $status
    empty "$name: nothing on standard output" "$WORK/stdout"
    says "$name" "$WORK/stderr" "$text"
}
fails "misspelt model" 1 "did you mean “llama-2-7b”?" -- show lama-2-7b
fails "misspelt device" 1 "did you mean “h100-sxm5-80gb”?" -- show h100-sxm5-80g
fails "part of a name" 1 "did you mean “rtx-4090”?" -- show 4090
fails "of another kind" 1 "nothing has the id “h100-sxm5-80gb”" -- show model h100-sxm5-80gb
fails "unknown kind" 1 "did you mean “model”?" -- show modle llama-2-7b
fails "no id" 2 "usage: ridge show" -- show
fails "unknown format" 2 "did you mean json?" -- show llama-2-7b --format jsn
"$RIDGE" show llama-2-7b --format json >/dev/full 2>"$WORK/stderr"
same "full disk: exit status" 3 $?
summary
