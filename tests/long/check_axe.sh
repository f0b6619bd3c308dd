#!/bin/sh
# Every kind inlined in a page: axe-core (from npm, into a temporary folder) finds no violation.
. tests/book/lib.sh
. tests/charts.sh
[ -n "$BROWSER" ] || { skipped "axe-core" "no chromium on this machine"; exit 0; }
command -v npm >/dev/null || { skipped "axe-core" "no npm on this machine"; exit 0; }
npm install --prefix "$WORK/npm" --no-audit --no-fund axe-core@4 >"$WORK/npm.log" 2>&1 ||
    { skipped "axe-core" "npm: $(tail -1 "$WORK/npm.log")"; exit 0; }
AXE=$WORK/npm/node_modules/axe-core/axe.min.js

for lang in en zh; do
    every_chart "$WORK/auto" svg $lang auto
    every_chart "$WORK/dark" svg $lang dark
    every_chart "$WORK/print" svg $lang print
    every_chart "$WORK/outline" svg $lang light --text outline
done
for file in "$WORK"/auto/*.svg "$WORK"/dark/*.svg "$WORK"/print/*.svg "$WORK"/outline/*.svg; do
    name=$(basename "$(dirname "$file")")/$(basename "$file" .svg)
    {
        echo '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A chart</title></head>'
        echo '<body><main><h1>A chart</h1>'
        cat "$file"
        printf '</main><pre id="seen"></pre><script>'
        cat "$AXE"
        cat <<'SCRIPT'
</script><script>
axe.run(document.querySelector('main')).then(r => {
    const seen = r.violations.map(v => v.id + ': ' + v.nodes.length + ' ' + v.nodes[0].html.slice(0, 120));
    document.getElementById('seen').textContent = 'ran ' + r.passes.length + '\n' + seen.join('\n');
});
</script></body></html>
SCRIPT
    } >"$WORK/page.html"
    browse --dump-dom "file://$WORK/page.html"
    sed -n '/<pre id="seen">/,/<\/pre>/p' "$WORK/browsed" | sed 's/.*<pre id="seen">//; s/<\/pre>.*//' >"$WORK/seen"
    holds "$name: axe-core ran" grep -q '^ran [1-9]' "$WORK/seen"
    same "$name: violations" "" "$(sed 1d "$WORK/seen")"
done
summary
