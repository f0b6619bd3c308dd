"""The gallery: every kind is in it and in content/charts.xml, each command draws the chart above it, and all commands work.

Arguments: the program, the folder content/gallery, a folder to write in.
Prints a line for each fault and the number of cases that hold.
"""
import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree as tree
from pathlib import Path

DB, R = "{http://docbook.org/ns/docbook}", "{urn:ridgepoint:1}"
LISTS = {"accelerators": "--accelerator", "models": "--model", "scenarios": "--scenario", "show": "--show"}


def commands(chapter):
    """(command words, the r:chart before it in its section or None)"""
    for section in chapter.iter(DB + "section"):
        chart = section.find(f".//{R}chart")
        for listing in section.iter(DB + "programlisting"):
            text = "".join(listing.itertext()).replace("\\\n", " ").strip()
            if text.startswith("ridge chart "):
                yield shlex.split(text), chart


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


def main():
    ridge, gallery, work = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    listed = subprocess.run([ridge, "list", "charts", "--format", "csv"], capture_output=True, text=True)
    kinds = {line.split(",")[0] for line in listed.stdout.splitlines()[1:]}
    passed, faults = 0, []

    def case(good, message):
        nonlocal passed
        passed += bool(good)
        if not good:
            faults.append(message)

    for language in ("en", "zh"):
        drawn = set()
        for path in sorted((gallery / language).glob("0*.xml")):
            for words, chart in commands(tree.parse(path)):
                place = f"{path.name} ({language}): {' '.join(words)}"
                case(language_of(words) == language, f"{place}: another language")
                if chart is not None:
                    drawn.add(chart.get("kind"))
                    case(options_of(words) == attributes_of(chart), f"{place}: draws another chart")
                folder = work / language
                for name in re.findall(r"[\w/]+/(?=\w+\.\w+)", " ".join(words)):
                    (folder / name).mkdir(parents=True, exist_ok=True)
                folder.mkdir(parents=True, exist_ok=True)
                (folder / "mine.csv").write_text("name,batch,speed (token/s)\nvLLM,1,142\nvLLM,32,2310\n")
                run = subprocess.run([ridge] + words[1:], cwd=folder, capture_output=True, text=True)
                case(run.returncode == 0 and not run.stderr, f"{place}: {run.stderr.strip()}")
                for at, word in enumerate(words):
                    if word == "-o":
                        case((folder / words[at + 1]).exists(), f"{place}: no {words[at + 1]}")
        for kind in sorted(kinds ^ drawn):
            faults.append(f"{language}: {kind} is only in {'the program' if kind in kinds else 'the gallery'}")
        passed += kinds == drawn
    built = {row.get("kind") for row in tree.parse(gallery.parent / "charts.xml").iter(R + "chart")}
    for kind in sorted(kinds ^ built):
        faults.append(f"content/charts.xml: {kind} is only in {'the program' if kind in kinds else 'that file'}")
    passed += kinds == built
    for fault in faults:
        print("[  FAILED  ]", fault)
    print(f"[  PASSED  ] {passed} test(s).")
    if faults:
        print(f"[  FAILED  ] {len(faults)} test(s).")
    return 1 if faults else 0


sys.exit(main())
