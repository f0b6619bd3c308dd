#!/bin/sh
# A book of three parts, two prefaces, twelve chapters, three appendices and all kinds of lists, in
# both languages (tests/golden/structure/make.awk): numbers, outline, page labels, contents, and
# where things stand, read back from the finished PDF.
. tests/book/lib.sh
mkdir -p "$WORK/house/content/zh" "$WORK/house/content/en"
cp -R content templates assets "$WORK/house/"
export RIDGE_ROOT="$WORK/house" RIDGE_OUT="$WORK/house/out"
echo '<r:charts xmlns:r="urn:ridgepoint:1"/>' >"$RIDGE_ROOT/content/charts.xml"
echo '<r:course xmlns:r="urn:ridgepoint:1"><r:book lang="zh" href="zh/book.xml"/><r:book lang="en" href="en/book.xml"/></r:course>' \
    >"$RIDGE_ROOT/content/course.xml"
for lang in zh en; do
    awk -v lang=$lang -f tests/golden/structure/make.awk </dev/null >"$RIDGE_ROOT/content/$lang/book.xml"
done
run check
same "the book: no fault, and the languages are twins" "0 errors, 0 warnings" "$(cat "$WORK/stdout")"
run build
same "build: exit status" 0 $status
empty "build: no message" "$WORK/stderr"

# outline FILE: lines "depth page title", deepest first.
outline() {
    qpdf --json=2 --json-key=outlines "$1" | awk '
        { match($0, /^ */); indent = RLENGTH }
        /"destpageposfrom1":/ { page[indent] = $2 + 0; level[indent] = ++open; next }
        /"title":/ { sub(/^ *"title": "/, ""); sub(/",?$/, "")
                     print level[indent], page[indent], $0; open-- }'
}
# labels FILE: the printed folio of every page, in order.
labels() {
    qpdf --json=2 --json-key=pagelabels "$1" | awk -v pages="$2" '
        /"index":/ { at[++n] = $2 + 0 }
        /"\/S":/ { style[n] = $2 }
        /"\/St":/ { first[n] = $2 + 0 }
        function roman(x,   t, i) {
            split("x ix v iv i", sign); split("10 9 5 4 1", value); t = ""
            for (i = 1; i <= 5; i++) for (; x >= value[i]; x -= value[i]) t = t sign[i]
            return t
        }
        END { for (k = 1; k <= n; k++) {
                  end = k < n ? at[k + 1] : pages
                  for (p = at[k]; p < end; p++) {
                      x = (first[k] ? first[k] : 1) + p - at[k]
                      print p + 1, style[k] ~ /r/ ? roman(x) : x } } }'
}
# contents FILE FROM TO: "number folio" of the numbered lines. The measure only: titles of the other
# language stand beside it.
contents() {
    page=$2
    while [ "$page" -le "$3" ]; do
        pdftotext -layout -f "$page" -l "$page" -x $((page % 2 ? 64 : 166)) -y 60 -W 365 -H 700 "$1" - 2>/dev/null
        page=$((page + 1))
    done | tr '\f' '\n' | awk '
        $1 ~ /^([0-9]+|[A-C])(\.[0-9]+)?$/ && NF > 1 { number = $1 }
        $NF ~ /^[0-9]+$/ && number != "" { print number, $NF; number = "" }'
}

