#!/bin/sh
# SVG charts: well-formed, small, self-contained, described; several of them can stand in one page.
. tests/book/lib.sh
LIGHT=16384 AUTO=24576 # bytes (design 7.10)

run build
same "build: exit status" 0 $status
charts=$WORK/charts
mkdir "$charts"
cp "$WORK/out/charts/"*.svg "$charts"
for theme in light dark print; do
    for lang in zh en; do
        run chart roofline --model llama-3.1-8b --accelerator h100-sxm5-80gb --accelerator a100-sxm4-80gb \
            --accelerator rtx-4090 --lang $lang --theme $theme -o "$charts/roofline-$theme.$lang.svg"
        same "roofline $theme $lang: exit status" 0 $status
        run chart memory-stack --model llama-2-7b --accelerator rtx-4090 --accelerator a100-sxm4-80gb \
            --lang $lang --theme $theme -o "$charts/memory-stack-$theme.$lang.svg"
        same "memory-stack $theme $lang: exit status" 0 $status
    done
done

# Several files of one chart are those of one each.
run chart roofline --accelerator rtx-4090 -o "$WORK/a.svg" -o "$WORK/a.pdf" --data "$WORK/a.csv"
same "several files: exit status" 0 $status
mkdir "$WORK/single"
for ending in svg pdf; do
    run chart roofline --accelerator rtx-4090 -o "$WORK/single/a.$ending"
    holds "several files: the $ending" cmp "$WORK/a.$ending" "$WORK/single/a.$ending"
done
holds "several files: the data" test -s "$WORK/a.csv"
run chart roofline --accelerator rtx-4090 -o "$WORK/b.svg" -o "$WORK/b.gif"
says "several files, one of no format" "$WORK/stderr" "b.gif"
holds "several files, one of no format: none is written" test ! -e "$WORK/b.svg"

# The text of the first element of a name.
element() { tr '\n' ' ' <"$2" | grep -o "<$1[ >][^<]*</$1>" | head -1 | sed 's/^[^>]*>//; s/<.*//'; }

for file in "$charts"/*.svg; do
    name=$(basename "$file" .svg)
    holds "$name: well-formed" xmllint --noout --nonet "$file"
    case $name in *-light.* | *-dark.* | *-print.*) most=$LIGHT ;; *) most=$AUTO ;; esac
    size=$(wc -c <"$file")
    holds "$name: $size bytes, at most $most" test "$size" -le "$most"
    root=$(grep -o -m1 '<svg[^>]*>' "$file")
    same "$name: no width or height on the root" "" "$(printf '%s' "$root" | grep -E ' (width|height)=')"
    lang=${name##*.}
    [ "$lang" = zh ] && lang=zh-Hans
    printf '%s\n' "$root" >"$WORK/root"
    says "$name: root" "$WORK/root" 'viewBox="0 0 ' 'role="img"' "lang=\"$lang\"" "xml:lang=\"$lang\""

    # Title and description are there, named by the root, and short enough.
    prefix=$(sed -n 's/.*aria-labelledby="\([^" ]*\)-t .*/\1/p' "$WORK/root")
    same "$name: its ids begin with its name, then tell what it says" "rp-$(printf '%s' "$name" | tr . -)-" \
        "$(printf '%s' "$prefix" | sed 's/[0-9a-f]\{5\}$//')"
    says "$name: named by its title and description" "$WORK/root" "aria-labelledby=\"$prefix-t $prefix-d\""
    says "$name: title and description" "$file" "<title id=\"$prefix-t\">" "<desc id=\"$prefix-d\">"
    holds "$name: has a title" test -n "$(element title "$file")"
    length=$(element desc "$file" | LC_ALL=C.UTF-8 wc -m)
    holds "$name: description of $length characters" test "$length" -ge 100 -a "$length" -le 1001

    # Ids: prefixed, once each; whatever is referred to is in the file.
    grep -oE ' id="[^"]*"' "$file" | cut -d'"' -f2 | sort >"$WORK/ids"
    same "$name: ids without its prefix" "" "$(grep -v "^$prefix-" "$WORK/ids")"
    same "$name: ids that stand twice" "" "$(uniq -d "$WORK/ids")"
    grep -oE 'url\(#[^)]*\)|href="#[^"]*"' "$file" | sed 's/.*#//; s/[)"]*$//' | sort -u >"$WORK/used"
    same "$name: references to nowhere" "" "$(comm -23 "$WORK/used" "$WORK/ids")"
    same "$name: nothing from outside, no script" "" \
        "$(grep -oiE '<script|<image|<foreignObject|@import|@font-face|href="[^#]|url\([^#]| on[a-z]+=' "$file")"
    holds "$name: its text is text" grep -q '<text ' "$file"
    holds "$name: rsvg-convert draws it" rsvg-convert --width 1120 --format png --output "$WORK/chart.png" "$file"
    holds "$name: and not a blank" test "$(wc -c <"$WORK/chart.png")" -gt 10000
done

# ── All in one page ──────────────────────────────────────────────────────────────────────────────
cat "$charts"/*.svg >"$WORK/all"
same "no id in two charts" "" "$(grep -ohE ' id="[^"]*"' "$WORK/all" | sort | uniq -d)"
# One style sheet reaches all charts of a page: what a selector sets must be the same in each.
sed -n '/<style>/,/<\/style>/p' "$WORK/all" | sed 's/<style>//; s/<\/style>//' | awk '
    {
        media = sub(/^@media[^{]*\{/, "") ? "dark " : ""
        selector = media substr($0, 1, index($0, "{") - 1)
        body = substr($0, index($0, "{") + 1)
        gsub(/}/, "", body)
        split("", last)
        for (i = split(body, part, ";"); i > 0; i--) {
            property = part[i]
            sub(/:.*/, "", property)
            if (property != "" && !(property in last)) {
                last[property] = 1
                print selector, part[i]
            }
        }
    }' | sort -u | sed 's/:[^:]*$//' | uniq -d >"$WORK/clash"
