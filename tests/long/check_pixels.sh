#!/bin/sh
# Every kind: the SVG with its fonts, and as outlines, in a browser, against the PDF.
. tests/book/lib.sh
. tests/charts.sh
[ -n "$BROWSER" ] || { skipped "charts in a browser" "no chromium on this machine"; exit 0; }
same_pictures "--fonts embed"
same_pictures "--text outline"
summary
