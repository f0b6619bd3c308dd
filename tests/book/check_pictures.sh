#!/bin/sh
# Pictures: PNG and JPEG stand in the handout with their words, sizes and pixels; what is wrong with
# one is said with its place, and nothing is written.
. tests/book/lib.sh

root=$WORK/root
mkdir -p "$root/content/en/pic"
cp -r content/catalogue content/scenarios.xml content/zh "$root/content/"
cp content/en/strings.xml "$root/content/en/"
cp -r templates assets "$root/"
ln -s "$HOUSE/content/cases" "$root/content/cases"
echo '<r:charts xmlns:r="urn:ridgepoint:1"></r:charts>' >"$root/content/charts.xml"
echo '<r:course xmlns:r="urn:ridgepoint:1"><r:book lang="en" href="en/course.xml"/></r:course>' >"$root/content/course.xml"
python3 tests/book/pictures.py "$root/content/en/pic"
cp "$root/content/en/pic/rgb.png" "$WORK/outside.png"
ln -s "$WORK/outside.png" "$root/content/en/pic/link.png"
export RIDGE_ROOT="$root"

# book TEXT: a chapter of this; then build it.
book() {
    cat >"$root/content/en/course.xml" <<X
<book xmlns="http://docbook.org/ns/docbook" xmlns:r="urn:ridgepoint:1" version="5.0" xml:lang="en">
<title>Pictures</title><chapter xml:id="c"><title>Of pictures</title>
<para xml:id="p">Text.</para>
$1
</chapter></book>
X
    rm -rf "$WORK/out/handout"
    run build --lang en
}
shown='<textobject><phrase>A fade.</phrase></textobject>'
# picture FILE [ATTRIBUTES [REST]]
picture() { echo "<mediaobject><imageobject><imagedata fileref=\"pic/$1\" ${2-}/></imageobject>${3-$shown}</mediaobject>"; }

# ── Sound ones ───────────────────────────────────────────────────────────────────────────────────
book "<figure xml:id='f1'><title>One</title>$(picture rgb.png)</figure>
<figure xml:id='f2'><title>Two</title>$(picture alpha.png 'width="80mm"')</figure>
<figure xml:id='f3' pgwide='1'><title>Three</title>$(picture wide.png)</figure>
<informalfigure xml:id='f4'>$(picture palette.png 'contentwidth="50%"' '<alt>Four colours.</alt>')</informalfigure>
$(picture grey.png 'scale="200"') $(picture plain.jpg 'contentwidth="40pt" contentdepth="40pt"')
$(picture jpeg-named.png) $(picture deep.png)
<mediaobject role='decorative'><imageobject><imagedata fileref='pic/rgb.png' width='50%'/></imageobject></mediaobject>
<para xml:id='q'>In <inlinemediaobject><imageobject><imagedata fileref='pic/palette.png'/></imageobject><textobject><phrase>colours in a line</phrase></textobject></inlinemediaobject> line.</para>"
same "sound pictures: exit status" 0 $status
pdf=$WORK/out/handout/course.en.pdf
holds "sound pictures: qpdf --check" qpdf --check "$pdf"
python3 tests/pdfua/check.py "$pdf" >"$WORK/checked"
holds "sound pictures: PDF/UA and PDF/A" grep -q ': 0 faults over' "$WORK/checked"
show "$WORK/checked" | grep -v '0 faults'
pdfimages -list "$pdf" | sed 1,2d | awk '{print $4, $5, $6, $8, $9, $13}' >"$WORK/images"
# columns, rows, colours, bits, coding, pixels an inch: 600 at 144 dpi stay; 300 in 80 mm make 95;
# 3000 in 493 pt make 438; 160 at half of their 150 dpi; 200 at twice their size; 16 in 40 pt; 96 usual.
for line in "600 300 rgb 8 image 144" "300 200 rgb 8 image 95" "3000 300 rgb 8 image 438" "160 80 index 2 image 300" \
    "200 100 gray 16 image 100" "16 8 rgb 8 jpeg 29" "16 8 rgb 8 jpeg 96" "600 300 rgb 8 image 242" "160 80 index 2 image"; do
    says "sound pictures: $line" "$WORK/images" "$line"
