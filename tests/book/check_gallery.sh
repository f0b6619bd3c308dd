#!/bin/sh
# The gallery shows every kind in the order of the program, each beside its command, and every command in it works.
. tests/book/lib.sh
for language in en zh; do
    "$RIDGE" build content/gallery/$language/gallery.xml -o "$WORK/gallery.$language.pdf"
done
python3 tests/book/gallery.py "$RIDGE" content "$WORK"
