#!/bin/sh
# Runs the test programs given, then the scripts $SCRIPTS (all but tests/long); adds up their cases and prints
# "N passed, N failed". A program that prints no summary, and a run without cases, count as failed.
set -u
passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export ASAN_OPTIONS="${ASAN_OPTIONS:-allow_user_segv_handler=0}"
export LSAN_OPTIONS="${LSAN_OPTIONS:-suppressions=tests/lsan.supp:print_suppressions=0}"
for program in "$@" ${SCRIPTS:-$(ls tests/*/check_*.sh | grep -v ^tests/long/)}; do
    [ -e "$program" ] || continue
    "$program" >"$log" 2>&1
    status=$?
    p=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$log" | awk '{n+=$1} END {print n+0}')
    f=$(sed -n 's/^\[  FAILED  \] \([0-9]*\) test.*/\1/p' "$log" | awk '{n+=$1} END {print n+0}')
    if { [ $((p + f)) = 0 ] && ! { [ $status = 0 ] && grep -q '^\[  SKIPPED' "$log"; }; } || { [ $status != 0 ] && [ "$f" = 0 ]; }; then
        f=$((f + 1))
        echo "$program: exit status $status without a failed case: crashed, leaked or ran nothing"
    fi
    [ "$f" = 0 ] || { echo "── $program"; grep -vE '^\[ *(RUN|OK|=+|PASSED) ' "$log"; }
    grep -E '^\[  SKIPPED' "$log"
    passed=$((passed + p)) failed=$((failed + f))
done
[ $((passed + failed)) -gt 0 ] || failed=1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
