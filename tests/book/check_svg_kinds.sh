#!/bin/sh
# Every kind of chart in every theme: only elements and attributes of our table (svg.rng); for offices
# valid against the document type of SVG 1.1, and what chart-peers says of Word and PowerPoint.
. tests/book/lib.sh
. tests/charts.sh
DTD=/usr/share/xml/w3c-sgml-lib/schema/dtd/REC-SVG11-20110816/svg11.dtd

for lang in zh en; do
    for theme in auto light dark print; do every_chart "$WORK/files" svg $lang $theme; done
    every_chart "$WORK/outline" svg $lang light --text outline
    every_chart "$WORK/embed" svg $lang light --fonts embed
    every_chart "$WORK/office" svg $lang office
    every_chart "$WORK/office-outline" svg $lang office --text outline
done

for folder in files outline embed; do
    holds "$folder: elements and attributes of the table" \
        xmllint --noout --nonet --relaxng tests/book/svg.rng "$WORK/$folder"/*.svg
done
for file in "$WORK/outline"/*.svg; do
    name=$(basename "$file" .svg)
    same "outline $name: no text is left" "" "$(grep -o '<text' "$file")"
    grep -o ' xlink:href="#[^"]*"' "$file" | cut -d'"' -f2 | cut -c2- | sort -u >"$WORK/used"
    grep -o ' id="[^"]*"' "$file" | cut -d'"' -f2 | sort >"$WORK/ids"
    same "outline $name: glyphs that are nowhere" "" "$(comm -23 "$WORK/used" "$WORK/ids")"
    same "outline $name: ids that stand twice" "" "$(uniq -d "$WORK/ids")"
done

if [ -e "$DTD" ]; then
    for folder in office office-outline; do
        holds "$folder: valid SVG 1.1" xmllint --noout --nonet --dtdvalid "$DTD" "$WORK/$folder"/*.svg
    done
    sed 's/<svg /<svg role="img" /' "$WORK/office/roofline-office.en.svg" >"$WORK/wrong.svg"
    xmllint --noout --nonet --dtdvalid "$DTD" "$WORK/wrong.svg" 2>/dev/null
    same "and the document type would tell" 3 $?
else
    skipped "office charts against SVG 1.1" "no w3c-sgml-lib on this machine"
fi
cat "$WORK/office"/*.svg >"$WORK/all"
same "office: no class, style, nested drawing, foreign object or baseline" "" \
    "$(grep -oE ' class=| style=|<style|<foreignObject|dominant-baseline| dy=|textLength|letter-spacing|currentColor|rgba?\(|transparent| font=' "$WORK/all" | sort -u)"
same "office: one drawing a file" "$(ls "$WORK/office" | wc -l)" "$(grep -c '<svg' "$WORK/all")"
same "office: colours are six digits" "" \
    "$(grep -oE ' (fill|stroke)="[^"]*"' "$WORK/all" | grep -vE '"(none|#[0-9A-F]{6})"' | sort -u)"
same "office: every text has its place, size, font and colour" "$(grep -c '<text' "$WORK/all")" \
    "$(grep -cE '<text x="[0-9.-]+" y="[0-9.-]+"[^>]* fill="#[0-9A-F]{6}"[^>]* font-family="[^"]+" font-size="[0-9.]+"' "$WORK/all")"

# One ink in print.
cat "$WORK/files"/*-print.*.svg >"$WORK/all"
same "print: black and white" "#000000 #FFFFFF" \
    "$(grep -oE '(fill|stroke):#[0-9A-F]*' "$WORK/all" | sed 's/.*://' | sort -u | xargs)"

# ── PDF: one tagged figure with its words, as large as the drawing, without transparency ──────────
every_chart "$WORK/pdf" pdf zh light
for file in "$WORK/pdf"/*.pdf; do
    name=$(basename "$file" -light.zh.pdf)
    pdfinfo -box "$file" >"$WORK/info"
    same "$name: the page is the drawing" "$(size_of "$WORK/files/$name-light.zh.svg" | awk '{ printf "%.2f %.2f", $1, $2 }')" \
        "$(awk '/^MediaBox/ { printf "%.2f %.2f", $4, $5 }' "$WORK/info")"
    same "$name: tagged, one page" "yes 1" "$(awk '/^Tagged/ { t = $2 } /^Pages/ { p = $2 } END { print t, p }' "$WORK/info")"
    same "$name: one figure" 1 "$(pdfinfo -struct "$file" 2>/dev/null | grep -c '^ *Figure')"
    qpdf --qdf --object-streams=disable "$file" "$WORK/plain.pdf"
    same "$name: with words" 1 "$(grep -ac '/Alt ' "$WORK/plain.pdf")"
    same "$name: no transparency" 0 "$(grep -acE '/SMask|/Transparency|/ca [0-9]' "$WORK/plain.pdf")"
done

# ── PNG at any scale: the next whole pixel ────────────────────────────────────────────────────────
for scale in 0.1 0.33 1 1.5 2.7 16; do
    run chart roofline --scale $scale -o "$WORK/x.png"
    same "PNG at $scale" "$(size_of "$WORK/files/roofline-auto.en.svg" |
        awk -v s=$scale 'function up(x) { return int(x - 1e-6) + 1 } { print up($1 * s), up($2 * s) }')" \
        "$(od -An -tu1 -j16 -N8 "$WORK/x.png" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }')"
done

# What does not go together is said.
run chart roofline --text outline -o "$WORK/x.pdf"
same "outlines in a PDF: refused" 1 $status
says "and why" "$WORK/stderr" "--text outline"
run chart roofline --fonts embed --theme office -o "$WORK/x.svg"
same "fonts for offices: refused" 1 $status
says "and what to take" "$WORK/stderr" "--text outline is for them"
summary
