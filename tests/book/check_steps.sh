#!/bin/bash
# The appendices of symbols and formulas hold what the estimator's own table of steps holds: each step
# once with its label, unit and source, each symbol once with its meaning; and the formulas are those
# that ridge estimate prints.
. tests/book/lib.sh

for language in zh en; do
    run expand "content/$language/course.xml" -o "$WORK/course.xml"
    same "the $language course expands" 0 $status
    holds "$language: every step and every symbol, once" \
        python3 tests/book/steps.py "$WORK/course.xml" gen/core/steps.def "content/$language/strings.xml"
done
"$RIDGE" estimate --task inference --model llama-3.1-8b --accelerator rtx-4090 --explain >"$WORK/explained"
"$RIDGE" expand content/en/course.xml -o "$WORK/course.xml" 2>"$WORK/stderr"
holds "formulas as ridge estimate has them" python3 tests/book/steps.py "$WORK/course.xml" formulas "$WORK/explained"
summary
