#!/bin/sh
# What programs read: estimates in four formats agree number by number, and the JSON of estimate, list
# and show is as the schemas of content/schema say, which are made from the program's own tables.
. tests/book/lib.sh

# ── The schemas ──────────────────────────────────────────────────────────────────────────────────
for what in estimate fit list show; do
    run schema $what
    same "schema $what: exit status" 0 $status
    holds "schema $what is JSON" is_json "$WORK/stdout"
    cmp -s "$WORK/stdout" content/schema/$what.schema.json ||
        fail "content/schema/$what.schema.json is out of date" \
            "run: make schemas"
    pass
done
run schema estimat
same "unknown schema: exit status" 1 $status
says "unknown schema" "$WORK/stderr" "did you mean “estimate”?"

VALIDATOR=/usr/bin/jsonschema # Debian's, of python3-jsonschema
valid() { # NAME SCHEMA FILE
    [ -x $VALIDATOR ] || return
    if $VALIDATOR -i "$3" content/schema/$2.schema.json >"$WORK/verdict" 2>/dev/null; then pass; else
        fail "$1: as the schema of $2 says"
        show "$WORK/verdict"
    fi
}
[ -x $VALIDATOR ] || skipped "schemas" "no $VALIDATOR (python3-jsonschema)"

# ── Estimates ────────────────────────────────────────────────────────────────────────────────────
# text_as_csv CSV TEXT: every value and range of the text is that of the CSV, to the digits printed. The
# text finds its rows by their labels; what it leaves out it has said in another row.
text_as_csv() {
    sed 's/\(tokens\?\)\//token\//' "$2" | awk -v csv="$1" '
        function scale(unit,  base, prefix) {
            base = unit
            sub(/\/.*/, "", base)
            if (base ~ /^[A-Z][A-Z][A-Z]$/) return unit ~ /\/h$/ ? 1 / 3600 : 1
            if (unit ~ /^[A-Z][A-Z][A-Z]\/h$/) return 1 / 3600
            if (base == "%") return 0.01
            if (base == "" || base == "×" || base == "token" || base == "tokens") return 1
            if (base == "d" || base == "days") return 86400
            if (base == "h" || base == "hours") return 3600
            if (base ~ /Wh$/) return 3600 * (base == "Wh" ? 1 : 1000 ^ index("kMG", substr(base, 1, 1)))
            if (base == "t") return 1000
            if (base == "s" || base == "kg" || base == "B" || base == "W" || base == "J" || base == "FLOP") return 1
            if (base ~ /^[KMGT]iB$/) return 1024 ^ index("KMGT", substr(base, 1, 1))
            if (base ~ /^m/) return 1e-3
            if (base ~ /^(u|µ|μ)/) return 1e-6
            prefix = index("kMGTPE", substr(base, 1, 1))
            return prefix ? 1000 ^ prefix : 1
        }
        function agrees(printed, unit, value, digits,  d) {
            gsub(/−/, "-", printed)
            d = printed * scale(unit) - value
            if (d < 0) d = -d
            value = value < 0 ? -value : value
            return d <= 0.51 * 10 ^ (1 - digits) * value + 1e-12
        }
        BEGIN {
            FS = ","
            getline <csv
            while ((getline line <csv) > 0) { n++; split(line, f, ","); for (k = 1; k <= 6; k++) want[n, k] = f[k] }
            while ((getline line <"content/en/strings.xml") > 0)
                if (match(line, /"estimate\.[^"]*">[^<]*</)) {
                    line = substr(line, RSTART + 10, RLENGTH - 11)
                    split(line, f, /">/)
                    label[f[1]] = f[2]
                }
            narrow = "\342\200\257"
        }
        /^Not counted/ { done = 1 }
        /^Model$/ { begun = 1 } # above stands the answer in short
        /^  [^ ]/ && begun && !done {
            rest = substr($0, 3)
            split(rest, part, /  +/)
            for (row = i + 1; row <= n && label[want[row, 1]] != part[1]; row++) ;
            if (row > n) for (row = 1; row <= n && (shown[row] || label[want[row, 1]] != part[1]); row++) ;
            if (row > n) { print "no such row: " $0; bad = 1; next }
            i = row
            shown[i] = 1
            if (want[i, 4] == "" || part[2] == "nothing") next
            digits = want[i, 4] == "exact" || want[i, 4] == "ceiling" ? 4 : 3
            rest = substr($0, 3)
            while (match(rest, "[0-9]" narrow "[0-9]")) rest = substr(rest, 1, RSTART) substr(rest, RSTART + RLENGTH - 1)
            parts = split(rest, part, /  +/)
            at = 0
            for (k = 2; k <= parts; k++) if (part[k] ~ /^(−|-)?[0-9]/) { at = k; break }
            if (!at) { print "no value: " $0; bad = 1; next }
            number = part[at]; unit = ""
            if (match(number, narrow)) { unit = substr(number, RSTART + 3); number = substr(number, 1, RSTART - 1) }
            else if (match(number, /[%×]/)) { unit = substr(number, RSTART); number = substr(number, 1, RSTART - 1) }
            if (!agrees(number, unit, want[i, 2], digits)) { print want[i, 1] ": text " number " " unit ", CSV " want[i, 2]; bad = 1 }
            checked++
            if (want[i, 5] != "" && part[at + 1] ~ /–/) {
                range = part[at + 1]
                runit = unit
                sub(narrow ".*", "", range); sub(/[%×]$/, "", range)
                split(range, ends, /–/)
                if (!agrees(ends[1], runit, want[i, 5], 2) || !agrees(ends[2], runit, want[i, 6], 2)) {
                    print want[i, 1] ": range " range ", CSV " want[i, 5] " to " want[i, 6]; bad = 1 }
            }
        }
        END {
            for (row = 1; row <= n; row++) if (shown[row]) said[want[row, 2]] = 1
            for (row = 1; row <= n; row++)
                if (!shown[row] && !(want[row, 2] in said)) { print "not said: " want[row, 1]; bad = 1 }
            exit bad || !checked
        }'
}

A100="--accelerator a100-sxm4-80gb"
number=0
while read -r options; do
    number=$((number + 1))
    case $options in '' | '#'*) continue ;; esac
    for format in json csv xml text; do
        run estimate $options --format $format
        same "$options: exit status" 0 $status
        cp "$WORK/stdout" "$WORK/$format"
        [ $format = text ] || flat $format "$WORK/$format" >"$WORK/flat.$format"
    done
    holds "$options: JSON as CSV" diff "$WORK/flat.csv" "$WORK/flat.json"
    holds "$options: XML as CSV" diff "$WORK/flat.csv" "$WORK/flat.xml"
    holds "$options: text as CSV" text_as_csv "$WORK/csv" "$WORK/text"
    holds "$options: XML is well-formed" xmllint --noout --nonet "$WORK/xml"
    valid "$options" estimate "$WORK/json"
    same "$options: as many steps in XML as in JSON" "$(grep -c '^    {"id": ' "$WORK/json")" \
        "$(grep -c '^    <step ' "$WORK/xml")"
    same "$options: as many operations" "$(grep -c '^    {"name": ' "$WORK/json")" \
        "$(grep -c '^    <operation ' "$WORK/xml")"
