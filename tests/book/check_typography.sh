#!/bin/bash
# The lines of the finished handouts, measured from the PDF (typographic targets 13): nothing may
# be wrong, and enough must have been looked at. The counts are printed. Before that, the measuring
# itself: a page with one fault of each kind, written by hand, must show each of them.
. tests/book/lib.sh

# page LINE…: a page of text at 10 pt, one line every 18 pt, each ideograph 10 wide, as mutool
# writes it. "@N" at the start of a line moves it N points right, "|N" leaves a gap of N.
page() {
    python3 - "$@" <<'END'
import re, sys, unicodedata
print('<?xml version="1.0"?><document><page id="page1" width="595" height="842">')
for row, line in enumerate(sys.argv[1:]):
    shift = re.match(r"@(-?[0-9.]+)", line)
    x, y = 100 + (float(shift[1]) if shift else 0), 100 + 18 * row
    print('<block><line wmode="0" dir="1 0">')
    for gap, c in re.findall(r"(?:\|(-?[0-9.]+);)?(.)", line[shift.end():] if shift else line):
        x += float(gap or 0)
        wide = unicodedata.east_asian_width(c) in "WF" or c in "“”‘’…—"
        w = 10 if wide else 5
        print('<font name="%s" size="10"><char quad="%.2f 0 %.2f 0 0 0 0 0" x="%.2f" y="%.2f" c="&#x%x;"/></font>'
              % ("NotoSerifCJKsc" if wide else "SourceSerif4", x, x + w, x, y, ord(c)))
        x += w
    print('</line></block>')
print('</page></document>')
END
}

# sees NAME FAULT LINE…: the page has the fault once.
sees() {
    name=$1 fault=$2
    shift 2
    page "$@" >"$WORK/page.xml"
    got=$(python3 tests/book/typography.py --size 10 zh "$WORK/page.xml" | sed -n "s/^  $fault  *\([0-9]*\) of .*/\1/p")
    same "$name" 1 "${got:-none}"
}

full=显存先满带宽随后算力最后互联也要算上一份账
sees "a comma at a line's start" "prohibited at line start" "@20$full" "$full显显" "，$full显" 完。
sees "a bracket at a line's end" "prohibited at line end" "@20$full" "$full显（" "$full显显" 完了。
sees "a number without its unit" "number parted from its unit" "@20$full" "${full}80" "GB$full显" 完了。
sees "a torn line" "boundary torn over 0.25 em" "@20$full" "显|2.6;存$full" "$full显显" 完了。
sees "no gap between scripts" "gap between scripts off" "@20$full" "$full|2.5;显A" "$full显显" 完了。
sees "marks that stand apart" "adjacent marks not compressed" "@20$full" "满”，$full" "$full显显" 完了。
sees "a last line of one ideograph" "last line too short" "@20$full" "$full显显" "$full显显" 完。
sees "a line that ends early" "right edge off by over 0.1" "@20$full" "$full显显" "$full显显" "$full显" "$full显显" 完了。
sees "a radical" "radical or compatibility ideograph" "@20$full" "⾦$full显" "$full显显" 完了。
over="显显显显|2.6;$full"
sees "a gap over four lines" "river" "@20显显|2.6;$full" "$over" "$over" "$over" 完了。
sees "a page that ends in a hyphen" "page ends with a hyphen" "@20$full" "$full显显" "${full}data-"

# Words with hyphens, many of them and in an order of no pattern: lines end in one, pages never do.
awk 'BEGIN {
    n = split("all-reduce long-term read-only data-parallel cross-entropy two-stage steady-state " \
              "pre-training fine-tuning well-known memory-bound read-write a b", w, " ")
    print "<article xmlns=\"http://docbook.org/ns/docbook\" version=\"5.0\" xml:lang=\"en\"><title>T</title>"
    for (x = 1; x <= 6000; x++) {
        if (x % 70 == 1) printf "%s<para>It is ", (x > 1 ? "it.</para>\n" : "")
        seed = (seed * 75 + 74) % 65537
        printf "%s ", w[seed % n + 1]
    }
    print "it.</para></article>"
}' >"$WORK/hyphens.xml"
"$RIDGE" build "$WORK/hyphens.xml" --lang en -o "$WORK/hyphens" >"$WORK/stdout" 2>"$WORK/stderr"
made=$WORK/hyphens/handout/hyphens.en.pdf
ends=$(pdftotext -layout "$made" - | grep -c -- '-$')
if [ "$ends" -gt 60 ]; then pass; else fail "lines that end in a hyphen" "$ends"; fi
got=$(python3 tests/book/typography.py en "$made" | sed -n 's/^  page ends with a hyphen *//p')
same "no page ends in a hyphen" 0 "${got%% *}"

for language in zh en; do for book in course guide; do
    file=$OUT/handout/$book.$language.pdf
    python3 tests/book/typography.py --size 10.5 "$language" "$file" >"$WORK/lines" 2>&1
    same "every line of $book.$language.pdf keeps the rules" 0 $?
    awk '/ 0 of| by chance$/ {quiet = 1; next} /^ [^ ]|^  [^ ]/ {quiet = 0} !quiet' "$WORK/lines" | tail -n +2
    looked=$(awk '/ of [0-9]+$/ {n += $NF} END {print n+0}' "$WORK/lines")
    if [ "$looked" -gt 20000 ]; then pass; else fail "$book.$language.pdf: things looked at" "$looked"; fi
    sed -n 's/^  \(.*[^ ]\)  *\([0-9]*\) of \([0-9]*\).*/    '$book.$language'.pdf: \1: \2 of \3/p' "$WORK/lines"
done; done
summary
