#!/usr/bin/env python3
"""What the guide shows of an example, against the example itself.

  guide.py samples GUIDE.xml              the ids of the samples, their files and messages
  guide.py compare EXPANDED ID FILE [ALONE]

compare: the listing of the sample in the guide as `ridge expand` wrote it must be the file, or the
body of its root; the words of the result must be those of ALONE, the file expanded for itself."""
import re, sys, textwrap
import xml.etree.ElementTree as ET

DB, R = "{http://docbook.org/ns/docbook}", "{urn:ridgepoint:1}"
XI, XML = "{http://www.w3.org/2001/XInclude}", "{http://www.w3.org/XML/1998/namespace}"


def samples(path):
    folder = path.rsplit("/", 1)[0]
    tree = ET.parse(path)
    for e in tree.iter():
        if e.tag == R + "sample":
            print(e.get(XML + "id", "-"), e.get("href"), e.get("part", "all"), e.get("result", "yes"),
                  e.get("message", "-"))
        elif e.tag == XI + "include" and e.get("parse") != "text":
            samples(folder + "/" + e.get("href"))


def words(elements):
    return " ".join(" ".join(e.itertext()) for e in elements).split()


def body(text):
    root = ET.fromstring(text)
    naming = {DB + n for n in ("title", "subtitle", "info")}
    first = next(c for c in root if c.tag not in naming)
    name = first.tag.split("}")[1]
    behind = 0
    for n in root:
        if n.tag in naming:
            behind = text.index("</%s>" % n.tag.split("}")[1], behind) + 1
    at = text.rindex("\n", 0, re.compile("<(r:)?%s[\\s>/]" % name).search(text, behind).start()) + 1
    return textwrap.dedent(text[at:text.rindex("</")])


def result_of(alone):
    """What stands in the root but its titles and the origins of its numbers."""
    skip = {DB + "title", DB + "subtitle", DB + "info"}
    for e in alone:
        if e.tag in skip or e.get(XML + "id") == "origins" or e.get("role") in ("subtitle",):
            continue
        yield e


def compare(expanded, id_, path, part, alone):
    sample = next(e for e in ET.parse(expanded).iter() if e.get(XML + "id") == id_)
    text = open(path, encoding="utf-8").read()
    shown = "".join(sample[0].itertext())
    want = body(text) if part == "body" else text
    if shown.strip("\n") != want.strip("\n"):
        sys.exit("the listing is not %s:\n%s" % (path, shown))
    if alone:
        got, want = words(sample[2:]), words(result_of(ET.parse(alone).getroot()))
        if got != want or not got:
            sys.exit("the result is\n  %s\nbut alone it is\n  %s" % (" ".join(got), " ".join(want)))


if sys.argv[1] == "samples":
    samples(sys.argv[2])
else:
    compare(*sys.argv[2:6], sys.argv[6] if len(sys.argv) > 6 else None)