done <<END
--model llama-2-7b $A100 --task inference
--model llama-2-7b $A100 --task inference --batch 64 --context 4096 --kv int8
--model llama-2-7b --accelerator rtx-4090 --task inference --weights q4_k_m --prompt 1000 --output 500
--model llama-3.1-8b --accelerator h100-sxm5-80gb --task inference --weights fp8 --context 131072
--model llama-2-70b --accelerator h100-sxm5-80gb --task inference
--model qwen2.5-7b --accelerator mi300x --task inference --memory-utilisation 0.9
--model llama-2-7b $A100 --task training
--model llama-2-7b $A100 --task training --method lora --tokens 1e9
--model llama-2-7b --accelerator rtx-4090 --task training --method qlora --recompute full
--model llama-3.1-8b --accelerator b200-sxm-180gb --task training --optimizer adamw-8bit --tokens 15e12
--model llama-3-70b --accelerator rtx-4090 --task inference --weights q4_k_m --offload layers --host-memory ddr5-5600 --host-channels 2 --price 0.4
--model llama-3.1-8b --accelerator h100-sxm5-80gb --task inference --prompt 3000 --output 400 --batch 8 --price 30000 --ownership owned --years 4 --rent 2.5 --energy-price 0.1 --grid-intensity 0.4
--model llama-3.2-1b --accelerator h100-sxm5-80gb --task training --tokens 1e10 --price 2 --energy-price 0.1 --grid-intensity 0.4 --offload optimizer --host-memory ddr5-5600 --host-channels 16
--model deepseek-v3 --accelerator h200-sxm-141gb --task inference --devices 8 --tensor-parallel 8 --weights fp8 --batch 16
--model gpt-oss-120b --accelerator h100-sxm5-80gb --task inference --devices 4 --tensor-parallel 4 --weights mxfp4-moe --batch 32 --price 2.5 --currency USD --ownership rented
--model llama-3.1-70b --accelerator h100-sxm5-80gb --task inference --devices 8 --tensor-parallel 8 --draft-model llama-3.1-8b --draft-tokens 4 --acceptance 0.7 --prompt 2000 --output 300 --request-rate 0.5
--model llama-2-70b --accelerator h100-sxm5-80gb --task training --devices 64 --tensor-parallel 8 --pipeline-parallel 4 --gradient-accumulation 8 --zero 1 --tokens 1e12 --price 2 --currency CNY --ownership rented
--model mixtral-8x7b --accelerator h100-sxm5-80gb --task training --devices 64 --expert-parallel 8 --zero 1 --recompute full
END
run estimate --model llama-2-7b $A100 --task inference --batch 2
text_as_csv "$WORK/csv" "$WORK/stdout" >/dev/null
same "the comparison finds another estimate out" 1 $?
run estimate --model llama-2-7b $A100 --task inference --batch 2 --format csv
sed 's/^memory\/total,[0-9.]*/memory\/total,17000000000/' "$WORK/stdout" >"$WORK/csv"
run estimate --model llama-2-7b $A100 --task inference --batch 2
text_as_csv "$WORK/csv" "$WORK/stdout" >"$WORK/found"
same "the comparison finds one number out" 1 $?
says "the comparison finds one number out" "$WORK/found" "memory/total: text"
run estimate --model llama-2-7b $A100 --task inference --batch 2 --format json
says "JSON: what was given, and the defaults" "$WORK/stdout" '"schema": 1' '"batch": 2' '"prompt": 4096' \
    '"memory-utilisation": null' '"given": ["task", "batch"]'
