#!/bin/sh
# `ridge cases` from outside: one line a value, the sum last, and an exit status that cannot lie.
. tests/book/lib.sh

count() { grep -c "$1" "$2"; }

# ── As shipped ───────────────────────────────────────────────────────────────────────────────────
run cases
same "all are reached or say why not" 0 "$status"
empty "nothing to complain about" "$WORK/stderr"
same "one line a value" 218 "$(count '^PUB-' "$WORK/stdout")"
same "each value once" 218 "$(sed -n 's/^\(PUB-[^ ]*\).*/\1/p' "$WORK/stdout" | sort -u | wc -l | tr -d ' ')"
reached=$(count '^PUB-.*  reached  ' "$WORK/stdout")
same "the sum is the last line" "218 cases: $reached reached, $((218 - reached)) not, each with its reason" \
    "$(tail -1 "$WORK/stdout")"
same "who is out of reach says why" "$((218 - reached))" "$(count '^PUB-.*  out of reach  .*; ' "$WORK/stdout")"
cp "$WORK/stdout" "$WORK/first"
run cases
holds "twice the same bytes" cmp "$WORK/first" "$WORK/stdout"

run cases --format csv
same "CSV has a head and one line a value" 219 "$(wc -l <"$WORK/stdout" | tr -d ' ')"
run cases --format json
holds "JSON is JSON" is_json "$WORK/stdout"
same "JSON has one object a value" 218 "$(count '"id": "PUB-' "$WORK/stdout")"

run cases kv lora
same "two capabilities are 29 values" 29 "$(count '^PUB-' "$WORK/stdout")"
same "and no others" 29 "$(count '^PUB-kv\|^PUB-lora' "$WORK/stdout")"
run cases --lang zh kv
says "the words are Chinese" "$WORK/stdout" 一个词元的缓存 吻合
run cases kw
same "an unknown capability is a fault" 1 "$status"
says "with the nearest name" "$WORK/stderr" "did you mean “kv”?"

# ── A list that has become false ─────────────────────────────────────────────────────────────────
mkdir "$WORK/root"
cp -R "$HOUSE/content" "$HOUSE/templates" "$HOUSE/assets" "$WORK/root"
list=$WORK/root/content/cases/cases.xml
RIDGE_ROOT=$WORK/root

# 819 200 bytes of cache a token follow from 2 · 40 · 40 · 128 · 2; one byte more is wrong.
sed 's/value="819200"/value="819201"/' "$HOUSE/content/cases/cases.xml" >"$list"
run cases kv
same "a value that is not reached is a fault" 1 "$status"
says "with its place and both values" "$WORK/stderr" "cases.xml:" "PUB-kv-01: 819200" "819201 B/token"
says "and is counted" "$WORK/stdout" "1 of them without a reason"

# What is reached cannot go on saying why it is not.
awk '{ print } /id="PUB-kv-01"/ { on = 1 } on && /<quantity lang="zh">/ {
    print "<unreached lang=\"en\">so</unreached><unreached lang=\"zh\">故</unreached>"; on = 0 }' \
    "$HOUSE/content/cases/cases.xml" >"$list"
run cases kv
same "a reason out of date is a fault" 1 "$status"
says "by name" "$WORK/stderr" "PUB-kv-01 is reached now"

summary
