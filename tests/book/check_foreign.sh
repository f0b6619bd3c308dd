#!/bin/sh
# DocBook written by others: every element of 5.0 is set, or something is said of it; what it holds is
# kept where that makes sense; DocBook 4 and entities get one message that says what to do.
. tests/book/lib.sh
RNG=/usr/share/xml/docbook/schema/rng/5.0/docbook.rng

# Golden messages.
for name in article refused four entity section; do
    run check tests/golden/foreign/$name.xml
    holds "$name: the messages" diff tests/golden/foreign/$name.diag "$WORK/stderr"
done

# The words are all there.
for name in article section; do
    run expand tests/golden/foreign/$name.xml -o "$WORK/$name.xml"
    same "$name: exit status" 0 $status
    holds "$name: valid DocBook 5.0" jing $RNG "$WORK/$name.xml"
done
says "article: what was kept" "$WORK/article.xml" "Doe" "Go" "root" "apples" "pears" "Between" \
    "An example" "without a title" "make &amp;&amp; &lt;install&gt;" "https://example.org/" "Steps" "first"
same "article: what was left out" 0 "$(grep -c "hidden\|today" "$WORK/article.xml")"

# What pandoc writes is built as it is: its document type, empty parts of names, empty sections.
cat >"$WORK/made.md" <<'END'
---
title: Made
author: Ann
---
# One
Some *text* with `code`, a [link](https://example.org), a note[^1], "quotes".

[^1]: The note.

1. first
2. second

| a | b |
|---|--:|
| x | y |

$$E = m c^2$$

Term

:   Definition

# Empty
END
pandoc -s --mathml -t docbook5 "$WORK/made.md" -o "$WORK/made.xml"
holds "pandoc: a document type, an empty name, an empty paragraph" \
    sh -c "grep -q '<!DOCTYPE' $WORK/made.xml && grep -q '<firstname></firstname>' $WORK/made.xml && tail -6 $WORK/made.xml | grep -q '<para>'"
run build "$WORK/made.xml" -o "$WORK/made"
same "pandoc: exit status" 0 $status
pdftotext "$WORK"/made/handout/*.pdf "$WORK/made.txt"
python3 tests/pdfua/check.py "$WORK"/made/handout/*.pdf >"$WORK/checked"
holds "pandoc: accessible" grep -qF ': 0 faults over' "$WORK/checked"
says "pandoc: its words" "$WORK/made.txt" "The note" "second" "Definition" "Empty" "a link"

# Every element of the schema, where it may stand or not: never a crash, never silence about one that
# is not ours, never "unknown".
elements=$(grep -o '<element name="[a-z0-9]*"' $RNG | sed 's/.*"\(.*\)"/\1/' | sort -u)
for e in $elements; do
    echo "<chapter xmlns=\"http://docbook.org/ns/docbook\" xml:lang=\"en\"><title>t</title><$e>x</$e><para>x <$e>y</$e></para></chapter>" >"$WORK/$e.xml"
    set -- "$@" "$WORK/$e.xml"
done
# A run says five hundred things at most.
echo "$@" | tr ' ' '\n' >"$WORK/list"
split -l 60 "$WORK/list" "$WORK/part."
for part in "$WORK"/part.*; do
    run check $(cat "$part")
    holds "no crash: exit status $status" test $status -le 1
    cat "$WORK/stderr" >>"$WORK/all"
done
mv "$WORK/all" "$WORK/stderr"
same "none is unknown" "" "$(sed -n 's/.*unknown element <\([^>]*\)>.*/\1/p' "$WORK/stderr" | sort -u | tr '\n' ' ')"
for e in $elements; do
    grep -q "ELEMENT(DOCBOOK, \"$e\"" gen/doc/elements.def || grep -q "$e.xml:" "$WORK/stderr" ||
        fail "silence about <$e>"
done
for e in $(sed -n 's/^FOREIGN("\([^"]*\)".*/\1/p' gen/doc/foreign.def | tr ' ' '\n' | sort | uniq -d); do
    fail "<$e> has two rows in foreign.def"
done

# A message is said once, however often its cause is there, and in time that grows with the text.
awk 'BEGIN { print "<article xmlns=\"http://docbook.org/ns/docbook\" xml:lang=\"en\"><title>t</title>"
             for (i = 0; i < 20000; i++) print "<para>a <systemitem class=\"x\">b</systemitem><itemizedlist><listitem><para>c</para></listitem></itemizedlist>d</para>"
             print "</article>" }' >"$WORK/long.xml"
timeout 60 "$RIDGE" check "$WORK/long.xml" >"$WORK/stdout" 2>"$WORK/stderr"
same "20,000 times: exit status" 0 $?
same "20,000 times: counted" "0 errors, 3 warnings" "$(cat "$WORK/stdout")"
says "20,000 times" "$WORK/stderr" "note: and 19999 times more"
summary
