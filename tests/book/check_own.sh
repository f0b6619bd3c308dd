#!/bin/bash
# A book of one's own, in a folder of one's own: built, in both languages, as it is checked; what is
# wrong with a template of one's own is said as often as one asks.
. tests/book/lib.sh
OWN=$WORK/own
mkdir -p "$OWN/parts"
python3 tests/book/pictures.py "$OWN/parts"
NS='xmlns="http://docbook.org/ns/docbook" xmlns:r="urn:ridgepoint:1" version="5.0"'

# book LANG TITLE WORDS: the book, its chapter in a folder below, with a picture beside it.
book() {
    cat >"$OWN/notes.$1.xml" <<END
<book $NS xmlns:xi="http://www.w3.org/2001/XInclude" xml:lang="$1"><title>$2</title>
<xi:include href="parts/one.$1.xml"/><index/></book>
END
    cat >"$OWN/parts/one.$1.xml" <<END
<chapter $NS xml:id="one" xml:lang="$1"><title>$2</title>
<para xml:id="p">$3<footnote><para>$2.</para></footnote><indexterm><primary>cache</primary><secondary>of keys</secondary></indexterm>
<r:value select="\$serve-7b/memory/kv-cache" unit="GiB"/></para>
<informalfigure xml:id="f"><mediaobject><imageobject><imagedata fileref="rgb.png"/></imageobject><alt>$2</alt></mediaobject></informalfigure>
</chapter>
END
}
book en Notes "Words of a chapter."
book zh 笔记 一章里的话。

