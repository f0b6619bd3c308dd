#!/usr/bin/env python3
"""Each claim of the course must be able to fail.

A copy of content/ is changed in one value at a time (the device, model, link, published case or scenario
that some claim rests on, a fourth and four times as much, or another word), `ridge check` reads it, and
the claims that it calls false are struck off. A change that no claim waits for is not tried. What is left
could never fail, or rests on nothing that is in the catalogue: it is listed, and the run has failed.

mutations.py RIDGE BOOK [LIMIT]: LIMIT changes at most (0: all that are needed).
"""
import collections
import concurrent.futures
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

RIDGE, BOOK = os.path.abspath(sys.argv[1]), sys.argv[2]
LIMIT = int(sys.argv[3]) if len(sys.argv) > 3 else 0
WORKERS = os.cpu_count() or 1
FACTORS = (4, 0.25, 40, 0.025, 1000, 0.001)
WORDS = {"weights": ["fp32", "int4-g128"], "kv": ["fp32", "fp8"], "optimizer": ["sgd", "adamw-fp32"],
         "recompute": ["none", "selective", "full"], "zero": ["0", "3"], "method": ["full", "lora"],
         "sequence-parallel": ["no", "yes"], "collective": ["ring", "fused"], "attention": ["eager"],
         "model": ["llama-3.2-1b", "llama-3.1-405b"], "accelerator": ["rtx-3060-12gb", "b300-sxm-288gb"],
         "link": ["pcie-3-x16"], "node-link": ["pcie-3-x16"], "engine": ["ideal"]}


class Claim:
    def __init__(self, file, line, test, words):
        self.file, self.line, self.test, self.words = file, line, test, words
        self.rests_on = set()
        self.killed_by = None


def attributes(tag):
    return dict(re.findall(r'([\w:-]+)="([^"]*)"', tag))


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def scenarios_of(text):
    return {a["id"]: a for a in map(attributes, re.findall(r"<(?:r:)?scenario\b([^>]*)>", text)) if "id" in a}


def entry_span(text, element, id_):
    start = re.search(rf'<{element} id="{re.escape(id_)}"', text)
    return (start.start(), text.index(f"</{element}>", start.start())) if start else None


def chapters(content):
    book = content / BOOK
    return [book.parent / href for href in re.findall(r'<xi:include href="([^"]+)"', book.read_text())]


def subjects(test, known):
    """What an expression names: ("accelerator", id), ("scenario", id) …"""
    for kind in ("accelerator", "model", "link", "published", "computed"):
        for id_ in re.findall(rf"r:{kind}\('([^']+)'", test):
            yield ("case" if kind in ("published", "computed") else kind), id_
    for capability in re.findall(r"r:cases-reached\('([^']+)'", test):
        yield "cases", capability
    for id_ in re.findall(r"\$([\w.-]+)", test):
        if id_ not in known:
            continue
        yield "scenario", id_
        for key, kind in (("accelerator", "accelerator"), ("model", "model"), ("draft-model", "model"),
                          ("link", "link"), ("node-link", "link"), ("transfer-link", "link")):
            if key in known[id_]:
                yield kind, known[id_][key]


def collect(content):
    known = scenarios_of((content / "scenarios.xml").read_text())
    texts = {c: c.read_text() for c in chapters(content)}
    for text in texts.values():
        known.update(scenarios_of(text))
    claims = []
    for file, text in texts.items():
        for m in re.finditer(r'<r:claim\s+test="([^"]*)"[^>]*>(.*?)</r:claim>', text, re.S):
            claim = Claim(file.name, line_of(text, m.start(1)), html.unescape(m[1]),
                          " ".join(re.sub("<[^>]*>", "", m[2]).split()))
            claim.rests_on = set(subjects(claim.test, known))
            claims.append(claim)
    return claims, known


def scaled(number, factor):
    value = float(number.replace(" ", "")) * factor
    if re.fullmatch(r"\d+", number):
        return str(max(1, round(value)))
    return f"{value:.12g}"


NUMBER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?(?:e\d+)?)(?![\w.])")


def elements_scaled(piece, name, factor):
    """Every number of the elements of this name, whatever stands in them."""
    return re.sub(rf"(<{name}\b[^>]*>)([^<]+)",
                  lambda m: m[1] + NUMBER.sub(lambda n: scaled(n[1], factor), m[2], count=1), piece)


def fields_of(kind, piece):
    """Groups of elements that are one thing: the peaks of a device go up and down together."""
    names = re.findall(r"<([\w-]+)\b[^>]*>[^<]*\d", piece)
    skip = {"name", "short-name", "memory-label", "launched", "released", "note", "alternative", "unknown",
            "memory-type", "published-parameters", "bus-width", "data-rate", "raw-rate", "architecture"}
    names = [n for n in dict.fromkeys(names) if n not in skip]
    peaks = tuple(n for n in names if re.match(r"(fp|bf|tf|int|mxfp)\d", n))
    return [peaks] * (len(peaks) > 1) + [(n,) for n in names]


def becomes_known(piece, name):
    """The entry with a value where it says that none is known."""
    unit = ("W" if name == "power" else "GB/s" if "bandwidth" in name else "GiB" if "capacity" in name
            else "TFLOP/s")
    link = ' link="nvlink-4"' if name == "link-bandwidth" else ""
    without = re.sub(rf"(<unknown\b[^>]*>[^<]*?)\b{name}(?![\w-])", r"\1", piece)
    without = re.sub(r"\s*<unknown\b[^>]*>\s*</unknown>", "", without)
    alone = re.sub(rf'\s*<{name} unknown="[^"]*"[^>]*?(?:/>|>.*?</{name}>)', "", without, flags=re.S)
    return re.sub(r"(\s*<memory-type>)", rf'\n    <{name}{link} source="press-copies">450 {unit}</{name}>\1',
                  alone, count=1)


