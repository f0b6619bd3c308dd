"""The gallery: every kind is in it, in content/charts.xml and in the READMEs, in the order of the program; each command draws
the chart below it and stands on one page with it; no page is half empty; all commands work.

Arguments: the program, the folder content, a folder to write in that has gallery.LANG.pdf.
Prints a line for each fault and the number of cases that hold.
"""
import csv
import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree as tree
from pathlib import Path

DB, R = "{http://docbook.org/ns/docbook}", "{urn:ridgepoint:1}"
FULL = 0.6  # of a page, but the last
LISTS = {"accelerators": "--accelerator", "models": "--model", "scenarios": "--scenario", "show": "--show"}


def commands(chapter):
    """(words of a command, the r:chart of its section or None)"""
    for section in chapter.iter(DB + "section"):
        if section.find(DB + "section") is not None:
            continue  # its sections have the commands
        chart = section.find(f".//{R}chart")
        for listing in section.iter(DB + "programlisting"):
            for line in "".join(listing.itertext()).replace("\\\n", " ").splitlines():
                if line.startswith("ridge "):
                    yield shlex.split(line), chart


def options_of(words):
    """What the command draws: kind and lists, as r:chart would say them."""
    said = {"kind": [words[2]]}
    for i, word in enumerate(words[:-1]):
        for attribute, option in LISTS.items():
            if word == option:
                said.setdefault(attribute, []).append(words[i + 1])
    return said


def attributes_of(chart):
    return {name: value.split() for name, value in chart.attrib.items() if name in LISTS or name == "kind"}


def language_of(words):
    return words[words.index("--lang") + 1] if "--lang" in words else "en"


def pages_of(pdf):
    """(text, where its last word ends as a share of the page) of each page"""
    boxes = subprocess.run(["pdftotext", "-bbox", pdf, "-"], capture_output=True, text=True).stdout
    for page in boxes.split("<page ")[1:]:
        words = re.findall(r'yMax="([\d.]+)">([^<]*)<', page)
        height = float(re.search(r'height="([\d.]+)"', page)[1])
        ends = [float(y) / height for y, word in words]
        yield " ".join(word for _, word in words), max((y for y in ends if y < 0.93), default=0)  # below it, the folio


def rows_in_readme(path, kinds):
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", path.read_text(), re.M)
    return [row for row in rows if row[0] in kinds]


class Cases:
    def __init__(self):
        self.passed, self.faults = 0, []

    def case(self, good, message):
        self.passed += bool(good)
        if not good:
            self.faults.append(message)

    def same(self, what, want, got):
        self.case(want == got, f"{what}: {' '.join(map(str, got))}; wanted {' '.join(map(str, want))}")


def works(cases, ridge, words, folder, place):
    for name in re.findall(r"[\w/]+/(?=\w+\.\w+)", " ".join(words)):
        (folder / name).mkdir(parents=True, exist_ok=True)
    run = subprocess.run([ridge] + words[1:], cwd=folder, capture_output=True, text=True)
    cases.case(run.returncode == 0 and not run.stderr, f"{place}: {run.stderr.strip()}")
    for at, word in enumerate(words):
        if word == "-o":
            cases.case((folder / words[at + 1]).exists(), f"{place}: no {words[at + 1]}")


def shows(cases, ridge, chapters, language, folder):
    """Runs every command; the kinds in the order in which they are drawn."""
    folder.mkdir(parents=True)
    (folder / "mine.csv").write_text("name,batch,speed (token/s)\nvLLM,1,142\nvLLM,32,2310\n")
    drawn = []
    for path in chapters:
        for words, chart in commands(tree.parse(path)):
            place = f"{path.name} ({language}): {' '.join(words)}"
            cases.case(language_of(words) == language, f"{place}: another language")
            if words[1] == "chart" and chart is not None:
                drawn.append(chart.get("kind"))
                cases.case(options_of(words) == attributes_of(chart), f"{place}: draws another chart")
            works(cases, ridge, words, folder, place)
    return drawn


def is_laid_out(cases, pdf, kinds, caption):
    pages = list(pages_of(pdf))
    for number, kind in enumerate(kinds, 1):
        on = [text for text, _ in pages if f"ridge chart {kind} " in text and re.search(rf"{caption} ?{number} ", text)]
        cases.case(on, f"{pdf.name}: {kind} is on another page than its command")
    for number, (_, end) in enumerate(pages[:-1], 1):
        cases.case(end > FULL, f"{pdf.name}: page {number} ends at {end:.0%}")


def main():
    ridge, content, work = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    cases = Cases()
    for language, caption, readme in (("en", "Fig.", "README.md"), ("zh", "图", "README.zh.md")):
        listed = subprocess.run([ridge, "list", "charts", "--lang", language, "--format", "csv"], capture_output=True, text=True)
        rows = [tuple(row[:2]) for row in csv.reader(listed.stdout.splitlines()[1:])]
        kinds = [kind for kind, _ in rows]
        cases.case(len(kinds) > 1, "ridge list charts lists none")
        chapters = sorted((content / "gallery" / language).glob("0*.xml"))
        cases.same(f"the gallery ({language})", kinds, shows(cases, ridge, chapters, language, work / language))
        is_laid_out(cases, work / f"gallery.{language}.pdf", kinds, caption)
        cases.same(readme, rows, rows_in_readme(content.parent / readme, kinds))
    built = [row.get("kind") for row in tree.parse(content / "charts.xml").iter(R + "chart")]
    cases.same("content/charts.xml", kinds, built)
    for fault in cases.faults:
        print("[  FAILED  ]", fault)
    print(f"[  PASSED  ] {cases.passed} test(s).")
    if cases.faults:
        print(f"[  FAILED  ] {len(cases.faults)} test(s).")
    return 1 if cases.faults else 0


sys.exit(main())
