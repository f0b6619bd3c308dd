#!/bin/sh
# Every claim of the course can fail: the values it rests on are changed one by one until it does.
. tests/book/lib.sh
python3 tests/book/mutations.py "$RIDGE" en/course.xml >"$WORK/mutations" 2>&1
same "every claim fell, each at its place" 0 $?
cat "$WORK/mutations"
summary
