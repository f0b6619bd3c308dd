#!/bin/sh
# Accessibility and archiving: every product against all points of PDF/UA-1 and PDF/A-2u that can be
# checked, by a checker of the tests' own that is itself put to the proof; and sizes of handouts.
. tests/book/lib.sh

run build
same "build: exit status" 0 $status
run build --edition teacher
same "build for teachers: exit status" 0 $status

find "$WORK/out" -name '*.pdf' | sort >"$WORK/files"
holds "there are products of each kind, $(wc -l <"$WORK/files") in all" \
    sh -c "for kind in handout sheets compare charts; do grep -q /\$kind/ '$WORK/files' || exit 1; done"
xargs python3 tests/pdfua/check.py <"$WORK/files" >"$WORK/checked"
while read -r file; do
    same "$file" "" "$(grep -F "$file: " "$WORK/checked" | grep -v 'faults over' | head -5)"
    holds "$file: was checked" grep -qF "$file: 0 faults over" "$WORK/checked"
done <"$WORK/files"
tr ',' '\n' <"$WORK/checked" | awk '/faults over/ { f += $2; sub(/.*faults over/, ""); files++ }
    NF > 1 && $1 ~ /^[0-9]+$/ { what = $0; sub(/^ *[0-9]+ /, "", what); n[what] += $1 }
    END { printf "PDF/UA-1 and PDF/A-2u: %d faults in %d files", f, files
          for (what in n) printf ", %d %s", n[what], what; print "" }'

# The checker sees what it is for. The guide has an element of each kind, and is read once for each damage.
python3 tests/pdfua/damage.py "$WORK/out/handout/guide.en.pdf" >"$WORK/damage"
same "damage that is not seen" "" "$(grep '^not seen' "$WORK/damage")"
holds "files were damaged in at least 40 ways" awk '/ways of damage/ { n = $1 } END { exit n < 40 }' "$WORK/damage"

# At most 450 KB and 10 KB a page.
for file in "$WORK"/out/handout/*.pdf; do
    pages=$(pdfinfo "$file" | sed -n 's/^Pages: *//p') bytes=$(stat -c %s "$file")
    holds "$(basename "$file"): $bytes bytes for $pages pages" test "$bytes" -le $((450000 + 10000 * pages))
    echo "$(basename "$file"): $bytes bytes, $pages pages"
done

# What the fonts weigh is said when asked for, and is less than the file.
rm -f "$WORK"/out/handout/course.zh.pdf
run build --lang zh --verbose
says "bytes of each font" "$WORK/stdout" "  NotoSerifCJKsc-Regular: " " glyphs, " "  SourceSans3-Regular: "
holds "fonts weigh less than the file" awk '/ glyphs, /{ fonts += $(NF - 1) }
    /^  in all: / { exit !(fonts > 100000 && fonts < $3) }' "$WORK/stdout"
same "the sum is the file's size" "$(stat -c %s "$WORK/out/handout/course.zh.pdf")" \
    "$(sed -n 's/^  in all: \([0-9]*\) bytes.*/\1/p' "$WORK/stdout" | head -1)"
summary
