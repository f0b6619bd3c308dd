#!/bin/bash
# The chapter-language guide: its examples are test cases. Every example says what the guide says of
# it, and what the guide shows of it is what it makes alone.
. tests/book/lib.sh

for language in zh en; do
    guide=content/guide/$language
    run expand "$guide/guide.xml" -o "$WORK/guide.xml"
    same "the $language guide expands" 0 $status
    empty "… without a message" "$WORK/stderr"
    holds "… to valid DocBook 5.0" jing /usr/share/xml/docbook/schema/rng/5.0/docbook.rng "$WORK/guide.xml"
    pandoc -f docbook "$WORK/guide.xml" -s -o "$WORK/guide.docx" 2>"$WORK/pandoc"
    holds "… of which pandoc keeps every word" python3 tests/book/words.py "docbook:$WORK/guide.xml" "docx:$WORK/guide.docx"
    python3 tests/book/guide.py samples "$guide/guide.xml" >"$WORK/samples"
    count=0
    while read -r id href part result message; do
        file=$guide/$href
        count=$((count + 1))
        (cd "$guide/examples" && "$RIDGE" check "${href#examples/}") >"$WORK/stdout" 2>"$WORK/stderr" </dev/null
        status=$?
        if [ "$message" != - ]; then
            fatal=$(grep -c "error:" "$guide/$message" | sed "s/[1-9].*/1/")
            same "$file has a message: exit status" "$fatal" $status
            holds "$file: the guide prints what the checker says" cmp "$guide/$message" "$WORK/stderr"
            holds "$file as listed" python3 tests/book/guide.py compare "$WORK/guide.xml" "$id" "$file" "$part"
            continue
        fi
        same "$file is sound" 0 $status
        empty "$file has no message" "$WORK/stderr"
        [ "$result" = no ] || "$RIDGE" expand "$file" -o "$WORK/alone.xml" 2>"$WORK/stderr"
        holds "$file in the guide and alone" python3 tests/book/guide.py compare "$WORK/guide.xml" \
            "$id" "$file" "$part" $([ "$result" = no ] || echo "$WORK/alone.xml")
    done <"$WORK/samples"
    same "every example of the $language guide is shown" \
        "$(ls "$guide"/examples/*.xml | wc -l)" "$(awk '{print $2}' "$WORK/samples" | sort -u | wc -l)"
    echo "$language: $count examples"

    # The reference: every element of the language once, and a meaning of each row.
    sed -n 's/^ELEMENT(\([A-Z]*\), "\([a-z0-9]*\)".*/\1:\2/p' gen/doc/elements.def |
        sed 's/DOCBOOK://; s/RIDGE:/r:/; s/MATHML:/mml:/' | sort >"$WORK/elements"
    tr '\n' ' ' <"$guide/80-elements.xml" | grep -o 'ids="[^"]*"' | sed 's/ids="//; s/"//' |
        tr -s ' ' '\n' | grep -v ':$' | grep . | sort >"$WORK/listed"
    holds "the $language guide lists every element once" diff "$WORK/elements" "$WORK/listed"
    sed 's/^\([a-z]*\):/\1-/; s/^/element./' "$WORK/elements" >"$WORK/keys"
    sed -n 's/^    {"\([a-z:-]*\)", [0-9].*call_.*/\1/p; s/.*}, *{"\([a-z:-]*\)", [0-9].*call_.*/\1/p' \
        gen/catalog/function.c | sed 's/:/-/; s/^/function./' >>"$WORK/keys"
    while read -r key; do
        grep -q "<s id=\"$key\">[^<]" "content/$language/strings.xml" || echo "$key"
    done <"$WORK/keys" >"$WORK/missing"
    empty "every row has its meaning in $language" "$WORK/missing"
done

# What a sample may not do.
mkdir "$WORK/bad"
sample() { # NAME ATTRIBUTES WORDS…
    name=$1
    printf '%s\n' '<chapter xmlns="http://docbook.org/ns/docbook" xmlns:r="urn:ridgepoint:1" version="5.0">' \
        "<title>T</title><para xml:id='used'>x</para><r:sample $2/></chapter>" >"$WORK/bad/a.xml"
    shift 2
    run check "$WORK/bad/a.xml"
    same "$name: exit status" 1 $status
    says "$name" "$WORK/stderr" "$@"
}
echo secret >"$WORK/secret.xml"
sample "a sample outside" 'href="../secret.xml"' "a.xml:2:61: error:" "leads out of the document's folder"
sample "a sample that is not there" 'href="b.xml"' "there is no such file"
sample "a sample of itself" 'href="a.xml"' "<r:sample> may not stand here"
sample "a sample without a file" '' "<r:sample> lacks"
sample "a message that is not there" 'href="a.xml" message="m.txt"' "cannot include “m.txt”"
printf '%s\n' '<chapter xmlns="http://docbook.org/ns/docbook" version="5.0"><title>T</title>' \
    '<figure xml:id="used"><title>x</title></figure></chapter>' >"$WORK/bad/c.xml"
sample "an id in the sample that the book has" 'href="c.xml"' "c.xml:2:"
summary
