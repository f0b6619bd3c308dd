#!/bin/sh
# Back matter in the finished PDF: the pages that index, glossary and bibliography name are those on
# which the words stand, in both languages; so are the pages that references and lists name.
. tests/book/lib.sh

# Where the words of the test stand is read off the pages themselves.
mkdir -p "$WORK/root"
cp -r content "$WORK/root/content"
ln -s "$HOUSE/templates" "$HOUSE/assets" "$WORK/root/"
export RIDGE_ROOT="$WORK/root"
printf '%s\n' '<r:course xmlns:r="urn:ridgepoint:1"><r:book lang="zh" href="zh/back.xml"/>' \
    '<r:book lang="en" href="en/back.xml"/></r:course>' >"$WORK/root/content/course.xml"

# book LANGUAGE FILLER ABOUT: words that stand in the text once to three times, each with its
# indexterm; terms, citations, references, figures.
book() {
    awk -v language="$1" -v filler="$2" -v about="$3" '
        function name(n) { return sprintf("Q%c%c", 97 + int(n / 26), 97 + n % 26) }
        function mark(word) { return "<indexterm><primary>" word "</primary></indexterm>" word " " }
        BEGIN {
            print "<book xmlns=\"http://docbook.org/ns/docbook\" xmlns:r=\"urn:ridgepoint:1\" version=\"5.0\""
            print " xml:lang=\"" language "\"><title>Back</title><toc role=\"tables\"/>"
            for (c = 0; c < 3; c++) {
                print "<chapter xml:id=\"c" c "\"><title>Zc" c "</title>" (c ? "" : "<subtitle>Opener</subtitle>")
                for (s = 0; s < 3; s++) {
                    print "<section xml:id=\"s" c s "\"><title>Zs" c s "</title><para>Zy" c s "</para>"
                    if (s < 2)
                        print "<table xml:id=\"t" c s "\"><title>Zt" c s "</title><tgroup cols=\"1\"><thead><row>" \
                              "<entry>A<indexterm><primary>Qhead</primary></indexterm></entry></row></thead><tbody><row><entry>B</entry></row></tbody></tgroup></table>"
                    for (p = 0; p < 5; p++) {
                        n = c * 15 + s * 5 + p
                        print "<para>" mark(name(n)) mark(name(n % 7 + 60)) mark(name(n % 3 + 70))
                        print "<glossterm>G" tolower(name(n % 4)) "</glossterm><citation>w" n % 5 "</citation> "
                        if (p == 2)
                            print "<xref linkend=\"s" (c + 1) % 3 s "\" xrefstyle=\"template: Zx" c s "=%p=\"/>"
                        if (n == 3)
                            print "<indexterm class=\"startofrange\" xml:id=\"range\"><primary>Qzz</primary></indexterm>Qzz"
                        if (n == 40)
                            print "Qzz<indexterm class=\"endofrange\" startref=\"range\"/>"
                        print filler filler filler filler filler "</para>"
                    }
                    print "</section>"
                }
                print "</chapter>"
            }
            print "<glossary xml:id=\"glossary\">"
            for (n = 0; n < 4; n++)
                print "<glossentry><glossterm>G" tolower(name(n)) "</glossterm><glossdef><para>" about "</para></glossdef></glossentry>"
            print "</glossary><bibliography xml:id=\"works\">"
            print "<biblioentry role=\"article\"><author><personname>Ann Other</personname></author><title>On</title>" \
                  "<biblioset relation=\"journal\"><title>Letters</title></biblioset><pubdate>2001</pubdate>" \
                  "<biblioid class=\"doi\">10.1/2</biblioid></biblioentry>"
            for (n = 4; n >= 0; n--)
                print "<bibliomixed xml:id=\"w" n "\">Work" n " of somebody.</bibliomixed>"
            print "</bibliography><index xml:id=\"index\"/></book>"
        }'
}
book zh-Hans '同一张卡，训练时忙个不停，只答一个人的问题时却大半闲着：差别在于它等的是数据还是算术。先问容量，再问带宽，最后才问算力。' \
    '一个词的意思。' >"$WORK/root/content/zh/back.xml"
