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

run chart roofline -o c.svg --data c.svg
same "a chart and its data in one file are refused" 1 "$status"
run chart roofline -o c.svg -o c.svg
same "so is one file twice" 1 "$status"
run chart roofline -o - --snippet html
same "and a chart beside its snippet on the standard output" 1 "$status"
same "then nothing is written" "" "$(ls c.svg 2>/dev/null)"

run chart roofline --width 300 -o narrow.svg
says "a width draws the frame of pages" narrow.svg 'viewBox="0 0 300 '
run chart roofline --width 10 -o narrow.svg
same "a width that is too small is refused" 1 "$status"

summary
