#!/bin/bash
# The specimen of formulas in both languages, as a finished PDF: no message, every formula tagged
# with its words, numbers at the right edge, and copied as one types it.
. tests/book/lib.sh

root=$WORK/root
mkdir -p "$root/content/en" "$root/content/zh"
ln -s "$HOUSE/assets" "$HOUSE/templates" "$root"
for part in catalogue cases scenarios.xml; do ln -s "$HOUSE/content/$part" "$root/content"; done
for lang in en zh; do
    ln -s "$HOUSE/content/$lang/strings.xml" "$root/content/$lang"
    cp "tests/golden/formulas/$lang.xml" "$root/content/$lang/specimen.xml"
done
cat >"$root/content/course.xml" <<'END'
<r:course xmlns:r="urn:ridgepoint:1">
  <r:book lang="en" href="en/specimen.xml"/><r:book lang="zh" href="zh/specimen.xml"/>
</r:course>
END
echo '<r:charts xmlns:r="urn:ridgepoint:1"/>' >"$root/content/charts.xml"
RIDGE_ROOT=$root "$RIDGE" build -o "$WORK/specimen" >"$WORK/stdout" 2>"$WORK/stderr"
same "the specimen: status" 0 $?
same "the specimen: no message" "" "$(cat "$WORK/stderr")"

# has LANGUAGE NAME TEXT: the text of the PDF has the line.
has() { holds "$1: $2" grep -qF -- "$3" "$WORK/$1.txt"; }

for lang in en zh; do
    pdf=$(find "$WORK/specimen" -name "*.$lang.pdf")
    holds "$lang: a PDF" test -s "$pdf"
    pdftotext "$pdf" "$WORK/$lang.txt"
    pdfinfo -struct "$pdf" 2>/dev/null >"$WORK/$lang.struct"
    # Twenty displays, and the short one of twenty lines.
    same "$lang: formulas in the structure" 40 "$(grep -c '^ *Formula' "$WORK/$lang.struct")"
    qpdf --qdf --object-streams=disable "$pdf" - 2>/dev/null |
        awk '/^[0-9]+ 0 obj/ { alt = formula = 0 } /\/Alt/ { alt = 1 } /\/S \/Formula/ { formula = 1 }
             /^endobj/ && formula { n++; with += alt } END { print n, with }' >"$WORK/$lang.alt"
    same "$lang: formulas, and those with words" "40 40" "$(cat "$WORK/$lang.alt")"
    same "$lang: numbers" 20 "$(grep -c '^([0-9]*\.[0-9]*)$' "$WORK/$lang.txt")"
    has $lang "powers" "C ≈ 6PT = 6 × 7 × 10^9 × 2 × 10^12"
    has $lang "fractions" "T = (2P_act + 4Lbsd)/(ηF_pk)"
    has $lang "roots" "x = √(1 + √(1 + √(α/β))) + root[3](a + b)"
    has $lang "sums" "M = ∑_(l = 1)^L(P_attn + P_(ffn, l)) + ∑_(e ∈ E)P_e"
    has $lang "functions" "N = ⌈s/b⌉ ≥ 1, log n ≤ 2 log m"
done
has en "a reference" "Eq. (1.1)"
has zh "a reference" "公式 (1.1)"

summary