run estimate --model llama-2-7b $A100 --task training --memory-bandwidth '2 TB/s' --format json
says "JSON: a quantity has its unit" "$WORK/stdout" \
    '"memory-bandwidth": {"value": 2000000000000, "unit": "B/s", "class": "exact"}'
valid "an option with a unit" estimate "$WORK/stdout"

# ── Answers to reverse questions ─────────────────────────────────────────────────────────────────
for question in max-context max-batch max-model max-bits min-devices which-accelerator target-speed binding; do
    run fit --ask $question --task inference --model llama-3-70b --accelerator h100-sxm5-80gb \
        --accelerator rtx-4090 --tensor-parallel 2 --time-per-token '40 ms' --format json
    same "fit $question: exit status" 0 $status
    holds "fit $question: JSON" is_json "$WORK/stdout"
    valid "fit $question" fit "$WORK/stdout"
done
run fit --ask max-batch --task training --model llama-2-7b $A100 --tensor-parallel 7 --model qwen2.5-7b --format json
valid "fit: a refusal" fit "$WORK/stdout"
says "fit: a refusal" "$WORK/stdout" '"refused": {"option": "tensor-parallel"'

# ── Lists and cards ──────────────────────────────────────────────────────────────────────────────
for list in accelerators models links scenarios charts sources formats optimizers; do
    run list $list --format json
    holds "list $list: JSON" is_json "$WORK/stdout"
    valid "list $list" list "$WORK/stdout"
done
for id in mi300x b200-sxm-180gb llama-2-7b gpt-oss-120b pcie-5-x16 full-7b roofline zero nf4-dq adamw-8bit; do
    run show $id --format json
    same "show $id: exit status" 0 $status
    holds "show $id: JSON" is_json "$WORK/stdout"
    valid "show $id" show "$WORK/stdout"
done

# What the schema refuses: a value without its unit, an unknown name, a range that is missing.
if [ -x $VALIDATOR ]; then
    run estimate --model llama-2-7b $A100 --task inference --format json
    for edit in 's/"unit": "B", //' 's/"kv-cache"/"kv-cash"/' 's/"schema": 1/"schema": 2/' \
        's/"class": "modelled", "low": [0-9.]*,/"class": "modelled",/' 's/"batch": 1,//'; do
        sed "$edit" "$WORK/stdout" >"$WORK/edited"
        $VALIDATOR -i "$WORK/edited" content/schema/estimate.schema.json >/dev/null 2>&1
        same "schema refuses after $edit" 1 $?
    done
fi
summary
