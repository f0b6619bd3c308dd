#!/bin/bash
# Every template in every language: it is built without a word; its pages have the size and the
# type area that the template says, which a reader of its own finds out, and no text outside them
# or too small; lines keep the rules, and files those of accessible ones; and all have the same
# chapters and the same numbers. Lines and structure of the handout itself are looked at elsewhere.
. tests/book/lib.sh

# What a look does to pages, it does to one chapter and an appendix. Words for which only the other
# chapters have a use are told, and that is not asked here.
short_course
used() { awk '/the text never uses/ { skip = 3 } skip { skip--; next } 1' "$1"; }
export RIDGE_ROOT=$WORK/root WORK HOUSE RIDGE
mkdir "$WORK/pdf"

# one TEMPLATE LANGUAGE: the file, and what is found in it, in files of its name.
one() {
    name=$1.$2 out=$WORK/$1.$2.out
    "$RIDGE" build --lang "$2" --template "$1" -o "$out" >/dev/null 2>"$WORK/pdf/$name.said" </dev/null
    echo $? >"$WORK/pdf/$name.status"
    used "$WORK/pdf/$name.said" >"$WORK/pdf/$name.word"
    mv "$out"/handout/*.pdf "$WORK/pdf/$name.pdf" || return
    cd "$HOUSE" || return
    mutool draw -q -F stext -o "$WORK/pdf/$name.xml" "$WORK/pdf/$name.pdf" 2>/dev/null
    python3 tests/book/templates.py "templates/$1.xml" "${2%+*}" "$WORK/pdf/$name.xml" >"$WORK/pdf/$name.pages"
    size=$(sed -n 's#^body \([0-9.]*\)/.*#\1#p' "$WORK/pdf/$name.pages")
    case $1.$2 in *+* | handout.*) ;; *)
        python3 tests/book/typography.py --size "$size" "$2" "$WORK/pdf/$name.xml" >"$WORK/pdf/$name.lines" 2>&1 ;;
    esac
    [ "$1" = handout ] || python3 tests/pdfua/check.py "$WORK/pdf/$name.pdf" >"$WORK/pdf/$name.access"
    mutool show "$WORK/pdf/$name.pdf" outline 2>/dev/null | sed 's/^[|+-]*//; s/#.*//' >"$WORK/pdf/$name.outline"
    pdftotext "$WORK/pdf/$name.pdf" - | grep -oE '[0-9]+\.[0-9]+' | sort -u >"$WORK/pdf/$name.numbers"
}
export -f one used

# broken FILE: what typography.py found. Chinese on a screen is ragged.
broken() {
    case $1 in *screen.zh*) left_out='^  right edge' ;; *) left_out='^$' ;; esac
    awk -v out="$left_out" '/^  [^ ]/ { shown = !/ 0 of| by chance$/ && $0 !~ out } /^ / && shown' "$1" | head -8
}