for lang in zh en; do
    file=$RIDGE_OUT/handout/course.$lang.pdf
    w() { [ $lang = zh ] && echo "$1" || echo "$2"; }
    pages=$(pdfinfo "$file" | sed -n 's/^Pages: *//p')
    outline "$file" >"$WORK/outline"
    labels "$file" "$pages" >"$WORK/labels"
    label() { awk -v p="$1" '$1 == p { print $2 }' "$WORK/labels"; }
    # where TITLE: depth and page of the first entry of that name.
    where() { awk -v t="$1" '{ rest = $0; sub(/^[0-9]+ [0-9]+ /, "", rest) } rest == t { print $1, $2; exit }' "$WORK/outline"; }
    depth() { where "$1" | cut -d' ' -f1; }

    # Parts 3, prefaces 2, chapters 12, appendices 3; sections: 3 + n % 3 in chapter n, three more, two
    # in each appendix, one in a preface; a subsection in each but the first and those three.
    same "$lang: entries of the outline" 117 "$(wc -l <"$WORK/outline" | tr -d ' ')"
    same "$lang: a preface" 1 "$(depth "$(w 前言 Preface)")"
    same "$lang: a part" 1 "$(depth "$(w '第一部分  部分标题' 'Part I  Title of a part')")"
    same "$lang: the third part" 1 "$(depth "$(w '第三部分  部分标题' 'Part III  Title of a part')")"
    same "$lang: a chapter" 2 "$(depth "$(w '1  章题 1' '1  Chapter title 1')")"
    same "$lang: chapters count on through parts" 2 "$(depth "$(w '12  章题 12' '12  Chapter title 12')")"
    same "$lang: a section" 3 "$(depth "$(w '12.1  正文' '12.1  Text')")"
    same "$lang: a subsection" 4 "$(depth "$(w 小小节 Subsection)")"
    same "$lang: an appendix" 1 "$(depth "$(w 'C  附录标题' 'C  Title of an appendix')")"
    same "$lang: a section of an appendix" 2 "$(depth "$(w 'C.1  正文' 'C.1  Text')")"
    same "$lang: a section of a preface" 2 "$(depth "$(w 致谢 Thanks)")"

    # Prefaces have roman folios, the first part is page 1, and all begin on the right.
    first=$(where "$(w '第一部分  部分标题' 'Part I  Title of a part')" | cut -d' ' -f2)
    same "$lang: the label of the title page" i "$(label 1)"
    same "$lang: the label of the first part" 1 "$(label "$first")"
    same "$lang: arabic from there on" "$((pages - first + 1))" "$(label "$pages")"
    for title in "$(w 前言 Preface)" "$(w 怎样读这本书 'How to read this book')"; do
        page=$(where "$title" | cut -d' ' -f2)
        holds "$lang: $title is before the first part" test "$page" -lt "$first"
        holds "$lang: $title has a roman folio" expr "$(label "$page")" : '[ivx][ivx]*$'
    done
    same "$lang: chapters, parts, prefaces, appendices on left-hand pages" "" \
        "$(awk '$1 <= 2 && /章题|Chapter title|附录标题|an appendix|a part|部分标题/ && $2 % 2 == 0' "$WORK/outline")"

    # Every numbered line of the contents has the folio of the page where its entry leads.
    last=$(pdfinfo -dests "$file" | awk '/"ded"/ { print $1 }')
    contents "$file" 3 $((last - 1)) | sort >"$WORK/said"
    awk 'NR == FNR { label[$1] = $2; next } $3 ~ /^([0-9]+|[A-C])(\.[0-9]+)?$/ { print $3, label[$2] }' \
        "$WORK/labels" "$WORK/outline" | sort >"$WORK/true"
    same "$lang: numbered entries" 72 "$(wc -l <"$WORK/true" | tr -d ' ')"
    holds "$lang: contents and pages agree" diff "$WORK/true" "$WORK/said"

    # Titles in the contents stop three ems (of at least 9.5) and the folio's room before its edge.
    pdftotext -bbox -f 3 -l 3 "$file" - | awk -F'"' '/<word/ && $4 > 120 && $4 < 745 && $2 < 425 { print $2, $6, $4 }' >"$WORK/words"
    holds "$lang: words of the contents" test "$(wc -l <"$WORK/words")" -gt 40
    same "$lang: titles of the contents that come near a folio" "" \
        "$(awk -v half=$(w 5 0.3) '$1 < 403 && $2 > 425 - 22 - 28.5 + half' "$WORK/words")"

    # Numbers of what is counted, and of list items.
    pdftotext -layout "$file" "$WORK/text"
    says "$lang: labels" "$WORK/text" "$(w '例 3.1' 'Example 3.1')" "$(w '步骤 2.1' 'Procedure 2.1')" \
        "$(w '问 4.1' 'Q 4.1')" "$(w '表 12.1' 'Table 12.1')" "$(w '表 C.1' 'Table C.1')" \
        "$(w '附录 B' 'Appendix B')" "$(w '表 2 ' 'Table 2 ')"
    says "$lang: lists" "$WORK/text" "VII." "VIII." "IX." "X." "XI." "1.a." "1.b." "□"
    [ $lang = zh ] && says "zh: depths of lists" "$WORK/text" "（1）" "①" "②" "（2）" "ii." "（可选）"
    [ $lang = en ] && says "en: depths of lists" "$WORK/text" "a." "i." "A." "I." "II." "(optional) Then heads."
    squeezed=$(tr -d ' \n\f' <"$WORK/text")
    for words in "$(w 第二版·2026-11 Secondedition·2026-11)" "©2025,2026" "Ridgepoint0" "$(w 试印 Trialprint)"; do
        holds "$lang: the imprint says $words" expr "$squeezed" : ".*$words"
    done
    pdfinfo "$file" >"$WORK/info"
    says "$lang: metadata" "$WORK/info" "$(w 李明、山脊出版组 'Ming Li, The Ridge Group')" "$(w '显存, GPU' 'memory, GPU')"

    # Ten lists in each other stay in the measure; no word leaves the type area.
    # Half of a full-width mark at the end of a line is blank.
    pdftotext -bbox "$file" - 2>/dev/null | awk -v half=$(w 5.5 0.5) -F'"' '
        /<page/ { page++ }
        /<word/ { left = page % 2 ? 68 : 34.28; right = left + 493
                  if ($2 < left - 2.5 || $6 > right + half) print page, $0 }' >"$WORK/outside"
    empty "$lang: words outside the type area" "$WORK/outside"

    # All points of PDF/UA-1 and PDF/A-2u that can be checked.
    says "$lang: accessibility" /dev/stdin ": 0 faults over" <<END