FILES = {"accelerator": "catalogue/accelerators.xml", "model": "catalogue/models.xml",
         "link": "catalogue/links.xml"}


def changes(content, known):
    """(subject, what it is, file, text as it becomes), the likeliest first."""
    later = []
    for kind, file in FILES.items():
        text = (content / file).read_text()
        for id_ in re.findall(rf'<{kind} id="([^"]+)"', text):
            span = entry_span(text, kind, id_)
            piece = text[slice(*span)]
            for names in fields_of(kind, piece):
                for factor in FACTORS:
                    new = piece
                    for name in names:
                        new = elements_scaled(new, name, factor)
                    if new != piece:
                        later.append((kind, id_, f"{' '.join(names)} × {factor}", file, span, new))
            unknown = re.findall(r"<unknown\b[^>]*>([^<]*)</unknown>", piece)
            for name in " ".join(unknown).split() + re.findall(r'<([\w-]+) unknown="', piece):
                later.append((kind, id_, f"{name} known", file, span, becomes_known(piece, name)))
    files = ["scenarios.xml"] + [str(c.relative_to(content)) for c in chapters(content)]
    for file in files:
        text = (content / file).read_text()
        for m in re.finditer(r"<(?:r:)?scenario\b[^>]*>", text):
            id_ = attributes(m[0]).get("id")
            for key, value in attributes(m[0]).items():
                if key in ("id", "task"):
                    continue
                wanted = [w for w in WORDS.get(key, []) if w != value]
                if not wanted and NUMBER.search(value):
                    wanted = [NUMBER.sub(lambda n, f=f: scaled(n[1], f), value, count=1) for f in FACTORS[:4]]
                for word in wanted:
                    new = m[0].replace(f'{key}="{value}"', f'{key}="{word}"')
                    if new != m[0]:
                        later.append(("scenario", id_, f"{key}={word}", file, m.span(), new))
    text = (content / "cases/cases.xml").read_text()
    for m in re.finditer(r'<case id="PUB-([^"]+)"[^>]*>', text):
        for factor in FACTORS:
            new = re.sub(r' value="([^"]*)"', lambda v, f=factor: ' value="' +
                         NUMBER.sub(lambda n: scaled(n[1], f), v[1], count=1) + '"', m[0])
            if new != m[0]:
                later.append(("case", m[1], f"value × {factor}", "cases/cases.xml", m.span(), new))
                later.append(("cases", attributes(m[0]).get("capability"), f"{m[1]} × {factor}",
                              "cases/cases.xml", m.span(), new))
    return later


def false_claims(root):
    run = subprocess.run([RIDGE, "check", str(root / "content" / BOOK), "--edition", "teacher"],
                         env={**os.environ, "RIDGE_ROOT": str(root), "RIDGE_OUT": str(root / "out")},
                         capture_output=True, text=True, errors="replace", check=False)
    return set(re.findall(r"([\w.-]+\.xml):(\d+):\d+: error: this claim is false", run.stderr))


def main():
    with tempfile.TemporaryDirectory() as folder:
        roots = []
        for i in range(WORKERS):
            root = pathlib.Path(folder) / str(i)
            for part in ("content", "templates", "assets"):
                shutil.copytree(part, root / part)
            roots.append(root)
        content = roots[0] / "content"
        claims, known = collect(content)
        at = collections.defaultdict(list)
        for claim in claims:
            at[claim.file, str(claim.line)].append(claim)
        for file, line in sorted(false_claims(roots[0])):
            sys.exit(f"{file}:{line}: this claim is false before anything is changed")
        waiting = collections.Counter(s for c in claims for s in c.rests_on)
        todo = sorted(changes(content, known), key=lambda c: -waiting[c[0], c[1]])
        lock, tried, idle = threading.Lock(), 0, list(roots)
        stray = []

        def attempt(change):
            nonlocal tried
            kind, id_, what, file, span, new = change
            with lock:
                if LIMIT and tried >= LIMIT:
                    return
                if not any((kind, id_) in c.rests_on and not c.killed_by for c in claims):
                    return
                tried += 1
                root = idle.pop()
            path = root / "content" / file
            old = path.read_text()
            path.write_text(old[:span[0]] + new + old[span[1]:])
            fallen = false_claims(root)
            path.write_text(old)
            with lock:
                idle.append(root)
                for place in fallen:
                    if place not in at:
                        stray.append((place, what))
                    for claim in at[place]:
                        claim.killed_by = claim.killed_by or f"{kind} {id_}: {what}"

        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            list(pool.map(attempt, todo))
    files = collections.Counter(c.file for c in claims)
    for file, n in files.items():
        print(f"{file}: {n} claims, {sum(bool(c.killed_by) for c in claims if c.file == file)} fell")
    for claim in claims:
        if not claim.killed_by:
            print(f"{claim.file}:{claim.line}: nothing made it false: “{claim.words}”, {claim.test}")
    for place, what in stray[:10]:
        print(f"{place[0]}:{place[1]}: no claim stands there, and yet it fell by {what}")
    print(f"{len(claims)} claims, {sum(bool(c.killed_by) for c in claims)} fell by {tried} changes")
    sys.exit(bool(stray) or (not LIMIT and any(not c.killed_by for c in claims)))


main()
