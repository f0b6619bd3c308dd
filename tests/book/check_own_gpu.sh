#!/bin/bash
# The appendix "How to add your own GPU" in both languages: each command that it prints runs where it
# says, without a complaint, and makes what it names.
. tests/book/lib.sh

for language in zh en; do
    cp -r content/own "$WORK/$language"
    python3 - "content/$language/92-own-gpu.xml" >"$WORK/commands" <<'END'
import sys
import xml.etree.ElementTree as tree
for screen in tree.parse(sys.argv[1]).iter("{http://docbook.org/ns/docbook}screen"):
    print(screen.text.replace("\\\n", " "))
END
    same "$language: commands" 11 "$(grep -c '^ridge ' "$WORK/commands")"
    while read -r name arguments; do
        # shellcheck disable=SC2086
        (cd "$WORK/$language" && "$RIDGE" $arguments >"$WORK/stdout" 2>"$WORK/stderr" </dev/null)
        same "$language: $name $arguments" 0 $?
        empty "… without a message" "$WORK/stderr"
    done <"$WORK/commands"
    for made in loan.pdf loan-vs-4090.pdf loan.svg "made/handout/notes.$language.pdf" \
        "made/handout/notes.$language.mine.pdf"; do
        holds "$language: $made" test -s "$WORK/$language/$made"
    done
    sed -i "s/fits = 'yes'/fits = 'no'/" "$WORK/$language/notes.$language.xml"
    (cd "$WORK/$language" && "$RIDGE" check "notes.$language.xml" --catalogue catalogue) >"$WORK/stdout" 2>&1
    same "$language: a claim that has become false" 1 $?
done
summary
