#!/bin/sh
# `ridge fit` from outside: answers that `ridge estimate` confirms, tables, formats, exit statuses.
. tests/book/lib.sh

QUESTIONS="max-context max-batch max-model max-bits min-devices which-accelerator target-speed binding"
SERVE="--task inference --model llama-2-7b --accelerator rtx-4090"
CSV="--format csv"

# column NAME: of the first line of the CSV on standard output.
column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
        NR == 2 { print $at }' "$WORK/stdout"
}

# fits OPTION…: the verdict of `ridge estimate`.
fits() {
    "$RIDGE" estimate "$@" --format csv 2>/dev/null | sed -n 's/^memory\/fits,\([a-z]*\).*/\1/p'
}

# ── The answer holds, and one more does not ──────────────────────────────────────────────────────
run fit --ask max-context $SERVE --batch 8 $CSV
same "context: exit status" 0 $status
empty "context: nothing on standard error" "$WORK/stderr"
sure=$(column surely) luck=$(column with-luck)
same "context: capacity ends it" capacity "$(column limit)"
same "context: it fits" yes "$(fits $SERVE --batch 8 --context "$sure")"
same "context: one token more does not surely fit" marginal \
    "$(fits $SERVE --batch 8 --context $((sure + 1)))"
same "context: with luck" marginal "$(fits $SERVE --batch 8 --context "$luck")"
same "context: beyond luck" no "$(fits $SERVE --batch 8 --context $((luck + 1)))"

run fit --ask max-context $SERVE --batch 8 --block 16 $CSV
same "context: whole pages" 0 $(($(column surely) % 16))

run fit --ask max-context --task inference --model llama-2-7b --accelerator a100-sxm4-80gb $CSV
same "context: as far as the model goes" "4096 longest-context" "$(column surely) $(column limit)"

run fit --ask max-batch $SERVE --context 2048 $CSV
sure=$(column surely)
same "batch: it fits" yes "$(fits $SERVE --context 2048 --batch "$sure")"
same "batch: one more does not surely fit" marginal \
    "$(fits $SERVE --context 2048 --batch $((sure + 1)))"

TRAIN="--task training --model llama-3.2-1b --accelerator rtx-4090 --method lora --recompute full"
run fit --ask max-batch $TRAIN $CSV
sure=$(column surely)
same "micro-batch: it fits" yes "$(fits $TRAIN --micro-batch "$sure")"
holds "micro-batch: one more does not surely fit" test yes != \
    "$(fits $TRAIN --micro-batch $((sure + 1)))"

run fit --ask min-devices --task inference --model llama-3-70b --accelerator a100-sxm4-80gb $CSV
same "devices: two of 80 GiB hold 131 GiB" 2 "$(column surely)"
same "devices: one does not" no \
    "$(fits --task inference --model llama-3-70b --accelerator a100-sxm4-80gb)"

run fit --ask max-bits --task inference --model llama-3.1-8b --accelerator rtx-4090 --context 2048 $CSV
same "format: as published" "bf16 native-format" "$(column surely) $(column limit)"

# ── A target time ────────────────────────────────────────────────────────────────────────────────
run fit --ask max-batch --task inference --model llama-3.1-8b --accelerator h100-sxm5-80gb \
    --context 2048 --time-per-token '20 ms' $CSV
same "time: it ends the batch" time "$(column limit)"
cp "$WORK/stdout" "$WORK/time"
run fit --ask max-batch --task inference --model llama-3.1-8b --accelerator h100-sxm5-80gb \
    --context 2048 --tokens-per-second 50 $CSV
holds "time: the same as a speed" cmp "$WORK/time" "$WORK/stdout"

# ── Tables ───────────────────────────────────────────────────────────────────────────────────────
run fit --ask max-batch --task inference --model llama-2-7b --model llama-3.1-8b \
    --accelerator rtx-4090 --accelerator h100-sxm5-80gb --context 2048 $CSV
same "table: a line for each pair" 5 "$(wc -l <"$WORK/stdout" | tr -d ' ')"
same "table: every line has all columns" "" \
    "$(awk -F, 'NR == 1 { n = NF } NF != n' "$WORK/stdout")"
run fit --ask max-context --task inference --model llama-2-7b --model qwen2.5-7b \
    --accelerator rtx-4090 --tensor-parallel 8 $CSV
same "table: what cannot be divided says why, the rest is answered" 2 \
    "$(sed 1d "$WORK/stdout" | wc -l | tr -d ' ')"
says "table: the reason" "$WORK/stdout" "tensor-parallel = 8"
run fit --ask which-accelerator --task inference --model llama-3-70b --context 4096 $CSV
holds "devices compared: the whole catalogue" test "$(wc -l <"$WORK/stdout")" -gt 60
same "devices compared: what fits stands first" "" \
    "$(awk -F, 'NR > 1 && $NF == "" { r = ($7 == "yes") ? 2 : ($7 == "marginal")
        if (NR > 2 && r > last) print; last = r }' "$WORK/stdout")"

