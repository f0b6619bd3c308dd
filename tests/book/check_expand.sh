#!/bin/sh
# ridge expand: DocBook 5.0 that Debian's schema calls valid, with every word of the source, no word
# that the handout does not have, and every word left after pandoc made DOCX, EPUB and HTML of it.
. tests/book/lib.sh
RNG=/usr/share/xml/docbook/schema/rng/5.0/docbook.rng
words() { python3 tests/book/words.py "$@"; }

# expanded NAME SOURCE ARGUMENT…: the book in $WORK/NAME.xml, and all that must be true of it.
expanded() {
    name=$1 source=$2
    shift 2
    run expand "$@" -o "$WORK/$name.xml"
    same "$name: exit status" 0 $status
    empty "$name: messages" "$WORK/stderr"
    holds "$name: valid DocBook 5.0" jing $RNG "$WORK/$name.xml"
    holds "$name: every word of the source" words "$source" "docbook:$WORK/$name.xml"
    for format in html docx epub; do
        pandoc -f docbook "$WORK/$name.xml" -s -o "$WORK/$name.$format" 2>"$WORK/pandoc"
        holds "$name: every word in $format" words "docbook:$WORK/$name.xml" "$format:$WORK/$name.$format"
    done
    for file in $(sed -n 's/.*fileref="\([^"]*\)".*/\1/p' "$WORK/$name.xml"); do
        holds "$name: $file is there" xmllint --noout "$WORK/$file"
    done
}

for lang in zh en; do
    expanded "course.$lang" "source:content/$lang/course.xml" --lang $lang
    "$RIDGE" build content/$lang/course.xml -o "$WORK/course.pdf" >"$WORK/stdout" 2>&1
    pdftotext -raw "$WORK/course.pdf" "$WORK/course.txt"
    holds "course.$lang: no word that the handout lacks" \
        words "docbook:$WORK/course.$lang.xml" "pdf:$WORK/course.txt"
done
expanded all source:tests/golden/expand/all.xml tests/golden/expand/all.xml
expanded gallery source:content/gallery/en/gallery.xml content/gallery/en/gallery.xml # an article
expanded all.teacher source+teacher:tests/golden/expand/all.xml tests/golden/expand/all.xml --edition teacher

# An edition has its own words only.
holds "the teacher's words" grep -q "Only the teacher" "$WORK/all.teacher.xml"
same "… are in no other edition" 0 "$(grep -c "Only the teacher" "$WORK/all.xml")"
# Nothing computed is left; conditions are resolved; values link to where they come from.
same "nothing computed is left" 0 "$(grep -c "urn:ridgepoint\|<r:" "$WORK/all.xml")"
same "what does not hold is not said" 0 "$(grep -c "Never said" "$WORK/all.xml")"
says "what holds is said" "$WORK/all.xml" "Always said."
says "a value, by hand 6738415616 × 2 B = 12.55 GiB" "$WORK/all.xml" ">12.6 GiB</link>"
says "the appendix" "$WORK/all.xml" '<appendix xml:id="origins">'
says "a picture" "$WORK/all.xml" 'fileref="all.figures/fig.svg"' "<textobject>"
says "spans" "$WORK/all.xml" 'namest="c1" nameend="c3"' 'morerows="1"'

# The same bytes again, in a folder that is made.
run expand tests/golden/expand/all.xml -o "$WORK/again/all.xml"
holds "the same bytes" cmp "$WORK/all.xml" "$WORK/again/all.xml"
holds "the same pictures" diff -r "$WORK/all.figures" "$WORK/again/all.figures"

