"""big_pages.py SOURCE PDF TEXT: what a book of big.py says about its pages, against where things
are. TEXT is the PDF's text, a form feed after each page. One line for each thing that is wrong."""
import collections
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as tree

DOC = "{http://docbook.org/ns/docbook}"
root = tree.parse(sys.argv[1]).getroot()
pages = open(sys.argv[3], encoding="utf-8").read().split("\f")[:-1]
pdf = json.loads(subprocess.run(["qpdf", "--json=2", "--json-key=pagelabels", "--json-key=qpdf", sys.argv[2]],
                                capture_output=True).stdout)


def folios():
    """The folio of every page."""
    labels, out = pdf["pagelabels"], []
    for page in range(len(pages)):
        row = [r for r in labels if r["index"] <= page][-1]
        number = row["label"].get("/St", 1) + page - row["index"]
        out.append(str(number) if row["label"].get("/S") == "/D" else "roman")
    return out


FOLIO = folios()
TEXT = [p.replace("-\n", "").replace("\n", " ") for p in pages]
INDEX = next(i for i, t in enumerate(TEXT) if len(re.findall(r"\bix[a-z]+[ ,]+\d", t)) > 9)


def check_index():
    """Each term stands right behind a word of its own: ixba behind quba."""
    entries = dict(re.findall(r"\b(ix[a-z]+)[ ,]+(\d+)", " ".join(TEXT[INDEX:])))
    for term in root.iter(DOC + "primary"):
        if term.text not in entries:
            print("not in the index:", term.text)
    at = {w: FOLIO[i] for i, t in enumerate(TEXT[:INDEX]) for w in re.findall(r"\bqu[a-z]+", t)}
    for term, folio in entries.items():
        if folio != at.get("qu" + term[2:]):
            print("index:", term, folio, at.get("qu" + term[2:]))


def check_references():
    """Every link leads to a place that there is, and there is one for each reference."""
    objects = pdf["qpdf"][1]
    texts = json.dumps(objects)
    wanted = collections.Counter(x.get("linkend") for x in root.iter(DOC + "xref"))
    links = collections.Counter()
    for o in objects.values():
        value = o.get("value", {})
        if isinstance(value, dict) and value.get("/Subtype") == "/Link":
            links[str(value.get("/Dest", value.get("/A", {}).get("/D", ""))).removeprefix("u:")] += 1
    for name, n in wanted.items():
        if links[name] < n:
            print("references to", name, n, "links", links[name])
        if '"u:%s"' % name not in texts:
            print("no destination", name)


def check_numbers():
    """Figures are numbered by chapters; each is named where it stands and where it is referred to."""
    all_ = " ".join(TEXT)
    for c, chapter in enumerate(root.iter(DOC + "chapter"), 1):
        for f, _ in enumerate(chapter.iter(DOC + "figure"), 1):
            if len(re.findall(r"(?:Fig\.|Figure|图)[\s\u00a0]*%d\.%d(?!\d)" % (c, f), all_)) < 2:
                print("figure", c, f)


check_index()
check_references()
check_numbers()
