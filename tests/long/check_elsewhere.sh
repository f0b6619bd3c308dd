#!/bin/sh
# Charts in other programs, against our own PNG: librsvg and Inkscape (outlines: fonts are theirs),
# LibreOffice Writer and Impress (the office theme, as outlines), LaTeX (the PDF).
. tests/book/lib.sh
. tests/charts.sh
LETTERS=2.5 # percent, mean over all pixels
PLACED=5    # a page that another program rendered, cut and scaled to the picture
OTHER=8     # the same with letters of another font

command -v compare >/dev/null || { skipped "other programs" "no imagemagick"; exit 0; }

# ── Programs that draw SVG ──
for lang in en zh; do
    every_chart "$WORK/svg" svg $lang light --text outline
    every_chart "$WORK/svg" png $lang light
    every_chart "$WORK/svg" pdf $lang light
done
most_=0
for file in "$WORK/svg"/*.svg; do
    name=$(basename "$file" .svg)
    rsvg-convert -w 1120 "$file" -o "$WORK/seen.png"
    agrees "librsvg $name" "$WORK/seen.png" "${file%.svg}.png" $LETTERS
done
echo "librsvg: at most $most_ % from our PNG"
if command -v inkscape >/dev/null; then
    most_=0
    for file in "$WORK/svg"/roofline*.svg "$WORK/svg"/memory-stack*.svg; do
        HOME=$WORK inkscape --export-type=png --export-width=1120 --export-filename="$WORK/seen.png" \
            "$file" >"$WORK/log" 2>&1
        agrees "Inkscape $(basename "$file" .svg)" "$WORK/seen.png" "${file%.svg}.png" $LETTERS
    done
    echo "Inkscape: at most $most_ % from our PNG"
else
    skipped "Inkscape" "not on this machine"
fi

# ── A page of another program: the picture is cut out by its ground, and scaled ──
# placed NAME PAGES.pdf PNG [MOST]
placed() {
    pdftoppm -r 200 -png -singlefile "$2" "$WORK/page"
    convert "$WORK/page.png" -fuzz 2% -trim +repage "$WORK/cut.png"
    convert "$3" -fuzz 2% -trim +repage "$WORK/ours.png"
    convert "$WORK/cut.png" -resize "$(identify -format '%wx%h!' "$WORK/ours.png")" "$WORK/cut.png"
    agrees "$1" "$WORK/cut.png" "$WORK/ours.png" "${4:-$PLACED}"
}

# ── LibreOffice: flat documents that hold the drawing as data ──
flat() { # KIND SVG: the document on standard output
    printf '<?xml version="1.0" encoding="UTF-8"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.%s"><office:body><office:%s>' "$1" "$1"
    [ "$1" = text ] && printf '<text:p>' || printf '<draw:page draw:name="one">'
    size_of "$2" | awk '{ printf "<draw:frame text:anchor-type=\"as-char\" svg:x=\"2cm\" svg:y=\"2cm\" svg:width=\"16cm\" svg:height=\"%.3fcm\">", 16 * $2 / $1 }'
    printf '<draw:image><office:binary-data>'
    base64 "$2"
    printf '</office:binary-data></draw:image></draw:frame>'
    [ "$1" = text ] && printf '</text:p>' || printf '</draw:page>'
    printf '</office:%s></office:body></office:document>\n' "$1"
}
if command -v soffice >/dev/null; then
    most_=0
    for kind in roofline memory-stack; do
        for how in native outline; do
            run chart $kind --theme office --text $how -o "$WORK/office.svg"
            for document in "text fodt" "presentation fodp"; do
                set -- $document
                flat "$1" "$WORK/office.svg" >"$WORK/office.$2"
                HOME=$WORK timeout 120 soffice --headless --convert-to pdf --outdir "$WORK" "$WORK/office.$2" >"$WORK/log" 2>&1
                [ $how = native ] && most=$OTHER || most=$PLACED
                placed "LibreOffice $2 $kind $how" "$WORK/office.pdf" "$WORK/svg/$kind-light.en.png" $most
                [ -z "${KEEP:-}" ] || cp "$WORK/cut.png" "$KEEP/$kind-$how-$2.png"
            done
        done
    done
    echo "LibreOffice: at most $most_ % from our PNG"
else
    skipped "LibreOffice" "not on this machine"
fi

# ── LaTeX ──
if command -v pdflatex >/dev/null; then
    most_=0
    for file in "$WORK/svg"/*.pdf; do
        printf '\\pdfminorversion=7\\documentclass{article}\\usepackage{graphicx}\\pagestyle{empty}\\begin{document}\\noindent\\includegraphics[width=\\textwidth]{%s}\\end{document}\n' \
            "$file" >"$WORK/paper.tex"
        (cd "$WORK" && pdflatex -interaction=batchmode paper.tex >log 2>&1)
        same "LaTeX takes $(basename "$file") without a warning" "" "$(grep -i 'warning' "$WORK/paper.log" | grep -v 'rerun')"
        placed "LaTeX $(basename "$file")" "$WORK/paper.pdf" "${file%.pdf}.png"
        [ -z "${KEEP:-}" ] || cp "$WORK/cut.png" "$KEEP/latex-$(basename "$file").png"
    done
    echo "LaTeX: at most $most_ % from our PNG"
else
    skipped "LaTeX" "no pdflatex on this machine"
fi
summary
