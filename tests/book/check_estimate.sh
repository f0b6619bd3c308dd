#!/bin/sh
# `ridge estimate` from outside: the promised values in four formats, help, and exit statuses.
. tests/book/lib.sh

# ── The promised values ──────────────────────────────────────────────────────────────────────────
SERVE="--model llama-2-7b --task inference --weights fp16 --kv fp16 --batch 1 --context 4096"
FULL="--model llama-2-7b --task training --method full --optimizer adamw-mixed --sequence 2048
      --micro-batch 1"

run estimate $SERVE --accelerator a100-sxm4-80gb --format json
same "serve: exit status" 0 $status
empty "serve: nothing on standard error" "$WORK/stderr"
flat json "$WORK/stdout" >"$WORK/flat"
same "serve: weights" 13476831232 "$(value memory/weights)"
same "serve: KV cache" 2147483648 "$(value memory/kv-cache)"
same "serve: bytes of a step" 15362703360 "$(value decode/bytes)"
near "serve: ceiling on A100" 132.7 0.1 "$(value decode/ceiling-tokens-per-second)"
same "serve: fits" yes "$(value memory/fits)"

run estimate $SERVE --accelerator rtx-4090 --format json
flat json "$WORK/stdout" >"$WORK/flat"
near "serve: ceiling on RTX 4090" 65.6 0.1 "$(value decode/ceiling-tokens-per-second)"
same "serve: bytes of a step do not depend on the device" 15362703360 "$(value decode/bytes)"

run estimate $FULL --accelerator a100-sxm4-80gb --format json
flat json "$WORK/stdout" >"$WORK/flat"
same "train: weights, gradients and optimizer" 107814649856 \
    "$(awk '$1 ~ "^memory/(weights|gradients|optimizer)$" { n += $2 } END { printf "%.0f", n }' "$WORK/flat")"
same "train: does not fit 80 GiB" no "$(value memory/fits)"
same "train: no speed for what does not fit" "" "$(value training/step-time)"

# ── Four formats, one estimate ───────────────────────────────────────────────────────────────────
for task in serve train; do
    [ $task = serve ] && options=$SERVE || options=$FULL
    for format in json csv xml text; do
        run estimate $options --accelerator a100-sxm4-80gb --format $format
        same "$task $format: exit status" 0 $status
        cp "$WORK/stdout" "$WORK/$format"
        [ $format = text ] || flat $format "$WORK/$format" >"$WORK/flat.$format"
    done
    holds "$task: JSON is JSON" is_json "$WORK/json"
    holds "$task: XML is well-formed" xmllint --noout --nonet "$WORK/xml"
    holds "$task: CSV as JSON" diff "$WORK/flat.json" "$WORK/flat.csv"
    holds "$task: XML as JSON" diff "$WORK/flat.json" "$WORK/flat.xml"
    # Of two values that are the same by their meaning, people read one; the answer stands before all.
    repeated=$(awk 'NR == FNR { path = $1; sub(/^[^ ]+/, ""); value[path] = $0; next }
        ($1 in value) && value[$1] == value[$2] { n++ } END { print n + 0 }' "$WORK/flat.csv" - <<'END'
model/active-parameters-with-embedding model/parameters
model/trainable-parameters model/parameters
memory/kv-cache-ideal memory/kv-cache
memory/kv-cache-unified memory/kv-cache
decode/tokens-per-second-per-user decode/tokens-per-second
serving/slots decode/largest-batch
training/hardware-flops training/model-flops
END
    )
    holds "$task: some of them do repeat" [ "$repeated" -gt 0 ]
    same "$task: text has a line for each value" $(($(wc -l <"$WORK/flat.csv") - repeated)) \
        "$(sed '/^Not counted/,$d' "$WORK/text" | sed '1,/^[A-Z][a-z]*$/d' | grep -c '^  [^ ]')"
    same "$task: CSV has six columns" "" "$(awk -F, 'NF != 6' "$WORK/csv")"
    same "$task: a range where there must be one" "" \
        "$(awk '($4 == "modelled" || $4 == "empirical") != (NF == 6)' "$WORK/flat.csv")"
    same "$task: the range holds the value" "" \
        "$(awk 'NF == 6 && ($5 > $2 || $2 > $6)' "$WORK/flat.csv")"
