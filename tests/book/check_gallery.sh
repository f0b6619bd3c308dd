#!/bin/sh
# The gallery shows every kind, and every command in it works.
. tests/book/lib.sh
python3 tests/book/gallery.py "$RIDGE" content/gallery "$WORK/gallery"