book en 'The same device is busy in training and mostly idle when it answers one person: what differs is whether it waits for data or for arithmetic. Ask for capacity first, then for bandwidth, then for arithmetic. ' \
    'What a word means.' >"$WORK/root/content/en/back.xml"

run build
same "build: exit status" 0 $status
empty "build: messages" "$WORK/stderr"

# Folios of the pages that hold a word, runs joined as an index joins them.
folios() {
    awk -v word="$1" -v last="$body" -v front="$front" '
        BEGIN { RS = "\f" }
        NR > front && NR <= last && index($0, word) { page[++n] = NR - front }
        END {
            for (i = 1; i <= n; i = k + 1) {
                for (k = i; k < n && page[k + 1] == page[k] + 1;) k++
                printf "%s%s", (i > 1 ? ", " : ""), (k > i ? page[i] "–" page[k] : page[i])
            }
        }' "$WORK/pages"
}

# What stands behind a word on the pages of the back, from its line on.
behind() { sed -n "s/^ *$1[   ]*//p" "$WORK/$2" | head -1; }

for language in zh en; do
    file=$WORK/out/handout/course.$language.pdf
    holds "$language: qpdf --check" qpdf --check "$file"
    python3 tests/pdfua/check.py "$file" >"$WORK/ua"
    holds "$language: PDF/UA-1 and PDF/A-2u" grep -q ' 0 faults over' "$WORK/ua"
    # As plain DocBook it is valid.
    run expand "$WORK/root/content/$language/back.xml" -o "$WORK/expanded.xml"
    holds "$language: expanded" jing /usr/share/xml/docbook/schema/rng/5.0/docbook.rng "$WORK/expanded.xml"
    pdftotext "$file" "$WORK/pages"
    front=$(awk 'BEGIN { RS = "\f" } /Opener/ { n = NR - 1 } END { print n }' "$WORK/pages")
    body=$(awk 'BEGIN { RS = "\f" } /Work4/ { print NR - 2; exit }' "$WORK/pages")
    # Index: columns are read one after the other.
    pdftotext -f "$((body + 3))" "$file" "$WORK/index"
    for word in Qaa Qab Qak Qba Qbs Qci Qcj Qco Qcs Qct Qcu; do
        same "$language: index: $word" "$(folios "$word")" "$(behind "$word" index | sed 's/ *$//')"
    done
    first=$(folios Qzz | sed 's/[,–].*//') last=$(folios Qzz | sed 's/.*[ –]//')
    same "$language: index: a range" "$first–$last" "$(behind Qzz index)"
    # Glossary and bibliography: folios stand in the margin beside the entry.
    pdftotext -layout -f "$((body + 1))" -l "$((body + 2))" "$file" "$WORK/lists"
    for word in Gqaa Gqab Gqac Gqad; do
        want=$(folios "$word")
        holds "$language: glossary: $word" grep -qE "(第 |pp?\. )$want( 页)?( .*$word|\$)|$word.* $want( 页)?\$" "$WORK/lists"
    done
    # The list of tables, which has six entries; a list of figures would have none and is left out.
    pdftotext -layout -l "$front" "$file" "$WORK/front"
    for table in Zt00 Zt01 Zt10 Zt11 Zt20 Zt21; do
        same "$language: list of tables: $table" "$(folios "$table")" \
            "$(awk -v word="$table" '$2 == word { print $NF }' "$WORK/front")"
    done
    # References: each names the page of the section it refers to.
    for c in 0 1 2; do
        for s in 0 1 2; do
            said=$(sed -n "s/.*Zx$c$s=\([0-9]*\)=.*/\1/p" "$WORK/pages" | head -1)
            to=Zy$(((c + 1) % 3))$s
            same "$language: reference to the section of $to" "$(folios "$to")" "$said"
        done
    done
done
summary
