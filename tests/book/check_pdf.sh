#!/bin/sh
# Every PDF of the build: sound, all fonts embedded, tagged, with language, title, outline and page
# labels; its text can be read back; its links lead somewhere.
. tests/book/lib.sh

run build
same "build: exit status" 0 $status
cd "$WORK/out" || exit 3

# The text without what line breaks put in or take out: blanks, hyphens, narrow spaces.
squeeze() {
    tr -d ' \n\f\r\t-' | sed "$(printf 's/\302\255//g; s/\342\200\220//g; s/\342\200\257//g; s/\302\240//g; s/\343\200\200//g')"
}

# The object of a --qdf file that holds the line.
object_with() { awk -v line="$1" '/^[0-9]+ 0 obj/ { text = ""; hit = 0 } { text = text $0 "\n" } $0 ~ line { hit = 1 } /^endobj/ && hit { printf "%s", text }'; }

# ── Each file ────────────────────────────────────────────────────────────────────────────────────
language() { case $1 in *.zh.*pdf) echo zh-Hans ;; *.en.*pdf) echo en ;; esac; }
KANGXI=$(printf '\342[\274-\277]') COMPATIBILITY=$(printf '\357[\244-\253]')
PRIVATE=$(printf '\356\|\357[\200-\243]') REPLACEMENT=$(printf '\357\277\275')
for file in */*.pdf; do
    holds "$file: qpdf --check" qpdf --check "$file"
    pdffonts "$file" | sed 1,2d >"$WORK/fonts"
    holds "$file: has fonts" test -s "$WORK/fonts"
    same "$file: fonts that are not embedded, not cut or without Unicode" "" \
        "$(awk '$(NF-4) != "yes" || $(NF-3) != "yes" || $(NF-2) != "yes"' "$WORK/fonts")"
    same "$file: fonts that are not ours" "" \
        "$(grep -vE '^[A-Z]{6}\+(Source(Serif4|Sans3|CodePro)|Noto(Sans|Serif)CJKsc|TeXGyrePagellaMath)-' "$WORK/fonts")"
    pdfinfo "$file" >"$WORK/info"
    holds "$file: tagged" grep -q '^Tagged: *yes' "$WORK/info"
    holds "$file: has a title" grep -q '^Title: *[^ ]' "$WORK/info"
    qpdf --qdf --object-streams=disable "$file" "$WORK/qdf"
    object_with '/Type /Catalog' <"$WORK/qdf" >"$WORK/catalog"
    says "$file: catalog" "$WORK/catalog" "/Lang ($(language "$file"))" "/Marked true" "/DisplayDocTitle true"
    pdftotext "$file" "$WORK/text"
    holds "$file: has text" test -s "$WORK/text"
    same "$file: characters that are not what was written" "" \
        "$(LC_ALL=C grep -a -e "$KANGXI" -e "$COMPATIBILITY" -e "$PRIVATE" -e "$REPLACEMENT" "$WORK/text")"
    case $file in handout/*) ;; *) same "$file: one page" 1 "$(sed -n 's/^Pages: *//p' "$WORK/info")" ;; esac

    # Names that links, the outline and destinations use.
    sed -n 's/^ *\/Dest (\(.*\))$/\1/p' "$WORK/qdf" | sort -u >"$WORK/used"
    pdfinfo -dests "$file" 2>"$WORK/stderr" | sed -n 's/.*"\(.*\)"$/\1/p' | sort >"$WORK/known"
    same "$file: links to nowhere" "" "$(comm -23 "$WORK/used" "$WORK/known" | tr '\n' ' ')"
    same "$file: destinations that stand twice" "" "$(uniq -d "$WORK/known")"
done