$(python3 tests/pdfua/check.py "$file")
END

    # A quotation in the other language says so.
    qpdf --qdf --object-streams=disable "$file" - | awk -v lang="$(w en zh)" '
        /^[0-9]+ 0 obj/ { text = "" } { text = text $0 "\n" }
        /^endobj/ && text ~ /\/S \/BlockQuote/ && text ~ "/Lang \\(" lang "\\)" { n++ } END { print n + 0 }' >"$WORK/quotes"
    same "$lang: quotations in the other language" 1 "$(cat "$WORK/quotes")"
done

# Hard inputs give pages in time, and nothing leaves them.
awk -f tests/golden/structure/hard.awk </dev/null >"$RIDGE_ROOT/content/en/hard.xml"
echo '<r:course xmlns:r="urn:ridgepoint:1"><r:book lang="en" href="en/hard.xml"/></r:course>' >"$RIDGE_ROOT/content/hard.xml"
timeout 20 "$RIDGE" build "$RIDGE_ROOT/content/hard.xml" -o "$WORK/hard" >"$WORK/stdout" 2>"$WORK/stderr"
same "hard inputs: exit status" 0 $?
same "hard inputs: errors" 0 "$(grep -c 'error:' "$WORK/stderr")"
pdftotext -bbox "$WORK/hard/handout/course.en.pdf" - 2>/dev/null | awk -F'"' '
    /<page/ { page++ }
    /<word/ { left = page % 2 ? 68 : 34.28
              if ($2 < left - 2.5 || $6 > left + 494 || $4 < 30 || $8 > 800) print page, $0 }' >"$WORK/outside"
empty "hard inputs: words outside the pages" "$WORK/outside"
same "hard inputs: forty-first entry" "27.40  Section of many" \
    "$(outline "$WORK/hard/handout/course.en.pdf" | sed 's/^[0-9]* [0-9]* //' | grep '^27.40 ')"

# toc-depth: chapters only, or subsections too.
for depth in 1 3; do
    sed -i "s#<r:page[^>]*/>##; s#</r:template>#  <r:page toc-depth=\"$depth\"/>\n</r:template>#" "$RIDGE_ROOT/templates/handout.xml"
    run build --lang en
    same "toc-depth $depth: exit status" 0 $status
    file=$RIDGE_OUT/handout/course.en.pdf
    preface=$(outline "$file" | awk '/ Preface$/ { print $2 }')
    pdftotext -layout -f 3 -l $((preface - 1)) "$file" "$WORK/text"
    same "toc-depth $depth: subsections in the contents" "$([ $depth = 3 ] && echo 39 || echo 0)" \
        "$(grep -c Subsection "$WORK/text")"
done
sed -i 's#toc-depth="3"#toc-depth="4"#' "$RIDGE_ROOT/templates/handout.xml"
run build --lang en
same "toc-depth 4: exit status" 1 $status
says "toc-depth 4" "$WORK/stderr" "“4” does not do for a style; expected 1, 2 or 3"
summary
