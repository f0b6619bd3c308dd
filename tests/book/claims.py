#!/usr/bin/env python3
"""The chapters of two languages say the same: claims, values, figures, tables, questions, by chapter.

claims.py EN ZH: prints "NAME: N claims, M values, F figures, T tables, Q questions" for each chapter, and a line
starting with "differs:" for each thing that only one of them has.
"""
import collections
import html
import pathlib
import re
import sys

KINDS = {
    "claim": r'<r:claim\s+test="([^"]*)"',
    "chart": r"<r:chart\b([^>]*)>",
    "table": r"<r:table\b([^>]*)>",
    "steps": r"<r:steps\b([^>]*)>",
    "scenario": r"<r:scenario\b([^>]*)>",
    "figure": r'<figure[^>]*xml:id="([^"]*)"',
    "table by hand": r'<(?:informal)?table[^>]*xml:id="([^"]*)"',
    "question": r'<qandaentry[^>]*xml:id="([^"]*)"',
}


def normal(text):
    """Attributes in any order, white space as one space, no language of their own."""
    if "=" in text and re.match(r"\s*[\w:-]+=", text):
        return " ".join(sorted(f"{k}={v}" for k, v in re.findall(r'([\w:-]+)="([^"]*)"', text)))
    return " ".join(html.unescape(text).split())


def found(path):
    text = re.sub(r"<!--.*?-->", "", path.read_text(encoding="utf-8"), flags=re.S)
    things = {kind: collections.Counter(map(normal, re.findall(pattern, text, re.S)))
              for kind, pattern in KINDS.items()}
    return things, len(re.findall(r"<r:value\b", text))


def chapters(book):
    return [book.parent / href for href in re.findall(r'<xi:include href="(\d\d-[^"]+)"', book.read_text())]


first, second = (chapters(pathlib.Path(p)) for p in sys.argv[1:3])
if [c.name for c in first] != [c.name for c in second]:
    print(f"differs: the chapters: {[c.name for c in first]}, {[c.name for c in second]}")
for a, b in zip(first, second):
    (ours, values), (theirs, _) = found(a), found(b)
    for kind in KINDS:
        for thing, n in ((ours[kind] - theirs[kind]) + (theirs[kind] - ours[kind])).items():
            print(f"differs: {a.name}: {kind} “{thing[:120]}” ({n})")
    total = {kind: sum(c.values()) for kind, c in ours.items()}
    print(f"{a.name}: {total['claim']} claims, {values} values, {total['figure']} figures, "
          f"{total['table by hand']} tables, {total['question']} questions")