templates=$(sed -n 's/^<r:template .*base="handout".*/&/p' templates/*.xml | wc -l)
same "templates that stand on the handout's" 6 "$templates"
for name in handout letter one-sided large-print screen; do
    echo "$name zh"; echo "$name en"
done >"$WORK/jobs"
printf '%s zh+en\n' bilingual bilingual-beside >>"$WORK/jobs"
xargs -P 2 -L 1 bash -c 'one "$@"' one <"$WORK/jobs"

while read -r template language; do
    name=$template.$language file=$WORK/pdf/$template.$language
    same "$name: exit status" 0 "$(cat "$file.status")"
    empty "$name is built without a word" "$file.word"
    same "$name: pages" "" "$(sed '$d' "$file.pages")"
    echo "    $name: $(tail -1 "$file.pages")"
    holds "$name: was looked at" awk '/^body/ { exit !($5 > 20000) }' "$file.pages"
    case $name in *+* | handout.*) ;; *)
        same "$name: every line keeps the rules" "" "$(broken "$file.lines")"
        want=$(sed -n 's#^body \([0-9./]*\),.*#\1#p' "$file.pages")
        says "$name: body on its pitch" "$file.lines" "body $want"
        same "$name: the chapters" "" "$(diff "$file.outline" "$WORK/pdf/handout.$language.outline" | head -4)"
        same "$name: numbers of its own" "" "$(comm -23 "$file.numbers" "$WORK/pdf/handout.$language.numbers")"
        # a chart of another width has room for other labels
        holds "$name: the numbers" test "$(comm -13 "$file.numbers" "$WORK/pdf/handout.$language.numbers" | wc -l)" -le 5
        ;;
    esac
    [ "$template" = handout ] || holds "$name: accessible" grep -q ': 0 faults over' "$file.access"
    pages=$(grep -c '<page ' "$file.xml") bytes=$(stat -c %s "$file.pdf")
    case $language in *+*) most=500000 ;; *) most=450000 ;; esac
    holds "$name: $bytes bytes, $pages pages" test "$bytes" -le $((most + 10000 * pages))
done <"$WORK/jobs"
# A template of one's own, without a line of C: another sheet, faces, colours, no margin column.
cp -r templates "$WORK/root/own" && rm "$WORK/root/templates" && mv "$WORK/root/own" "$WORK/root/templates"
cat >"$WORK/root/templates/own.xml" <<'XML'
<r:template name="own" base="handout" xmlns:r="urn:ridgepoint:1">
  <r:page width="170mm" height="240mm" inner="24mm" measure="122mm" margin="0pt" top="25mm" depth="570pt" sides="one"/>
  <r:style name="body" lang="zh" font-family="sans" font-size="10pt" line-height="1.9" text-align="justify" margin-top="6pt" color="ink2"/>
  <r:style name="body" lang="en" font-family="sans" font-size="10pt" line-height="16pt" text-align="start" margin-top="8pt" hyphens="auto"/>
  <r:style name="section" font-family="serif" font-size="18pt" line-height="24pt" text-align="center" color="compute" letter-spacing="0.05em" margin-top="30pt" margin-bottom="8pt"/>
  <r:style name="caption" font-family="serif" font-size="9pt" line-height="14pt" text-align="end" color="bandwidth"/>
</r:template>
XML
# steps FILE: how far lines of 10 pt in the sans face stand below each other, most of them.
steps() {
    awk -F'"' '/<page /{y = 0} /<font /{body = $2 ~ /Sans.*Regular/ && $4 == 10} /<char/ && body {
        for (i = 1; i < NF; i++) if ($i ~ / y=$/) { step = $(i + 1) - y; y = $(i + 1); if (step > 5) n[sprintf("%.1f", step)]++ }
    } END { for (s in n) if (n[s] > most) { most = n[s]; best = s } print best }' "$1"
}
for language in zh en; do
    run build --lang $language --template own -o "$WORK/own"
    same "own.$language: exit status" 0 "$status"
    used "$WORK/stderr" >"$WORK/own.word"
    empty "own.$language is built without a word" "$WORK/own.word"
    mutool draw -q -F stext -o "$WORK/own.xml" "$WORK/own/handout/course.$language.own.pdf" 2>/dev/null
    python3 tests/book/templates.py "$WORK/root/templates/own.xml" $language "$WORK/own.xml" >"$WORK/own.lines"
    same "own.$language: pages" "" "$(sed '$d' "$WORK/own.lines")"
    says "own.$language: its pitch is read" "$WORK/own.lines" "body 10.00/$([ $language = zh ] && echo 19 || echo 16).0"
    same "own.$language: body on its pitch" "$([ $language = zh ] && echo 19.0 || echo 16.0)" "$(steps "$WORK/own.xml")"
    holds "own.$language: body in the sans face" sh -c "grep -c 'name=\"SourceSans3-Regular\" size=\"10' '$WORK/own.xml' | awk '{ exit \$1 < 100 }'"
done

# Every value that is none is told, with what would do, and there is no file.
cat >"$WORK/root/templates/bad.xml" <<'XML'
<r:template name="bad" base="handout" scael="2" scale="9" xmlns:r="urn:ridgepoint:1">
  <r:page width="170" height="-5mm" sides="both" pairs="besides" flow="idea" notes="side" references="pages" toc-depth="7" margins="3pt" measure="900pt"/>
  <r:style name="body" font-family="comic" font-weight="heavy" font-style="slanted" font-size="0pt" line-height="0" text-align="justified" text-indent="2"/>
  <r:style name="bdy" margin-top="x" margin-bottom="1in" padding-left="5px" padding-right="3pt" color="blue" figures="old" baseline="-3pt" hyphens="yes" letter-spacing="wide"/>
  <r:style font-size="10pt"/>
  <r:stile name="x"/>
  <r:page/>
</r:template>
XML
run build --lang en --template bad -o "$WORK/bad"
same "a bad template: exit status" 1 "$status"
same "a bad template makes no file" "" "$(ls "$WORK/bad/handout" 2>/dev/null)"
for value in scael 9 170 -5mm both besides idea side pages 7 margins comic heavy slanted 0pt 0 justified 2 \
    bdy x 1in 5px padding-right blue old -3pt yes wide; do
    says "“$value” is told" "$WORK/stderr" "“$value”"
done
says "elements of a bad template" "$WORK/stderr" "<stile>" "<page>" "<r:style> lacks the attribute name" \
    "a type area inside the sheet" "did you mean “body”?" "did you mean “beside”?"

# A sheet of one's own, from a file anywhere.
sed 's#<article>#<article><r:place x="45" y="820" width="200"><para>Seenhere</para></r:place>#' templates/sheet.xml >"$WORK/mine.xml"
run sheet rtx-4090 --template "$WORK/mine.xml" -o "$WORK/mine.pdf"
same "a sheet by a template of one's own: exit status" 0 "$status"
same "and it is that one" 1 "$(pdftotext "$WORK/mine.pdf" - | grep -c Seenhere)"
run sheet rtx-4090 --template shet -o "$WORK/shet.pdf"
says "a template that is not there" "$WORK/stderr" "no template “shet”" "did you mean “sheet”?"

holds "numbers were compared" test "$(wc -l <"$WORK/pdf/handout.en.numbers")" -gt 300
summary
