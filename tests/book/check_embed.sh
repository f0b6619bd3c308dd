#!/bin/sh
# What puts a chart into another document: snippets, widths, files of their own.
. tests/book/lib.sh
cd "$WORK" || exit 1

run chart roofline --snippet markdown -o a.svg -o a.pdf
same "the Markdown snippet" 0 "$status"
same "is one line" 1 "$(wc -l <stdout)"
says "that names the SVG and begins with the finding" stdout '](a.svg)' '![Decoding one sequence uses'
run chart roofline --snippet html --lang zh -o "b&b.svg"
says "HTML escapes the path and has the size" stdout 'src="b&amp;b.svg" width="560"'
holds "HTML is well-formed" xmllint --noout --html --xmlout --nowarning --recover stdout
run chart roofline --snippet latex -o a.svg -o a.pdf
says "LaTeX names the PDF" stdout '}]{a.pdf}'
holds "a percent sign is escaped in the caption" grep -q 'caption{.*[0-9]\\%' stdout
same "none stands unescaped" 0 "$(grep -c '[0-9]%' stdout)"
run chart roofline --snippet latex -o a.svg
same "LaTeX takes no SVG" 1 "$status"
says "and says what it needs" stderr 'a snippet for latex needs a file' '-o FILE.pdf'

run chart roofline --lang zh --snippet latex -o a.pdf
same "nor in Chinese, where it is no English word" 0 "$(grep -c '[0-9]%\|percent' stdout)"
run chart roofline --snippet rst -o a.svg
says "reStructuredText names the SVG" stdout '.. figure:: a.svg' '   :alt: Decoding one sequence uses'
run chart roofline --snippet rst -o a.svg -o a.pdf
says "and of two formats either" stdout '.. figure:: a.*'
run chart roofline --snippet text -o a.png
holds "the description alone begins with the finding" grep -q '^Decoding one sequence uses' stdout
same "and is one line" 1 "$(wc -l <stdout)"
rm -f -- *.svg *.pdf *.png

# Paths that would end an address, begin a query or a scheme.
run chart roofline --snippet markdown -o 'a (1)#2?50%.svg'
says "a Markdown path is an address" stdout '](a%20%281%29%232%3F50%25.svg)'
run chart roofline --snippet markdown -o "$(printf 'two\nlines]\\.svg')"
same "a line end is encoded" 1 "$(wc -l <stdout)"
says "with brackets" stdout '](two%0Alines%5D%5C.svg)'
run chart roofline --snippet html -o 'c:"d".svg' -o 显存.svg
says "a colon makes no scheme" stdout 'src="./c:%22d%22.svg"'
run chart roofline --snippet html -o 显存.svg
says "Han stays" stdout 'src="显存.svg"'
rm -f -- *.svg *.pdf
for path in 'a#b' 'a%b' 'a{b' 'a\b' 'a,b' "$(printf 'a\nb')"; do
    run chart roofline --snippet latex -o "$path.pdf"
    same "LaTeX cannot name $path" 1 "$status"
    says "and $path is told" stderr 'needs a file that it can name'
done
same "then nothing is written" "" "$(ls | grep '^a')"

# One output that cannot be written: none is, and what stood there stays.
echo old >old.svg
mkdir folder.svg
ln -s /dev/full full.svg
for bad in folder.svg no/folder.svg full.svg; do
    run chart roofline -o old.svg -o new.pdf -o "$bad" --data new.csv
    same "$bad cannot be written" 3 "$status"
    same "then old.svg stays, and nothing is new" "folder.svg old old.svg" \
        "$(echo $(ls -d folder.svg new* .new* .old* 2>/dev/null) $(cat old.svg) $(ls old*))"
done
run chart roofline -o old.svg --snippet latex
same "nor without the file of a snippet" "1 old" "$status $(cat old.svg)"
run chart roofline -o old.svg -o ./old.svg
same "another spelling of a file is that file" "1 old" "$status $(cat old.svg)"
printf 'intensity,attained\n1,1e12\n' >points.csv
run chart roofline --points points.csv -o new.svg --data ./points.csv
same "the points are not written over" "1 2" "$status $(grep -c '' points.csv)"

run chart roofline -o c.svg --data c.svg
same "a chart and its data in one file are refused" 1 "$status"
run chart roofline -o c.svg -o c.svg
same "so is one file twice" 1 "$status"
run chart roofline -o - --snippet html
same "and a chart beside its snippet on the standard output" 1 "$status"
says "which says why" stderr "expected a file: the snippet"
same "then nothing is written" "" "$(ls c.svg 2>/dev/null)"

run chart roofline --width 300 -o narrow.svg
says "a width draws the frame of pages" narrow.svg 'viewBox="0 0 300 '
run chart roofline --width 10 -o narrow.svg
same "a width that is too small is refused" 1 "$status"

printf 'name,share,speed\nnear,0.5,4\nfar away,7,4\n' >mine.csv
run chart offload-cliff --points mine.csv -o points.svg
same "measured points are drawn" 0 "$status"
says "the one inside" points.svg '>near<'
says "the one outside is told" stderr 'the measured point far away (7, 4) lies outside the plot'

# Points of a list of charts stand beside it or below it, as in documents.
mkdir -p lists/below && cp mine.csv lists/below/near.csv
list() { printf '<r:charts xmlns:r="urn:ridgepoint:1"><r:chart name="c" kind="offload-cliff" formats="svg" points="%s"/></r:charts>\n' "$1" >lists/charts.xml; }
list below/near.csv
run build lists/charts.xml --lang en -o out
same "points below a list of charts are read" 0 "$status"
says "and drawn" out/charts/c.en.svg '>near<'
list ../mine.csv
run build lists/charts.xml --lang en -o other
same "points outside its folder are refused" 1 "$status"
says "by their name" stderr 'lists/charts.xml:1:' '../mine.csv'
list below/naer.csv
run build lists/charts.xml --lang en -o other
says "points that are not there have a nearest name" stderr 'near.csv'

summary