done
run estimate $SERVE --accelerator a100-sxm4-80gb
N=$(printf '\342\200\257') # the narrow space before a unit
says "text: the same numbers, rounded" "$WORK/stdout" "12.55${N}GiB" "2.000${N}GiB" "15.36${N}GB" \
    "132.7${N}tokens/s" "80.00${N}GiB" "6${N}738${N}415${N}616"
same "text: columns do not touch" "" "$(grep -E '[^ ] ?(exact|ceiling|modelled|empirical)$' "$WORK/stdout" |
    grep -vE '  (exact|ceiling|modelled|empirical)$')"

same "text: the answer before all" "$(printf "  memory\n  decoding\n  first token after")" \
    "$(sed -n '4,6p' "$WORK/stdout" | sed "s/^\(  [a-z ]*[a-z]\)  .*/\1/")"
says "text: what is not counted" "$WORK/stdout" "Not counted" "memory that other programs hold"

# What fits has a speed, or the reason why it has none.
run estimate --model llama-3.1-8b --task training --accelerator h100-sxm5-80gb --devices 64 --data-parallel 64 \
    --zero 3 --sequence 4096
says "answer: no speed without a link between nodes" "$WORK/stdout" "unknown: a link has no rate"
run estimate --model llama-3.1-8b --task inference --accelerator dgx-spark-gb10
says "answer: no speed without a peak" "$WORK/stdout" "unknown: no peak for this format"
run estimate $FULL --accelerator a100-sxm4-80gb
says "answer: what does not fit is said to be too much" "$WORK/stdout" "does not fit: 112${N}GiB into 80.00${N}GiB"
same "answer: and has no speed" "" "$(sed '/^Model/,$d' "$WORK/stdout" | grep -E 'tokens/s|unknown')"

# ── Words in two languages; the derivation ───────────────────────────────────────────────────────
run estimate $SERVE --accelerator a100-sxm4-80gb --explain --lang en
cp "$WORK/stdout" "$WORK/en"
run estimate $SERVE --accelerator a100-sxm4-80gb --explain --lang zh
cp "$WORK/stdout" "$WORK/zh"
says "explain: English" "$WORK/en" "Derivation" "KV cache"
says "explain: Chinese" "$WORK/zh" "推导" "权重" "132.7${N}词元/秒"
for lang in en zh; do
    says "explain $lang: formula, numbers, result" "$WORK/$lang" "    W = P · w" \
        "      = 6${N}738${N}415${N}616 · 2" "      = 12.55${N}GiB" \
        "    KV = 2 · L · k · d · q · (c · b)" "       = 2 · 32 · 32 · 128 · 2 · (4096 · 1)"
    same "explain $lang: every step has its source" "" "$(grep -E '^ ?[0-9]+  ' "$WORK/$lang" | grep -vE '[^ ]  +[^ ].*$')"
    says "explain $lang: sources in full" "$WORK/$lang" "Pope et al. 2022" "arXiv:2211.05102"
    same "explain $lang: no name of a string is left" "" \
        "$(grep -E '(estimate|step|group|class|word|report|task|symbol|source)\.[a-z]' "$WORK/$lang")"
    same "explain $lang: no section of a document that is not there" "" "$(grep -F '[formulas' "$WORK/$lang")"
done
holds "explain: symbols in English" grep -q "^    η_m  *share of the bandwidth" "$WORK/en"
holds "explain: symbols in Chinese" grep -q "^    η_m  *实际达到的带宽比例" "$WORK/zh"
same "explain: no English word in a Chinese label" "" \
    "$(sed -n 's/^ *[0-9][0-9]*  \(.*[^ ]\)   *[^ ].*$/\1/p' "$WORK/zh" | grep -E '[a-z]{4,}')"
