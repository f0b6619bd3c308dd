#!/bin/bash
# The estimator: answers a second, the sweep of the whole catalogue, and what one process costs over
# an empty C program, with the start of a Python interpreter beside it: the floor of tools in Python.
set -eu
out=${OUT:-out} runs=${RUNS:-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Of the sources that are there: an object may outlive its own.
objects=$(printf '%s\n' gen/{base,core,xml,catalog}/*.c | sed "s|^gen/\(.*\)c$|$out/obj/\1o|")
# shellcheck disable=SC2046,SC2086
cc -O2 -std=c17 -Igen tests/bench/estimates.c $objects \
    -o "$work/estimates" $(pkg-config --libs libxml-2.0 jansson) -lm -pthread
"$work/estimates"

echo 'int main(void) { return 0; }' >"$work/empty.c"
cc -O2 "$work/empty.c" -o "$work/empty"
median() { sort -n | awk '{v[NR]=$1} END {print v[int((NR+1)/2)]}'; }
# time_of FILE COMMAND…: microseconds of one run, a line appended to FILE.
time_of() {
    file=$1
    shift
    local start end
    start=$(date +%s%N)
    "$@" >/dev/null
    end=$(date +%s%N)
    echo $(((end - start) / 1000)) >>"$file"
}
for _ in $(seq $((runs * 5))); do # in turn, so that all see the same machine
    time_of "$work/t.empty" "$work/empty"
    time_of "$work/t.estimate" "$out/bin/ridge" estimate --model llama-2-7b --accelerator rtx-4090 \
        --task inference --context 4096
    ! command -v python3 >/dev/null || time_of "$work/t.python" python3 -c pass
done
empty=$(median <"$work/t.empty") estimate=$(median <"$work/t.estimate")
echo "one process of ridge estimate: $(awk "BEGIN {printf \"%.1f\", ($estimate - $empty) / 1000}") ms over an" \
    "empty C program ($(awk "BEGIN {printf \"%.1f\", $estimate / $empty}") times its $empty us)"
[ ! -e "$work/t.python" ] ||
    echo "one python3 -c pass: $(awk "BEGIN {printf \"%.1f\", ($(median <"$work/t.python") - $empty) / 1000}") ms over it"
