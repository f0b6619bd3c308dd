#!/bin/sh
# Charts in a browser: several inlined in one page, dark where the reader asks for dark, as a picture
# under the policy of a code host, with their own fonts the same picture as the PDF.
. tests/book/lib.sh
. tests/charts.sh

[ -n "$BROWSER" ] || { skipped "charts in a browser" "no chromium on this machine"; exit 0; }
command -v compare >/dev/null || { skipped "charts in a browser" "no imagemagick"; exit 0; }
for command in pdftoppm python3; do
    command -v $command >/dev/null || { skipped "charts in a browser" "no $command"; exit 0; }
done

# ── Inlined: three of one file name, of other kinds, languages and themes; fonts and outlines too ──
every_chart "$WORK/plain" svg en auto
for row in "roofline en auto a" "memory-stack zh auto b" "roofline zh dark c" "memory-stack en print d"; do
    set -- $row
    mkdir -p "$WORK/$4"
    run chart "$1" --lang "$2" --theme "$3" -o "$WORK/$4/chart.svg"
done
run chart roofline --lang zh --fonts embed -o "$WORK/e.svg"
run chart roofline --lang zh --text outline -o "$WORK/f.svg"
{
    echo '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>page</title></head><body>'
    cat "$WORK/a/chart.svg" "$WORK/b/chart.svg" "$WORK/c/chart.svg" "$WORK/d/chart.svg" \
        "$WORK/e.svg" "$WORK/f.svg"
    cat <<'SCRIPT'
<pre id="seen"></pre><script>
(async () => {
    await Promise.all([...document.fonts].map(f => f.load()));
    const seen = [...document.fonts].map(f => 'font ' + f.status + '\n'), ids = {};
    for (const e of document.querySelectorAll('[id]')) ids[e.id] = (ids[e.id] || 0) + 1;
    seen.push('twice ' + Object.keys(ids).filter(i => ids[i] > 1).length + '\n');
    for (const svg of document.querySelectorAll('svg')) {
        const named = svg.getAttribute('aria-labelledby').split(' ').map(id => document.getElementById(id));
        const text = svg.querySelector('text'), ground = svg.querySelector('rect,path');
        seen.push('svg ' + named.every(e => svg.contains(e)) + ' ' + getComputedStyle(svg.querySelector('.fg')).fill +
                  ' ' + (text ? getComputedStyle(text).fontFamily.split(',')[0] : 'none') + '\n');
    }
    document.getElementById('seen').textContent = seen.join('');
})();
</script></body></html>
SCRIPT
} >"$WORK/page.html"

# look SCHEME: 0 dark, 1 light. Lines "svg …" and "font …" of the page.
look() {
    browse --blink-settings=preferredColorScheme="$1" --dump-dom "file://$WORK/page.html"
    sed -n '/<pre id="seen">/,/<\/pre>/p' "$WORK/browsed" | sed 's/<pre id="seen">//; s/<\/pre>.*//' >"$WORK/seen"
}
look 1
if [ ! -s "$WORK/seen" ]; then
    skipped "charts in a browser" "$BROWSER did not run: $(head -1 "$WORK/stderr" | cut -c1-100)"
    exit 0
fi
same "six charts, each named by its own title and description" 6 "$(grep -c '^svg true' "$WORK/seen")"
same "no id stands twice" "twice 0" "$(grep '^twice' "$WORK/seen")"
same "fonts of the chart load" "4 font loaded" "$(grep '^font' "$WORK/seen" | sort | uniq -c | sed 's/^ *//')"
same "and only its own text is set in them" 1 "$(grep '^svg' "$WORK/seen" | grep -c 'rp-e-zh-[0-9a-f]*-s')"
grounds() { sed -n 's/^svg true \(rgb([^)]*)\).*/\1/p' "$WORK/seen" | tr -d ' ' | xargs; }
white='rgb(255,255,255)' dark='rgb(20,24,29)'
same "in light" "$white $white $dark $white $white $white" "$(grounds)"
look 0
same "in dark: auto follows, others keep their theme" "$dark $dark $dark $white $dark $dark" "$(grounds)"

# ── As a picture, under the headers that GitHub sends with files ──────────────────────────────────
cat >"$WORK/serve.py" <<'SERVER'
import http.server, os, sys
class Host(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        if self.path.endswith('.svg'):
            self.send_header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        else:
            self.send_header('Content-Security-Policy', "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
        super().end_headers()
    def log_message(self, *a): pass
os.chdir(sys.argv[1])
server = http.server.HTTPServer(('127.0.0.1', 0), Host)
print(server.server_port, flush=True)
server.serve_forever()
SERVER
mkdir "$WORK/host"
python3 "$WORK/serve.py" "$WORK/host" >"$WORK/port" &
server=$!
trap 'kill $server; rm -rf "$WORK"' EXIT
for try in 1 2 3 4 5 6 7 8 9; do [ -s "$WORK/port" ] || sleep 0.2; done
port=$(cat "$WORK/port")
for what in "--lang en" "--lang zh --fonts embed" "--lang zh --text outline"; do
    file=$WORK/host/chart.svg
    run chart memory-stack $what -o "$file"
    picture "$file"
    shoot "$file" "file://${file%.svg}.html" "$WORK/file.png"
    shoot "$file" "http://127.0.0.1:$port/chart.html" "$WORK/host.png"
    same "under a policy, $what: the same picture" 0.00 "$(difference "$WORK/file.png" "$WORK/host.png")"
    shoot "$file" "file://${file%.svg}.html" "$WORK/dark.png" --blink-settings=preferredColorScheme=0
    holds "as a picture, $what: dark where the reader asks for it" \
        test "$(convert "$WORK/dark.png" -colorspace Gray -format '%[fx:mean<0.3]' info:)" = 1
done

# ── With its own fonts, and as outlines, the picture of the PDF (all kinds: tests/long) ───────────
KINDS="roofline memory-stack"
same_pictures "--fonts embed"
same_pictures "--text outline"
summary