grep '^ .* = ' "$WORK/en" | sed 's#tokens/s#X#g; s#/token#X#g; s#tokens#Y#g' >"$WORK/en.steps"
grep '^ .* = ' "$WORK/zh" | sed 's#词元/秒#X#g; s#/词元#X#g; s#词元#Y#g' >"$WORK/zh.steps"
holds "explain: the two languages differ in words only" diff "$WORK/en.steps" "$WORK/zh.steps"
same "explain: no Han in the English text" "" "$(LC_ALL=C grep -n "$(printf '[\344-\351][\200-\277][\200-\277]')" "$WORK/en")"

run estimate --model llama-2-7b --task inference --accelerator a100-sxm4-80gb --price 2.5 --currency CNY \
    --ownership rented --explain
says "money: the currency of the scenario" "$WORK/stdout" "2.500${N}CNY/h"
same "money: no other word for it" "" "$(grep money "$WORK/stdout")"

# ── A report that cannot be written ──────────────────────────────────────────────────────────────
for format in text json csv xml; do
    "$RIDGE" estimate $SERVE --accelerator a100-sxm4-80gb --format $format >/dev/full 2>"$WORK/stderr"
    same "$format, full disk: exit status" 3 $?
    says "$format, full disk: message" "$WORK/stderr" "cannot write to standard output"
    "$RIDGE" estimate $SERVE --accelerator a100-sxm4-80gb --format $format >&- 2>"$WORK/stderr"
    same "$format, closed output: exit status" 3 $?
done