done
says "a coarse one is warned of" "$WORK/stderr" "pic/plain.jpg is set with 29 pixels an inch"
pdftoppm -r 72 -png -f 1 "$pdf" "$WORK/page"
holds "pages can be drawn" test -s "$(ls "$WORK"/page*.png | tail -1)"
qpdf --qdf --object-streams=disable "$pdf" "$WORK/qdf"
says "words of pictures" "$WORK/qdf" "/Alt (A fade.)" "/Alt (Four colours.)" "/Alt (colours in a line)"
same "a picture that stands twice is there once" 7 "$(grep -ac '/Subtype /Image' "$WORK/qdf")"
cp "$pdf" "$WORK/first.pdf"
rm -rf "$WORK/out/handout"
run build --lang en
holds "the same bytes again" cmp "$pdf" "$WORK/first.pdf"

# ── Fresh ────────────────────────────────────────────────────────────────────────────────────────
python3 -c "import sys; d = open(sys.argv[1], 'rb').read(); open(sys.argv[2], 'wb').write(d)" \
    "$root/content/en/pic/alpha.png" "$root/content/en/pic/palette.png"
run build --lang en
holds "a picture that changed makes the handout anew" sh -c "! cmp -s '$pdf' '$WORK/first.pdf'"
python3 tests/book/pictures.py "$root/content/en/pic"

# ── Faults ───────────────────────────────────────────────────────────────────────────────────────
# wrong NAME TEXT MESSAGE
wrong() {
    book "$2"
    same "$1: exit status" 1 $status
    says "$1: message with its place" "$WORK/stderr" "content/en/course.xml:4:" "$3"
    holds "$1: nothing is written" test ! -e "$pdf"
}
figure() { echo "<figure xml:id='f'><title>T</title>$1</figure>"; }
wrong "missing" "$(figure "$(picture rbg.png)")" "did you mean “pic/rgb.png”"
wrong "outside" "$(figure "$(picture ../../../../outside.png)")" "is not in the content"
wrong "outside by a link" "$(figure "$(picture link.png)")" "is not in the content"
wrong "of another type" "$(figure "$(picture text.png)")" "is no picture of a kind that is known; expected a PNG or JPEG file"
echo '<svg xmlns="http://www.w3.org/2000/svg"/>' >"$root/content/en/pic/drawing.svg"
wrong "SVG" "$(figure "$(picture drawing.svg)")" "make one of the SVG, at 300 pixels an inch"
wrong "empty" "$(figure "$(picture empty.png)")" "is no picture of a kind that is known"
wrong "cut off, PNG" "$(figure "$(picture cut.png)")" "cannot be used: it is cut off"
wrong "cut off, JPEG" "$(figure "$(picture cut.jpg)")" "cannot be used: it is cut off"
wrong "wrong sum" "$(figure "$(picture sum.png)")" "cannot be used: a check sum is wrong"
wrong "rows missing" "$(figure "$(picture short.png)")" "cannot be used: its pixels cannot be unpacked"
wrong "too many pixels" "$(figure "$(picture huge.png)")" "expected at most 100 million pixels"
wrong "too many pixels, unpacked to more than there should be" "$(figure "$(picture bomb.png)")" "cannot be used: its pixels cannot be unpacked"
wrong "a filter that there is not" "$(figure "$(picture filter.png)")" "cannot be used: its pixels cannot be unpacked"
wrong "more colours than bits" "$(figure "$(picture colours.png)")" "cannot be used: it holds no picture"
wrong "longer than what decodes it" "$(figure "$(picture long.png)")" "it is too long; save it without transparency"
mkfifo "$root/content/en/pic/pipe.png"
wrong "a pipe" "$(figure "$(picture pipe.png)")" "it is not a regular file"
mkdir "$root/content/en/pic/folder.png"
wrong "a folder" "$(figure "$(picture folder.png)")" "it is a folder"
ln -s /dev/zero "$root/content/en/pic/zero.png"
wrong "a device by a link" "$(figure "$(picture zero.png)")" "is not in the content"
wrong "no name" "$(figure "$(picture ../pic)")" "it is a folder"
wrong "four inks" "$(figure "$(picture four-inks.jpg)")" "save it as RGB"
wrong "not described" "$(figure "$(picture rgb.png '' '')")" "is not described; expected <textobject><phrase>"
wrong "no size" "$(figure "$(picture rgb.png 'width="wide"')")" "“wide” does not do here; expected a length above 0"
wrong "no file" "$(figure "<mediaobject><imageobject><imagedata/></imageobject>$shown</mediaobject>")" "lacks the attribute fileref"
summary
