#!/bin/sh
# The manual page is made from the tables that read the command line: it has every command and every
# option that --help has, and troff has nothing to say about it.
. tests/book/lib.sh

run --man
same "exit status" 0 $status
cp "$WORK/stdout" "$WORK/ridge.1"
commands=$("$RIDGE" --help | sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p')
holds "there are commands" test "$(echo $commands | wc -w)" -ge 13
for command in $commands; do
    says "$command has a part" "$WORK/ridge.1" ".SS \"ridge $command\""
    awk -v c=".SS \"ridge $command\"" '$0 == c { on = 1; next } /^\.S[SH]/ { on = 0 } on' \
        "$WORK/ridge.1" | awk 'before == ".TP" { print } { before = $0 }' | sed 's/\\-/-/g; s/\\fB//; s/\\fR.*//' | grep '^-' | sort >"$WORK/page"
    "$RIDGE" $command --help | sed -n 's/^  \(--*[a-z-]*\).*/\1/p' | grep -vx -e --catalogue | sort >"$WORK/help"
    holds "$command: the same options as its --help" diff "$WORK/help" "$WORK/page"
done
says "what all commands take" "$WORK/ridge.1" '\-\-catalogue' '\-\-help' '\-\-version'
if command -v groff >/dev/null; then
    groff -man -ww -Tutf8 -Kutf8 "$WORK/ridge.1" >"$WORK/page" 2>"$WORK/troff"
    empty "troff has nothing to say" "$WORK/troff"
else
    skipped "troff" "no groff"
fi
summary