for place in "$OWN/" ""; do
    out=$WORK/made${place:+.far}
    for arguments in "notes.en.xml" "notes.zh.xml" "notes.en.xml notes.zh.xml --lang zh+en"; do
        (cd "$OWN" && "$RIDGE" build ${arguments//notes/${place}notes} -o "$out" >"$WORK/stdout" 2>"$WORK/stderr")
        same "build $arguments: status" 0 $?
        empty "build $arguments: messages" "$WORK/stderr"
    done
    for name in notes.en notes.zh notes.zh+en; do
        holds "$name" qpdf --check "$out/handout/$name.pdf"
        same "$name: its picture" 1 "$(pdfimages -list "$out/handout/$name.pdf" | grep -c image)"
    done
    same "nothing of the course beside it" handout "$(ls "$out" | tr '\n' ' ' | sed 's/ $//')"
done
pdftotext "$out/handout/notes.zh+en.pdf" - | tr '\n' ' ' >"$WORK/flat"
says "both languages" "$WORK/flat" "Words of a chapter." 一章里的话。

# An index of one term: it stands in one column, under its letter.
same "a short index stays together" 1 "$(pdftotext -bbox "$out/handout/notes.en.pdf" - 2>/dev/null |
    grep -E '>(C|cache)</word>' | tail -2 | sed 's/.*xMin="\([0-9]*\).*/\1/' | sort -u | wc -l)"

# A chapter and an article alone, with all they say.
run build "$OWN/parts/one.en.xml" -o "$WORK/alone"
same "a chapter alone: status" 0 "$status"
cat >"$OWN/letter.xml" <<END
<article $NS xml:lang="en"><title>A letter</title><para>First words.</para>
<section><title>Then</title><para>Second words, <r:value select="\$serve-7b/memory/kv-cache" unit="GiB"/>.</para></section></article>
END
run build "$OWN/letter.xml" -o "$WORK/alone"
same "an article: status" 0 "$status"
pdftotext "$WORK/alone/handout/letter.en.pdf" - | tr '\n' ' ' >"$WORK/flat"
says "an article: its words" "$WORK/flat" "First words." "Second words, 2.00 GiB." "Where the numbers come"
same "an article: its words once" 1 "$(grep -o "First words" "$WORK/flat" | wc -l)"

# What is built alone has no cover, no imprint and no contents: a chapter opens on folio 1, an article
# has who wrote it and when, and what it is about, above its text.
same "a chapter alone opens on the first page" 1 "$(pdftotext -f 1 -l 1 "$WORK/alone/handout/one.en.pdf" - | grep -c '^Notes$')"
article() {
    long=$(for i in A B C D E F G H I J K L M N; do
        echo "<section xml:id=\"s$i\"><title>Part $i</title>"
        for k in 1 2 3; do echo "<para>$(yes "$4" | head -60 | tr '\n' ' ')</para>"; done
        echo "</section>"
    done | head -"$5")
    cat >"$OWN/$1.$2.xml" <<END
<article $NS xml:lang="$2"><title>$3</title><subtitle>Under $3</subtitle><info><author><personname>Ada Writer</personname></author>
<author><personname>王小明</personname></author><date>2026-11-30</date><abstract><para>About it: $4</para></abstract></info>
${6-}<para>$4</para>$long</article>
END
    run build "$OWN/$1.$2.xml" -o "$WORK/alone"
    same "article $1.$2: status" 0 "$status"
    empty "article $1.$2: messages" "$WORK/stderr"
    pdftotext -f 1 -l 1 "$WORK/alone/handout/$1.$2.pdf" - | tr '\n' ' ' >"$WORK/flat"
    says "article $1.$2: its first page" "$WORK/flat" "$3" "Under $3" "Ada Writer" 王小明 2026-11-30 "About it"
    same "article $1.$2: nothing of it fails" "" "$(python3 tests/pdfua/check.py "$WORK/alone/handout/$1.$2.pdf" | grep -v ' 0 faults over')"
    pdftotext "$WORK/alone/handout/$1.$2.pdf" - >"$WORK/flat"
}
article brief en "A brief note" "Words of no number." 0
same "a short article has no more than it says" 0 "$(grep -cE 'Contents|Ridgepoint|computed' "$WORK/flat")"
same "a short article: its pages" 1 "$(pdfinfo "$WORK/alone/handout/brief.en.pdf" | sed -n 's/^Pages: *//p')"
article brief zh 短札记 "没有数的话。" 0
same "a short article in Chinese has no more" 0 "$(grep -cE '目录|Ridgepoint|计算' "$WORK/flat")"
article asked en "A note" "Words of no number." 10 "<toc/>"
says "an article that asks for contents" "$WORK/flat" Contents
article asked zh 札记 "没有数的话。" 10 "<toc/>"
says "an article in Chinese that asks for contents" "$WORK/flat" 目录
article long en "A long note" "Words of no number." 70
says "an article of many pages has contents" "$WORK/flat" Contents
holds "and many pages" test "$(pdfinfo "$WORK/alone/handout/long.en.pdf" | sed -n 's/^Pages: *//p')" -ge 8
run build "$OWN/asked.zh.xml" "$OWN/asked.en.xml" --lang zh+en -o "$WORK/alone"
same "an article in both languages: status" 0 "$status"

# One document may be written to a file, in a look of one's own.
echo '<r:template xmlns:r="urn:ridgepoint:1" base="handout"><r:page width="400pt" height="600pt" inner="50pt" measure="300pt" gap="0pt" margin="0pt" depth="450pt"/></r:template>' >"$OWN/mine.xml"
run build "$OWN/brief.en.xml" --template "$OWN/mine.xml" -o "$WORK/file.pdf"
same "a file to write: status" 0 "$status"
same "a file to write" "$WORK/file.pdf" "$(cat "$WORK/stdout")"
pdfinfo "$WORK/file.pdf" >"$WORK/flat"
says "a template given as a file" "$WORK/flat" "400 x 600 pts"
(cd "$OWN" && "$RIDGE" build brief.en.xml -o file.pdf >"$WORK/stdout" 2>"$WORK/stderr")
holds "a file to write, without a folder" test -s "$OWN/file.pdf"
run build "$OWN/brief.zh.xml" -o "$WORK/file.pdf"
pdftotext "$WORK/file.pdf" - >"$WORK/flat"
says "another document in the same file" "$WORK/flat" 短札记
run build "$OWN/brief.zh.xml" -o "$WORK/file.pdf" --template letter
pdfinfo "$WORK/file.pdf" >"$WORK/flat"
says "another template in the same file" "$WORK/flat" "612 x 792 pts"
run build "$OWN/brief.zh.xml" -o "$WORK/file.pdf" --template letter
empty "the same again is fresh" "$WORK/stdout"
run build "$OWN/brief.zh.xml" -o "$WORK/file.pdf" --template letter --profile os=linux
same "another profile in the same file" "$WORK/file.pdf" "$(cat "$WORK/stdout")"
run build "$OWN/brief.en.xml" "$OWN/brief.zh.xml" -o "$WORK/two.pdf"
same "two documents into one file: status" 1 "$status"
says "two documents into one file" "$WORK/stderr" "two.pdf” is one file" "a folder"
run build "$OWN/brief.en.xml" --template "$OWN/mien.xml"
says "a template that is not there" "$WORK/stderr" "mien.xml" "mine.xml"

# What a lecturer lists for a book is made; options win; words that are none are told.
cat >"$OWN/listed.xml" <<END
<r:course xmlns:r="urn:ridgepoint:1"><r:book name="brief" lang="en" href="brief.en.xml" editions="student teacher" templates="handout letter"/></r:course>
END
listed() { (cd "$WORK/listed/handout" && echo *); rm -rf "$WORK/listed"; }
run build "$OWN/listed.xml" -o "$WORK/listed"
same "editions and templates of a book" "brief.en.letter.pdf brief.en.pdf brief.en.teacher.letter.pdf brief.en.teacher.pdf" "$(listed)"
run build "$OWN/listed.xml" -o "$WORK/listed" --edition teacher --template letter
same "options win" "brief.en.teacher.letter.pdf" "$(listed)"
run build "$OWN/listed.xml" -o "$WORK/listed" --edition student --template all
same "every template of handouts" "brief.en.large-print.pdf brief.en.letter.pdf brief.en.one-sided.pdf brief.en.pdf brief.en.screen.pdf" "$(listed)"
sed -i 's/teacher"/techer"/; s/letter"/leter"/; s/name=/nmae="x" name=/' "$OWN/listed.xml"
run build "$OWN/listed.xml" -o "$WORK/listed"
same "words that are none: status" 1 "$status"
says "words that are none" "$WORK/stderr" "listed.xml:1:" "“techer”" "“teacher”" "“leter”" "“letter”" "“nmae”" "“name”"

# A chapter checked by itself: what its book may have is no fault; in a book it is one.
cat >"$OWN/apart.xml" <<END
<chapter $NS xml:lang="en"><title>Apart</title><para xml:id="a">See <xref linkend="fig-far"/>, <glossterm linkend="term-far">a term</glossterm>, <glossterm>a word</glossterm>, <citation>work-far</citation>, <link linkend="sec-far">there</link>.</para></chapter>
END
echo "<book $NS xmlns:xi='http://www.w3.org/2001/XInclude' xml:lang='en'><title>Whole</title><xi:include href='apart.xml'/></book>" >"$OWN/whole.xml"
run check "$OWN/apart.xml"
same "a chapter checked by itself: status" 0 "$status"
says "a chapter checked by itself" "$WORK/stderr" "apart.xml:1:" "warning: this file has no “fig-far”, which its book may have" "no “term-far”" "no “a word”" "no “work-far”" "no “sec-far”"
run check "$OWN/whole.xml"
same "its book: status" 1 "$status"
says "its book" "$WORK/stderr" "error: nothing in this book has the id “fig-far”" "error: the bibliography has no “work-far”"

# A course in a folder of its own, its books beside it.
echo '<r:course xmlns:r="urn:ridgepoint:1"><r:book name="mine" lang="en" href="notes.en.xml"/></r:course>' >"$OWN/course.xml"
run build "$OWN/course.xml" -o "$WORK/course"
same "a course elsewhere: status" 0 "$status"
holds "a course elsewhere" test -f "$WORK/course/handout/mine.en.pdf"

# What cannot be built.
run build templates/handout.xml -o "$WORK/no"
says "a template" "$WORK/stderr" "unexpected <r:template>" "a book, an article or a chapter"
run build "$OWN/notes.en.xml" --lang zh -o "$WORK/no"
same "another language: status" 1 "$status"
says "another language" "$WORK/stderr" "no language “zh”" "the xml:lang of a file given"
run build "$OWN/notes.en.xml" "$OWN/parts/../notes.en.xml" -o "$WORK/no"
says "twice the same" "$WORK/stderr" "notes.en"
for name in exercise:qandaset ul:itemizedlist img:mediaobject p:para; do
    echo "<chapter $NS xml:lang=\"en\"><title>t</title><${name%:*}/></chapter>" >"$OWN/odd.xml"
    run check "$OWN/odd.xml"
    says "<${name%:*}>" "$WORK/stderr" "<${name%:*}> cannot be set; write" "<${name#*:}>"
done

# A chapter of a book is built without it: what the book would have is told once, and left out.
cat >"$WORK/alone.xml" <<'END'
<chapter xmlns="http://docbook.org/ns/docbook" xmlns:r="urn:ridgepoint:1" version="5.0" xml:lang="en"><title>Alone</title>
<section><title>Cats</title><subtitle>And why they sleep</subtitle><para>See <xref linkend="sec-elsewhere"/>, and <citation r:source="nvidia-a100-datasheet"/>.</para></section></chapter>
END
for how in "check $WORK/alone.xml" "build $WORK/alone.xml -o $WORK/alone.pdf"; do
    run $how
    same "a chapter alone, ${how%% *}: status" 0 "$status"
    same "a chapter alone, ${how%% *}: told once" 1 "$(grep -c "warning: this file has no “sec-elsewhere”" "$WORK/stderr")"
done
pdftotext "$WORK/alone.pdf" "$WORK/alone.txt"
says "the subtitle of a section" "$WORK/alone.txt" "And why they sleep"

# A fault of a template is one every time: nothing is made, nothing remembered.
mkdir "$WORK/root"
ln -s "$HOUSE/content" "$HOUSE/assets" "$WORK/root/"
cp -r templates "$WORK/root/"
echo '<r:template xmlns:r="urn:ridgepoint:1" base="handout"><r:style name="body" size="12"/></r:template>' >"$WORK/root/templates/mine.xml"
for time in first second; do
    RIDGE_ROOT=$WORK/root run build "$OWN/notes.en.xml" --template mine -o "$WORK/styled"
    same "a template with a fault, $time time: status" 1 "$status"
    says "a template with a fault, $time time" "$WORK/stderr" "unknown style property “size”" "font-size"
    holds "a template with a fault, $time time: nothing made" test ! -e "$WORK/styled/handout"
done
summary
