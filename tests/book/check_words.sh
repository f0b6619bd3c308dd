#!/bin/sh
# Words of charts: each is said by the program, each that is said exists, in both languages.
. tests/book/lib.sh

same "words of charts" "" "$(python3 tests/book/chart_words.py)"

# ── The check itself: one word too many, one in one language only, one that is missing ──
mkdir -p "$WORK/tree/content/en" "$WORK/tree/content/zh"
ln -s "$PWD/gen" "$WORK/tree/gen"
for lang in en zh; do
    cp content/$lang/strings.xml "$WORK/tree/content/$lang"
    cp -r content/$lang/charts "$WORK/tree/content/$lang"
    sed -i -e 's|</strings>|<s id="chart.scaling.nobody">nobody</s></strings>|' \
        -e '/id="chart.scaling.kicker"/d' "$WORK/tree/content/$lang/charts/scaling.xml"
done
sed -i '/id="chart.ridge-point"/d' "$WORK/tree/content/zh/strings.xml"
check=$PWD/tests/book/chart_words.py
(cd "$WORK/tree" && python3 "$check") >"$WORK/faults"
says "a word too many" "$WORK/faults" "scaling: chart.scaling.nobody is never said"
says "a word that is missing" "$WORK/faults" "chart.scaling.kicker does not exist"
says "a word of one language" "$WORK/faults" "strings: chart.ridge-point stands in one language only"
same "faults" 3 "$(grep -c . "$WORK/faults")"
summary