empty "a class means the same in every chart" "$WORK/clash"
same "styles reach nothing outside their charts" "" \
    "$(sed -n '/<style>/,/<\/style>/p' "$WORK/all" | sed 's/<style>//; s/<\/style>//' |
        grep -vE '^(\.rp|@media \(prefers-color-scheme:dark\)\{\.rp|$)')"
same "the two languages differ in words only" "" "$(
    for kind in roofline memory-stack; do
        for lang in zh en; do
            grep -oE '<(path|rect|circle|line|polyline|polygon|g) ?[^>]*>' "$charts/$kind.$lang.svg" |
                sed "s/rp-$kind-$lang//g" | grep -oE 'class="[^"]*"' | sort | uniq -c >"$WORK/$lang.shapes"
        done
        diff "$WORK/zh.shapes" "$WORK/en.shapes"
    done)"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -n "$browser" ]; then
    {
        echo '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>page</title></head><body>'
        for name in roofline memory-stack; do cat "$charts/$name.zh.svg" "$charts/$name.en.svg"; done
        cat "$charts/roofline-dark.en.svg"
        cat <<'SCRIPT'
<pre id="seen"></pre><script>
const seen = [];
for (const svg of document.querySelectorAll('svg')) {
    const named = svg.getAttribute('aria-labelledby').split(' ').map(id => document.getElementById(id));
    const box = svg.getBoundingClientRect(), text = svg.querySelector('text');
    seen.push('svg', named.every(e => svg.contains(e)) ? 'own' : 'foreign', box.height > 100 ? 'drawn' : 'flat',
              getComputedStyle(text).fill, named[0].textContent, '\n');
}
document.getElementById('seen').textContent = seen.join(' ');
</script></body></html>
SCRIPT
    } >"$WORK/page.html"
    HOME=$WORK timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --user-data-dir="$WORK/profile" --dump-dom "file://$WORK/page.html" >"$WORK/dom" 2>"$WORK/stderr"
    status=$?
    sed -n '/<pre id="seen">/,/<\/pre>/p' "$WORK/dom" | sed 's/<pre id="seen">//' | grep -o 'svg .*' >"$WORK/seen"
    if [ "$status" = 0 ] && [ -s "$WORK/seen" ]; then
        same "in a browser: five charts" 5 "$(wc -l <"$WORK/seen")"
        same "in a browser: each named by itself" 5 "$(grep -c '^svg own drawn ' "$WORK/seen")"
        for name in roofline.zh memory-stack.zh roofline.en memory-stack.en roofline-dark.en; do
            says "in a browser: the title of $name" "$WORK/seen" "$(element title "$charts/$name.svg")"
        done
        same "in a browser: the dark chart has its own ink" 2 "$(grep -oE 'rgb\([^)]*\)' "$WORK/seen" | sort -u | wc -l)"
    else
        skipped "charts in a browser" "$browser did not run: $(head -1 "$WORK/stderr" | cut -c1-100)"
    fi
else
    skipped "charts in a browser" "no chromium on this machine"
fi
summary