# The author's own pictures go along, each once, whatever their folders.
mkdir -p "$WORK/own/a" "$WORK/own/b"
python3 tests/book/pictures.py "$WORK/own/a"
cp "$WORK/own/a/grey.png" "$WORK/own/b/rgb.png"
picture() { echo "<informalfigure><mediaobject><imageobject><imagedata fileref='$1'/></imageobject><alt>$2</alt></mediaobject></informalfigure>"; }
cat >"$WORK/own/book.xml" <<END
<book xmlns="http://docbook.org/ns/docbook" version="5.0" xml:lang="en"><title>Own</title><chapter><title>Pictures</title><para>Three.</para>
$(picture a/rgb.png One) $(picture b/rgb.png Two) $(picture a/rgb.png Again)</chapter></book>
END
run expand "$WORK/own/book.xml" -o "$WORK/moved/far/own.xml"
same "own pictures: exit status" 0 $status
holds "own pictures: valid" jing $RNG "$WORK/moved/far/own.xml"
same "own pictures: by their names" "own.figures/rgb.png own.figures/rgb-2.png own.figures/rgb.png" \
    "$(sed -n 's/.*fileref="\([^"]*\)".*/\1/p' "$WORK/moved/far/own.xml" | tr '\n' ' ' | sed 's/ $//')"
holds "own pictures: the first" cmp "$WORK/own/a/rgb.png" "$WORK/moved/far/own.figures/rgb.png"
holds "own pictures: the second" cmp "$WORK/own/b/rgb.png" "$WORK/moved/far/own.figures/rgb-2.png"
(cd "$WORK/moved/far" && pandoc -f docbook own.xml -o own.docx 2>"$WORK/pandoc")
empty "own pictures: pandoc finds them" "$WORK/pandoc"
run expand "$WORK/own/none.xml" -o "$WORK/never/none.xml"
holds "no book: no folder" test ! -e "$WORK/never"

# Nothing is written of a book with a fault.
run expand tests/golden/book/claim.xml -o "$WORK/claim.xml"
same "a false claim: exit status" 1 $status
says "a false claim" "$WORK/stderr" "this claim is false"
holds "a false claim: nothing written" test ! -e "$WORK/claim.xml"
mkdir -p "$WORK/empty"
HERE=$PWD
(cd "$WORK/empty" && RIDGE_ROOT=$HERE "$RIDGE" expand "$HERE/tests/golden/expand/all.xml" -o - >"$WORK/out.piped" 2>"$WORK/err.piped")
same "pictures and standard output: exit status" 1 $?
says "pictures and standard output: which option" "$WORK/err.piped" "--figures is missing"
empty "pictures and standard output: nothing said" "$WORK/out.piped"
same "pictures and standard output: nothing written" "" "$(ls "$WORK/empty")"
(cd "$WORK/empty" && RIDGE_ROOT=$HERE "$RIDGE" expand "$HERE/tests/golden/expand/all.xml" -o - --figures pics >"$WORK/out.piped")
same "a folder for pictures: all that is written" pics "$(ls "$WORK/empty")"
says "a folder for pictures: named" "$WORK/out.piped" 'fileref="pics/fig.svg"'

run expand tests/golden/expand/all.xml
same "without -o: exit status" 2 $status

# Ten times the text takes about ten times as long.
book() {
    echo '<book xmlns="http://docbook.org/ns/docbook" xml:lang="en"><title>Long</title>'
    awk -v n="$1" 'BEGIN { for (c = 0; c < n; c++) {
        printf "<chapter xml:id=\"c%d\"><title>C</title>", c
        for (i = 0; i < 100; i++) printf "<para xml:id=\"p%d-%d\">Some words, <emphasis>stressed</emphasis>, and <link linkend=\"c%d\">more</link>.</para>", c, i, c
        print "</chapter>" } }'
    echo '</book>'
}
book 20 >"$WORK/short.xml"
book 200 >"$WORK/long.xml"
seconds() { start=$(date +%s%N); "$RIDGE" "$@" >/dev/null 2>&1; echo $((($(date +%s%N) - start) / 1000000)); }
short=$(seconds expand "$WORK/short.xml" -o "$WORK/short.out.xml")
long=$(seconds expand "$WORK/long.xml" -o "$WORK/long.out.xml")
holds "2,000 and 20,000 paragraphs: $short ms, $long ms" test "$long" -lt $((short * 15 + 500))
summary
