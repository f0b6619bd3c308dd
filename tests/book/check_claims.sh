#!/bin/sh
# The course: both languages claim the same, no digit is typed, and claims can fail.
. tests/book/lib.sh

python3 tests/book/claims.py content/en/course.xml content/zh/course.xml >"$WORK/claims"
grep '^differs' "$WORK/claims" >"$WORK/differs"
empty "claims, charts, tables, derivations, scenarios and questions are the same in both languages" "$WORK/differs"
total=$(awk '{ n += $2 } END { print n }' "$WORK/claims")
same "the course has at least 150 claims" yes "$([ "$total" -ge 150 ] && echo yes || echo "$total")"
poor=$(awk '/^(0[1-9]|10)-/ && ($2 < 14 || $6 < 2 || $8 < 2)' "$WORK/claims")
same "each chapter has 14 claims, two figures and two tables" "" "$poor"

for lang in en zh; do
    run check content/$lang/course.xml --edition teacher
    same "$lang: the teacher's edition is sound" 0 $status
    same "$lang: nothing to say, so no digit is typed" "0 errors, 0 warnings" "$(cat "$WORK/stdout" "$WORK/stderr" | tail -1)"
done

# The whole is tests/long/check_mutations.sh; a few changes here show that claims fall where they stand.
python3 tests/book/mutations.py "$RIDGE" en/course.xml 12 >"$WORK/mutations" 2>&1
status=$?
same "twelve changes: every claim that fell is one" 0 $status
fell=$(sed -n 's/.* claims, \([0-9]*\) fell by .*/\1/p' "$WORK/mutations")
same "twelve changes: at least thirty claims fell" yes "$([ "${fell:-0}" -ge 30 ] && echo yes || tail -1 "$WORK/mutations")"
summary
