#!/bin/sh
# Golden diagnostics: `ridge check` of every tests/golden/book/NAME.xml ends with status 1 and says
# exactly NAME.diag: place, what was found, what was expected, the nearest right name.
. tests/book/lib.sh

for file in tests/golden/book/*.xml; do
    name=$(basename "$file" .xml)
    run check "$file"
    same "$name: exit status" 1 $status
    same "$name: one error, counted" "1 error, 0 warnings" "$(cat "$WORK/stdout")"
    holds "$name: the message" diff "${file%.xml}.diag" "$WORK/stderr"
    same "$name: file, line, column" "$file" \
        "$(sed -n '1s/^\([^:]*\):[1-9][0-9]*:[1-9][0-9]*: error: .*/\1/p' "$WORK/stderr")"
    holds "$name: what would be right" grep -qE '; (expected|allowed here)' "$WORK/stderr"
done

# The cases that were promised are there.
for name in claim scenario accelerator element glyph figure unit dtd outside malformed; do
    holds "the case $name" test -s "tests/golden/book/$name.diag"
done

# What is right is passed in silence, in both languages, from any folder.
for part in course.xml 01-two-accounts.xml; do
    for lang in zh en; do
        run check "content/$lang/$part"
        same "$lang/$part: exit status" 0 $status
        empty "$lang/$part: no message" "$WORK/stderr"
    done
done
(cd / && "$RIDGE" check) >"$WORK/stdout" 2>"$WORK/stderr"
same "the course: exit status" 0 $?
same "the course: counted" "0 errors, 0 warnings" "$(cat "$WORK/stdout")"
same "check writes no product" "fonts" "$(ls "$WORK/out")"
for template in handout sheet comparison; do
    run check "templates/$template.xml"
    same "$template: exit status" 0 $status
done

# Several files, several faults: all are told, in order, and counted.
run check tests/golden/book/claim.xml tests/golden/book/unit.xml tests/golden/book/dtd.xml
same "three files: counted" "3 errors, 0 warnings" "$(cat "$WORK/stdout")"
same "three files: in their order" "claim unit dtd" \
    "$(sed -n 's/^tests.golden.book.\([a-z]*\).xml:.*error:.*/\1/p' "$WORK/stderr" | tr '\n' ' ' | sed 's/ $//')"

# Odd arguments.
run check "$WORK/none.xml"
same "no such file: exit status" 1 $status
says "no such file" "$WORK/stderr" "cannot read" "none.xml: there is no such file"
run check content
same "a folder: exit status" 1 $status
says "a folder" "$WORK/stderr" "it is a folder"
: >"$WORK/empty.xml"
run check "$WORK/empty.xml"
same "an empty file: exit status" 1 $status
says "an empty file" "$WORK/stderr" "empty.xml:1:1: error: not well-formed"
summary