# ── Handouts ─────────────────────────────────────────────────────────────────────────────────────
for lang in zh en; do
    file=handout/course.$lang.pdf chapter=$HOUSE/content/$lang/01-two-accounts.xml
    pdfinfo "$file" >"$WORK/info"
    title=$(sed -n 's/^ *<title>\(.*\)<\/title>.*/\1/p' "$HOUSE/content/$lang/course.xml" | head -1)
    same "$file: title" "$title" "$(sed -n 's/^Title: *//p' "$WORK/info")"
    holds "$file: A4" grep -q '^Page size: *595.28 x 841.89 pts (A4)' "$WORK/info"
    pages=$(sed -n 's/^Pages: *//p' "$WORK/info")
    holds "$file: at least ten pages, found $pages" test "$pages" -ge 10

    # Whole sentences, over line and page breaks: every paragraph that has no markup inside, but for
    # the answers, which the student's edition has not.
    pdftotext "$file" - | squeeze >"$WORK/flat"
    tr '\n' ' ' <"$chapter" | sed 's/<answer role="[as]/\n&/g; s/<\/answer>/&\n/g' | grep -v '^<answer role="[as]' |
        grep -oE '<para[^>]*>[^<]*</para>' |
        sed 's/<[^>]*>//g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' >"$WORK/paragraphs"
    lost=0
    while read -r paragraph; do
        printf '%s' "$paragraph" | squeeze >"$WORK/wanted"
        grep -qF -f "$WORK/wanted" "$WORK/flat" || lost=$((lost + 1)) last=$paragraph
    done <"$WORK/paragraphs"
    same "$file: paragraphs that are not in its text" 0 "$lost${last:+: $last}"
    holds "$file: paragraphs were compared" test "$(wc -l <"$WORK/paragraphs")" -ge 20
    says "$file: computed numbers" "$WORK/flat" 6738415616 12.55GiB

    # The outline: the chapter, its sections, the origins, in their order.
    qpdf --json=2 --json-key=outlines "$file" | sed -n 's/.*"title": "\(.*\)".*/\1/p' |
        sed 's/^[0-9.]*[  ]*//' | sort >"$WORK/outline"
    grep -A1 -E '<(chapter|section)' "$chapter" | sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' >"$WORK/titles"
    grep -m1 '<title>' "$chapter" | sed 's/.*<title>\(.*\)<\/title>.*/\1/' >>"$WORK/titles"
    sort -u "$WORK/titles" -o "$WORK/titles"
    same "$file: titles that are not in its outline" "" "$(comm -23 "$WORK/titles" "$WORK/outline")"
    holds "$file: sections were compared" test "$(wc -l <"$WORK/titles")" -ge 7

    # Page labels: roman before the chapters, arabic from 1 on the chapter's first page.
    qpdf --json=2 --json-key=pagelabels "$file" | tr -d ' \n' >"$WORK/labels"
    chapter_page=$(pdfinfo -dests "$file" | awk '/"two-accounts"/ { print $1 }')
    says "$file: page labels" "$WORK/labels" "{\"index\":0,\"label\":" \
        "{\"index\":$((chapter_page - 1)),\"label\":{\"/S\":\"/D\",\"/St\":1}}"

    # Every page of the contents leads where its line says, every source to its address.
    pdfinfo -url "$file" | sed 1d >"$WORK/urls"
    holds "$file: sources are linked" test "$(wc -l <"$WORK/urls")" -ge 5
    same "$file: addresses that are none" "" "$(awk '$3 !~ "^https://[a-z0-9.-]+(/|$)"' "$WORK/urls")"
done
# ── Tables over pages ────────────────────────────────────────────────────────────────────────────
# Below a repeated head stands the name of the group, and no name stands alone at the foot.
for lang in zh en; do
    pdftotext -layout handout/course.$lang.pdf "$WORK/pages"
    same "$lang: a page of a long table begins with the name of a group" "" "$(
        awk -v word="$([ $lang = zh ] && echo （续） || echo "\\(continued\\)")" '
            $0 ~ word { look = 2; next } look && NF { look--; if (!look && $1 ~ /^[0-9]+$/) print }' "$WORK/pages")"
    same "$lang: no name of a group is last on a page" "" "$(
        awk 'BEGIN { RS = "\f" } { n = split($0, line, "\n"); rows = 0
            for (i = 1; i <= n; i++) rows += line[i] ~ /^ *[0-9]+ .*[0-9=%] *$/
            if (rows < 8) next # a page of text with a number in it
            for (last = n; last > 0 && line[last] ~ /^ *$/; last--); 
            if (line[last] ~ /^[^ 0-9.]+( [A-Za-z]+)*$/ && line[last] !~ /[.。]$/) print line[last] }' "$WORK/pages")"
    says "$lang: a ceiling of ours is marked as one" "$WORK/pages" "≤"
done

same "the two handouts have the same destinations" "" "$(
    for lang in zh en; do pdfinfo -dests handout/course.$lang.pdf | sed -n 's/.*"\(.*\)"$/\1/p' | grep -v -e '^origin' -e '^at\.\.' | sort >"$WORK/$lang.names"; done
    diff "$WORK/zh.names" "$WORK/en.names")"

# ── Sheets and comparisons ───────────────────────────────────────────────────────────────────────
pdftotext sheets/rtx-4090.zh.pdf - | squeeze >"$WORK/flat"
says "sheet, Chinese" "$WORK/flat" "RTX4090" "容量" "带宽" "算力" "目录版本"
# By rows: what else stands beside the table decides how a reader parts its columns.
pdftotext -layout sheets/rtx-4090.en.pdf - | squeeze >"$WORK/flat"
says "sheet, English" "$WORK/flat" "RTX4090" "capacity" "bandwidth" "BandwidthGB/s10080.30×"
same "sheet, English: no Han" "" "$(LC_ALL=C grep -a "$(printf '[\344-\351][\200-\277][\200-\277]')" "$WORK/flat")"
pdftotext compare/h100-sxm5-80gb-vs-rtx-4090.en.pdf - | squeeze >"$WORK/flat"
says "comparison" "$WORK/flat" "H100" "RTX4090" "1008GB/s"
summary
