#!/bin/bash
# Big books (big.py): 500 pages in both languages with nothing lost and every folio right, and memory
# that grows with what there is of each thing and no faster. What grows faster in time as well ends at
# a limit far above what is needed.
. tests/book/lib.sh
root=$WORK/root
mkdir -p "$root/content/zh" "$root/content/en"
cp -r content/catalogue content/scenarios.xml "$root/content/"
cp content/zh/strings.xml "$root/content/zh/"
cp content/en/strings.xml "$root/content/en/"
ln -s "$HOUSE/templates" "$HOUSE/assets" "$root/"
ln -s "$HOUSE/content/cases" "$root/content/cases"
echo '<r:charts xmlns:r="urn:ridgepoint:1"/>' >"$root/content/charts.xml"
export RIDGE_ROOT="$root"
python3 - "$root/content" <<'END'
import struct, sys, zlib
def chunk(name, data):
    return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
for lang in ('zh', 'en'):
    with open('%s/%s/dot.png' % (sys.argv[1], lang), 'wb') as f:
        f.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 320, 160, 8, 0, 0, 0, 0)) +
                chunk(b'IDAT', zlib.compress((b'\0' + b'\x99' * 320) * 160)) + chunk(b'IEND', b''))
END

# big KIND N LANG: the book and its PDF, $pdf; the most memory it took, KB, in $peak.
big() {
    python3 tests/book/big.py "$1" "$2" "$3" >"$root/content/$3/book.xml"
    echo "<r:course xmlns:r='urn:ridgepoint:1'><r:book lang='$3' href='$3/book.xml'/></r:course>" >"$root/content/course.xml"
    pdf=$WORK/out/handout/course.$3.pdf
    rm -f "$pdf"
    peak=$(python3 - "$RIDGE" "$3" "$WORK/stdout" "$WORK/stderr" <<'END'
import resource, subprocess, sys
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
with open(sys.argv[3], 'w') as out, open(sys.argv[4], 'w') as err:
    status = subprocess.call([sys.argv[1], 'build', '--lang', sys.argv[2]], stdout=out, stderr=err)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status if status >= 0 else 128 - status)
END
    )
    status=$?
}

# A sanitizer keeps a shadow of all memory: what is measured then is not the program's.
sanitized() { grep -qa __asan_init "$OUT/bin/ridge-pages"; }
! sanitized || skipped "memory of 500 pages" "a sanitizer's memory is measured with the program's"

# ── 500 pages ────────────────────────────────────────────────────────────────────────────────────
for lang in zh en; do
    big book 80 $lang
    same "$lang: exit status" 0 $status
    empty "$lang: no message" "$WORK/stderr"
    pages=$(pdfinfo "$pdf" | sed -n 's/^Pages: *//p')
    holds "$lang: $pages pages" test "$pages" -ge 480
    sanitized || holds "$lang: $((peak / 1024)) MB" test "$peak" -le 307200
    pdftotext "$pdf" "$WORK/text"
    same "$lang: text on every page" "$pages" "$(tr -cd '\f' <"$WORK/text" | wc -c | tr -d ' ')"
    holds "$lang: no word is lost" python3 tests/book/words.py "source:$root/content/$lang/book.xml" "pdf:$WORK/text"
    python3 tests/book/big_pages.py "$root/content/$lang/book.xml" "$pdf" "$WORK/text" >"$WORK/wrong" 2>&1
    empty "$lang: index, references, numbers" "$WORK/wrong"
done

# ── Growth ───────────────────────────────────────────────────────────────────────────────────────
big pages 1 zh
least_zh=$peak
big pages 1 en
least_en=$peak
# grows KIND N LANG: twice as much takes at most 2.3 times the memory.
grows() {
    big "$1" "$2" "$3"
    same "$3: $1 $2: exit status" 0 $status
    first=$peak
    big "$1" $((2 * $2)) "$3"
    same "$3: $1 $((2 * $2)): exit status" 0 $status
    least=least_$3
    holds "$3: $1: $first KB, then $peak" awk -v m="${!least}" -v a="$first" -v b="$peak" \
        'BEGIN { exit !(b - m <= 2.3 * (a - m) + 4096) }'
}
turn=0
for kind in "pages 400" "words 500" "solid 5000" "rows 1000" "cells 500" "cell 500" "footnotes 400" \
    "notes 1000" "references 1500" "terms 2500" "one-term 400" "figures 500" "flood 500" "formulas 250" \
    "mrow 1000" "citations 200" "margins 500" "items 500" "chapters 100" "sections 300" "code 1000" \
    "links 400" "glossary 400" "questions 400" "callout 400"; do
    turn=$((turn + 1))
    grows $kind $([ $((turn % 2)) = 0 ] && echo zh || echo en)
done

# ── Too much of a thing: a message with a place ──────────────────────────────────────────────────
too_much() {
    big "$1" "$2" en
    same "$1 $2: exit status" 1 $status
    says "$1 $2" "$WORK/stderr" "content/en/book.xml:" "$3"
    holds "$1 $2: nothing is written" test ! -e "$pdf"
}
big depth 60 zh
same "lists in lists, 60 deep: exit status" 0 $status
too_much depth 300 "is nested too deeply; expected at most 200 levels"
big columns 64 en
same "64 columns: exit status" 0 $status
too_much columns 65 "expected a whole number from 1 to 64"
summary