# ── Help ─────────────────────────────────────────────────────────────────────────────────────────
run --help
same "help: exit status" 0 $status
commands=$(sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p' "$WORK/stdout" | tr '\n' ' ')
same "help: the commands" "$(sed -n 's/^[A-Z]*(\([a-z]*\), ".*/\1/p' gen/ask/commands.def | tr '\n' ' ')" "$commands"
for command in $commands; do
    run "$command" --help
    same "help $command: exit status" 0 $status
    same "help $command: usage" "usage: ridge $command" "$(sed -n '1s/^\(usage: ridge [a-z]*\).*/\1/p' "$WORK/stdout")"
    empty "help $command: nothing on standard error" "$WORK/stderr"
    same "help $command: every option is explained" "" \
        "$(grep -E '^  -' "$WORK/stdout" | grep -vE '^  -[-a-z]+( [^ ]+)?  +[a-zA-Z-]')"
done
run --version
same "version" "ridge 0.5.0" "$(cat "$WORK/stdout")"

# ── Exit statuses ────────────────────────────────────────────────────────────────────────────────
# ends NAME STATUS TEXT… -- ARGUMENT…
ends() {
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
A100="--accelerator a100-sxm4-80gb"
INFER="--task inference --model llama-2-7b"
ends "unknown option" 2 "unknown option --modle; did you mean --model?" -- estimate --modle llama-2-7b
ends "unknown command" 2 "unknown command estmate; did you mean estimate?" -- estmate
ends "option without its value" 2 "--model needs a value" -- estimate --model
ends "switch with a value" 2 "--explain takes no value" -- estimate --explain=yes
ends "unknown format" 2 "expected text|json|csv|xml" -- estimate --format yaml
ends "model missing" 2 "--model ID is missing" "ridge estimate --help" -- estimate --task inference $A100
ends "accelerator missing" 2 "--accelerator ID is missing" -- estimate $INFER
ends "task missing" 2 "--task TASK is missing" -- estimate --model llama-2-7b $A100
ends "too many arguments" 2 "“more” is one argument too many" "usage: ridge estimate" -- estimate more $INFER $A100
ends "no list named" 2 "usage: ridge list" -- list
ends "sheet without -o" 2 "-o FILE.pdf is missing" -- sheet rtx-4090
ends "unknown model" 1 "unknown model “llama-2-7”" "did you mean “llama-2-7b”?" -- \
    estimate --task inference --model llama-2-7 $A100
ends "unknown accelerator" 1 "unknown accelerator “a100-sxm4-80g”" "did you mean “a100-sxm4-80gb”?" -- \
    estimate $INFER --accelerator a100-sxm4-80g
ends "name of a model hub" 1 "Llama-2-7b-chat-hf”" "did you mean “llama-2-7b”?" -- \
    estimate --task inference --model meta-llama/Llama-2-7b-chat-hf $A100
ends "name of a shop" 1 "did you mean “rtx-4090”?" -- estimate $INFER --accelerator 'GeForce RTX 4090'
ends "two devices at once" 1 "“accelerator = rtx-4090”" "ridge fit" -- \
    estimate $INFER $A100 --accelerator rtx-4090
ends "unknown weight format" 1 "weights = fp61" "did you mean “fp16”?" -- estimate $INFER $A100 --weights fp61
ends "part of a weight format" 1 "weights = int4" "ridge list formats" "did you mean “int4-g" -- \
    estimate $INFER $A100 --weights int4
ends "what an option needs beside it" 1 "the scenario lacks energy-price" -- \
    estimate $INFER $A100 --price 20000 --years 3
ends "an amount with its currency" 1 "“price = 2 USD”" "currency" -- estimate $INFER $A100 --price '2 USD'
ends "unknown language" 1 "no language “eng”" "did you mean “en”?" -- estimate $INFER $A100 --lang eng
ends "number that is none" 1 "“batch = x” does not do" "whole number" -- estimate $INFER $A100 --batch x
ends "number below one" 1 "“batch = -1” does not do" "whole number" -- estimate $INFER $A100 --batch -1
ends "batch of nothing" 1 "“batch = 0” does not do" "whole number" -- estimate $INFER $A100 --batch 0
ends "number beyond reason" 1 "whole number" -- estimate $INFER $A100 --batch 99999999999999999999
ends "option of the other task" 1 "“batch = 8” does not fit" "expected micro-batch: batch is one of inference" -- \
    estimate --task training --model llama-2-7b $A100 --batch 8
ends "option of the other task, without a counterpart" 1 "“rank = 8” does not fit" "rank is one of training" -- \
    estimate $INFER $A100 --rank 8
ends "prompt beyond the context" 1 "“context = 50” does not fit" "at least 100" -- \
    estimate $INFER $A100 --prompt 100 --context 50
ends "task misspelt" 1 "task = infrence" "did you mean “inference”?" -- \
    estimate --model llama-2-7b $A100 --task infrence
ends "choice misspelt" 2 "expected text|json|csv|xml; did you mean json?" -- estimate $INFER $A100 --format jsn
ends "unknown list" 1 "“accelerator”" "did you mean “accelerators”?" -- list accelerator
ends "unknown chart" 1 "unknown chart “rooflin”" "did you mean “roofline”?" -- \
    chart rooflin $A100 --model llama-2-7b -o "$WORK/x.svg"
ends "unknown ending" 1 "x.gif" "expected .svg, .pdf or .png" -- chart roofline $A100 -o "$WORK/x.gif"
ends "scale that is none" 1 "“abc” does not do" -- chart roofline $A100 --scale abc -o "$WORK/x.png"
ends "build in no language" 1 "no language “ze”" "did you mean “zh”?" -- build --lang ze

# Where a batch is prefilled together, the answer says of how many prompts the wait is.
run estimate $INFER $A100 --batch 8
says "first token of a batch" "$WORK/stdout" "all 8 prompts at once"
run estimate $INFER $A100
same "first token of one" 0 "$(grep -c 'prompts at once' "$WORK/stdout")"

for list in accelerators models links scenarios charts sources; do
    run list $list --format json
    same "list $list: exit status" 0 $status
    holds "list $list: JSON is JSON" is_json "$WORK/stdout"
done
summary
