#!/usr/bin/env python3
"""Our charts beside those of matplotlib, gnuplot and Vega-Lite, all in one run, as ratios.

The same rooflines and memory stacks, from the numbers that ridge writes as CSV, drawn by each tool as
its users draw them: tests/bench/charts/. Gnuplot is there twice: lean, from exact corners and boxes,
which is the least it can be asked for, and as people usually write it: functions at 200 samples, rows of
a histogram, a key. Everything is written to memory where there is any, so that no disk is measured; the
tools take turns, so that all see the same machine. Time is that of the processor, which a busy machine
changes little; a ratio is the median over the rounds. What is not installed is named and left out.
Vega-Lite is looked for in NODE_PATH.

ROUNDS (default 3): rounds of whole sets; five times as many of single drawings. SET (default 200).
"""
import json
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent / "charts"
ROUNDS, SET = int(os.environ.get("ROUNDS", "3")), int(os.environ.get("SET", "200"))
OUT = pathlib.Path(os.environ.get("OUT", "out")).resolve()
RIDGE = OUT / "bin" / "ridge"
LANGUAGES, LOOKED_AT = ["en", "zh"], 10  # drawings of each kind whose labels are looked at


def runs(*argv):
    try:
        return subprocess.run(argv, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


class Ridge:
    name, formats = "ridge", ["svg", "pdf"]

    def __init__(self, work):
        self.work, self.rows = work, {}
        for row in re.findall(r"<r:chart .*?/>", (work / "charts.xml").read_text()):
            self.rows[re.search(r'name="(.*?)"', row)[1]] = row

    def one(self, form, lang, name, out):
        row = self.rows[name]
        value = lambda key: re.search(rf'{key}="(.*?)"', row)[1]
        devices = [word for d in value("accelerators").split() for word in ("--accelerator", d)]
        return [RIDGE, "chart", value("kind"), "--model", value("models"), *devices, "--lang", lang,
                "-o", f"{out}/{name}.{lang}.{form}"]

    def all(self, form, lang, names, out):
        path = self.work / f"{form}-{len(names)}.xml"
        path.write_text(f'<r:charts xmlns:r="urn:ridgepoint:1" formats="{form}">\n'
                        + "\n".join(self.rows[n] for n in names) + "\n</r:charts>\n")
        return [RIDGE, "build", path, "--lang", lang, "-o", out]

    def file(self, form, lang, name, out):
        return out / "charts" / f"{name}.{lang}.{form}"


class Peer:
    def __init__(self, work, name, program, formats):
        self.work, self.name, self.program, self.formats = work, name, program, formats

    def all(self, form, lang, names, out):
        return [*self.program, form, lang, self.work, out, *names]

    def one(self, form, lang, name, out):
        return self.all(form, lang, [name], out)

    def file(self, form, lang, name, out):
        return out / f"{name}.{lang}.{form}"


def peers(work):
    """Those that are here; the others are named."""
    python = next((p for p in (sys.executable, "/usr/bin/python3") if runs(p, "-c", "import matplotlib")), None)
    vega = any((pathlib.Path(p) / "vega-lite").is_dir() for p in os.environ.get("NODE_PATH", "").split(":") if p)
    rows = [("matplotlib", python, [python, HERE / "with_matplotlib.py"], ["svg", "pdf"],
             "the package python3-matplotlib"),
            *((f"gnuplot, {style}", shutil.which("gnuplot"), [HERE / "with_gnuplot.sh", style], ["svg", "pdf"],
               "the package gnuplot-nox") for style in ("lean", "usual")),
            ("Vega-Lite", shutil.which("node") and vega, ["node", HERE / "with_vega.js"], ["svg"],
             "node, and NODE_PATH naming a folder with vega and vega-lite (npm install vega vega-lite)")]
    for name, there, program, formats, needs in rows:
        if there:
            yield Peer(work, name, program, formats)
        else:
            print(f"{name} is left out: it needs {needs}")


def timed(argv, out):
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode:
        sys.exit(f"{argv[0]} failed: {done.stderr.decode(errors='replace')[-2000:]}")
    return seconds


def ratios(what, tools, rounds, argv_of, out):
    """In turn, over the rounds; the first round warms what is warm afterwards."""
    times = {tool.name: [] for tool in tools}
    for i in range(rounds + 1):
        for tool in tools:
            seconds = timed(argv_of(tool), out / tool.name)
            if i:
                times[tool.name].append(seconds)
    for tool in tools[1:]:
        each = [max(a, 0.001) / max(b, 0.001) for a, b in zip(times["ridge"], times[tool.name])]
        print(f"{what}: ridge / {tool.name} = {statistics.median(each):.3f} ({min(each):.3f} to {max(each):.3f})"
              f", 1 : {1 / statistics.median(each):.1f}", flush=True)


def accessible(svg):
    """What assistive technology gets: a name, a description, roles."""
    root = re.search(r"<svg\b[^>]*>\s*(<title\b[^>]*>[^<]+</title>)?\s*(<desc\b[^>]*>[^<]+</desc>)?", svg)
    head = root[0]
    named = "aria-labelledby=" in head or "aria-label=" in head or bool(root[1])
    return [word for word, there in [("a name", named), ("a description", bool(root[2])),
                                     ("a role", "role=" in head.split(">")[0])] if there]


def looks(tool, drawings):
    """Text boxes as Chromium sets them, a page for each tool."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if not browser:
        return None
    body = "\n".join(f"<div>{d[d.index('<svg'):]}</div>" for d in drawings)
    page = tool.work / f"{tool.name}.html"
    page.write_text(f"<!DOCTYPE html><meta charset=utf-8><body>{body}<script>{(HERE / 'boxes.js').read_text()}"
                    "</script></body>", encoding="utf-8")
    dom = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                          "--virtual-time-budget=60000", page.as_uri()], capture_output=True, check=True).stdout
    return json.loads(re.search(r"\[\{.*\}\]", dom.decode())[0])


def compare_files(tools, names, out):
    drawn = {}
    for tool in tools:
        drawings = []
        for lang in LANGUAGES:
            timed(tool.all("svg", lang, names, out / tool.name), out / tool.name)
            drawings += [tool.file("svg", lang, n, out / tool.name).read_text(encoding="utf-8") for n in names]
        drawn[tool.name] = drawings
    ours = sum(len(d.encode()) for d in drawn["ridge"])
    for tool in tools:
        drawings = drawn[tool.name]
        size = sum(len(d.encode()) for d in drawings)
        found = looks(tool, drawings)
        overlaps = "" if found is None else (
            f"; {sum(f['pairs'] > 0 for f in found)} of {len(found)} with labels that meet ({sum(f['pairs'] for f in found)} pairs"
            f", {sum(f['cut'] for f in found)} labels cut off)")
        print(f"{tool.name}: {size // len(drawings)} bytes a drawing (ridge / {tool.name} = {ours / size:.2f}), "
              f"{sum(len(re.findall('<text', d)) for d in drawings) // len(drawings)} <text>, "
              f"{', '.join(accessible(drawings[0])) or 'no name'}{overlaps}", flush=True)


def main():
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        work = pathlib.Path(folder)
        os.environ["RIDGE_OUT"] = str(work / "out")
        if (OUT / "fonts").is_dir():
            shutil.copytree(OUT / "fonts", work / "out" / "fonts")
        subprocess.run([sys.executable, HERE / "dataset.py", RIDGE, work, str(SET)], check=True)
        names = (work / "names").read_text().split()
        tools = [Ridge(work), *peers(work)]
        if len(tools) == 1:
            return
        for name in names[:2]:
            ratios(f"one SVG, cold, {name}", tools, 5 * ROUNDS, lambda t: t.one("svg", "zh", name, work / "to" / t.name),
                   work / "to")
        for form in ("svg", "pdf"):
            able = [t for t in tools if form in t.formats]
            ratios(f"{len(names)} {form.upper()} in one process", able, ROUNDS,
                   lambda t: t.all(form, "en", names, work / "to" / t.name), work / "to")
        compare_files(tools, names[:2 * LOOKED_AT], work / "to")


if __name__ == "__main__":
    main()
