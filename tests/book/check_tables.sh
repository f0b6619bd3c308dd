#!/bin/bash
# A book of hard tables and listings in both languages: nothing is complained of but typed numbers,
# every page is accessible, and every word of the source stands in the PDF once for each part.
. tests/book/lib.sh

root=$WORK/root
mkdir -p "$root/content/zh" "$root/content/en"
for file in "$HOUSE"/*; do
    [ "$(basename "$file")" = content ] || ln -s "$file" "$root/"
done
for file in "$HOUSE"/content/*; do
    case $(basename "$file") in zh | en | course.xml) ;; *) ln -s "$file" "$root/content/" ;; esac
done
cat >"$root/content/course.xml" <<'END'
<r:course xmlns:r="urn:ridgepoint:1"><r:book lang="zh" href="zh/course.xml"/><r:book lang="en" href="en/course.xml"/></r:course>
END
for language in zh en; do
    ln -s "$HOUSE/content/$language/strings.xml" "$root/content/$language/"
    python3 tests/tables/specimen.py $language >"$root/content/$language/course.xml"
done
export RIDGE_ROOT="$root"

run build -o "$WORK/out"
same "build: exit status" 0 $status
grep -E '(error|warning): ' "$WORK/stderr" | grep -v 'is typed by hand' >"$WORK/complaints"
empty "nothing but typed numbers is complained of" "$WORK/complaints"

for language in zh en; do
    pdf=$WORK/out/handout/course.$language.pdf
    python3 tests/pdfua/check.py "$pdf" >"$WORK/checked"
    holds "$language: accessible" grep -qF ': 0 faults over' "$WORK/checked"
    pdftotext -raw "$pdf" "$WORK/text"
    # the letter of each note leads back to its mark, in a repeated head to the first
    pdfinfo -dests "$pdf" | grep -o '"[^"]*\.\.mark"' | sort >"$WORK/marks"
    same "$language: marks of notes" "$(python3 tests/tables/specimen.py $language | grep -o '<footnote[ >]' | wc -l)" \
        "$(grep -c . "$WORK/marks")"
    same "$language: none twice" "" "$(uniq -d "$WORK/marks")"
    # three hundred rows, each once
    same "$language: rows" 300 "$(grep -cE '^row[0-9]+ ' "$WORK/text")"
    same "$language: different rows" 300 "$(grep -oE '^row[0-9]+ ' "$WORK/text" | sort -u | wc -l)"
    # the last of them has the last square
    holds "$language: last row" grep -qE '^row300 409.63 89401' "$WORK/text"
    # forty devices of the turned table, each once
    same "$language: turned rows" 40 "$(pdftotext "$pdf" - | grep -oE 'H1[0-9][0-9]' | sort -u | wc -l)"
    # lines of code go on from the listing before
    holds "$language: continued numbers" grep -qE '^71 tail = 71' "$WORK/text"
done
summary