# ── Every question in every format and language ──────────────────────────────────────────────────
# sized QUESTION: a context, unless it is what is looked for.
sized() { [ "$1" = max-context ] || echo --context 2048; }
for question in $QUESTIONS; do
    for format in text json csv; do
        run fit --ask "$question" $SERVE $(sized "$question") --time-per-token '30 ms' --format $format
        same "$question $format: exit status" 0 $status
        empty "$question $format: nothing on standard error" "$WORK/stderr"
        [ $format = json ] && holds "$question: JSON is JSON" is_json "$WORK/stdout"
    done
    for lang in en zh; do
        run fit --ask "$question" $SERVE $(sized "$question") --time-per-token '30 ms' --explain --lang $lang
        same "$question $lang: no name of a string is left" "" \
            "$(grep -E '(fit|estimate|step|word|symbol|option|source|report|limit)\.[a-z]' "$WORK/stdout")"
        same "$question $lang: no word without a string" "" "$(grep -F '(null)' "$WORK/stdout")"
    done
    same "$question: no Han in English" "" "$("$RIDGE" fit --ask "$question" $SERVE \
        --time-per-token '30 ms' --explain | LC_ALL=C grep -n "$(printf '[\344-\351][\200-\277][\200-\277]')")"
done
run fit --ask max-context --task training $(echo $SERVE | sed 's/--task inference//') --method qlora \
    --recompute full --explain --lang zh
same "training, Chinese: exit status" 0 $status
says "training, Chinese: the question" "$WORK/stdout" "放得下的最长上下文" "训练"
run fit --ask max-context $SERVE --batch 8 --explain
says "explain: formula, numbers, both sides of the edge" "$WORK/stdout" \
    "c_fit = floor((C · u − M_fix) / m_1)" "room left at the answer" "room left one step further"

# ── Help and exit statuses ───────────────────────────────────────────────────────────────────────
run fit --help
for question in $QUESTIONS; do says "help: $question" "$WORK/stdout" "$question"; done
# ends NAME STATUS TEXT -- ARGUMENT…
ends() {
    name=$1 want=$2 text=$3
    shift 4
    run fit "$@"
    same "$name: exit status" "$want" $status
    empty "$name: nothing on standard output" "$WORK/stdout"
    says "$name" "$WORK/stderr" "$text"
}
ends "unknown question" 2 "did you mean max-context?" -- --ask max-contxt $SERVE
ends "question missing" 2 "--ask QUESTION is missing" -- $SERVE
ends "task missing" 2 "--task TASK is missing" -- --ask max-batch --model llama-2-7b
ends "model missing" 1 "--model is missing" -- --ask max-batch --task inference --accelerator rtx-4090
ends "device missing" 1 "--accelerator is missing" -- --ask max-batch --task inference --model llama-2-7b
ends "target missing" 1 "--time-per-token TIME or --tokens-per-second X" -- --ask target-speed $SERVE
ends "target in the wrong unit" 1 "such as '50 ms'" -- --ask max-batch $SERVE --time-per-token '5 GB'
ends "speed below nothing" 1 "such as 30" -- --ask max-batch $SERVE --tokens-per-second -3
ends "unknown model" 1 "did you mean “llama-2-7b”?" -- --ask max-batch --task inference \
    --accelerator rtx-4090 --model llama-2-7
# Several formats are a table of their own; one that does not suit the model says so in its line.
run fit --ask max-context --task inference --model qwen3-32b --accelerator rtx-4090 \
    --weights q4_k_m --weights q3_k_l --weights mxfp4-moe
same "formats compared: status" 0 $status
says "formats compared" "$WORK/stdout" "weights" "q4_k_m" "q3_k_l" "no experts to pack"
run fit --ask max-context --task inference --model qwen3-32b --accelerator rtx-4090 \
    --weights q4_k_m --weights q3_k_l --format csv
same "formats compared: fewer bits leave more context" "q3_k_l q4_k_m" \
    "$(sed 1d "$WORK/stdout" | sort -t, -k8,8nr | sed 's/.*,//' | tr '\n' ' ' | sed 's/ $//')"
ends "unknown format" 1 "did you mean “fp16”?" -- --ask max-batch $SERVE --weights fp61
ends "offload" 1 "no offload" -- --ask max-batch $SERVE --offload weights
ends "a speed of training" 1 "a time per generated token" -- --ask target-speed --task training \
    --model llama-2-7b --accelerator rtx-4090 --time-per-token '5 ms'
ends "a target of training" 1 "a time per generated token" -- --ask max-batch --task training \
    --model llama-2-7b --accelerator rtx-4090 --tokens-per-second 5
ends "option of the other task" 1 "rank is one of training" -- --ask max-batch $SERVE --rank 4

summary
