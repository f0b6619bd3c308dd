"""words.py FROM TO: which words of FROM are missing in TO, each as often as it is; nothing when all
are there. FROM and TO are KIND:FILE, KIND one of source (a chapter, its computed elements and what
is for other editions left out), docbook (without what stands in for pictures), html, docx, epub, pdf (text by pdftotext).
A word is a Han character, or letters and digits in a row."""
import collections
import html.parser
import re
import sys
import unicodedata
import xml.etree.ElementTree as tree
import zipfile

RIDGE = "{urn:ridgepoint:1}"
XI = "{http://www.w3.org/2001/XInclude}"
HAN = "\u2e80-\u2fff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
WORD = re.compile("[%s]|[^\\W%s_]+" % (HAN, HAN))


HYPHEN = re.compile("(?<=\\w)[-\u00ad\u2010\u2011]\\s*(?=\\w)")


def words(text):
    """A hyphen inside a word is none: pdftotext takes it away where a line ends."""
    return collections.Counter(WORD.findall(HYPHEN.sub("", unicodedata.normalize("NFKC", text))))


def formulas(node):
    """Takes formulas away, which each tool writes in its own way, and what is printed as a number."""
    for child in list(node):
        if isinstance(child.tag, str) and child.tag.split("}")[-1] in (
                "inlineequation", "equation", "informalequation", "math", "indexterm", "citation", "biblioentry",
                "abbrev"):
            place = list(node).index(child)
            if place:
                node[place - 1].tail = (node[place - 1].tail or "") + " " + (child.tail or "")
            else:
                node.text = (node.text or "") + " " + (child.tail or "")
            node.remove(child)
        else:
            formulas(child)


def inside(node):
    """Text of an element; a blank where an element that is no running text begins or ends."""
    running = {"emphasis", "code", "link", "phrase", "foreignphrase", "subscript", "superscript",
               "firstterm", "literal", "quote", "claim", "if", "a", "em", "strong", "span",
               "glossterm", "r", "t"}
    name = node.tag.split("}")[-1] if isinstance(node.tag, str) else "?"
    blank = "" if name in running else " "
    parts = [blank, node.text or ""] if name != "?" else []
    for child in node:
        parts += [inside(child), child.tail or ""]
    return "".join(parts) + blank


def prune(node, editions):
    for child in list(node):
        drop = isinstance(child.tag, str) and (
            (child.tag.startswith(RIDGE) and child.tag[len(RIDGE):] not in
             ("objectives", "facts", "fact", "claim", "if"))
            or child.get("test") == "1 = 2"
            or (child.get("role") in ("answer", "solution") and "teacher" not in editions
                and child.tag.endswith("}answer"))
            or child.get("condition", editions) not in editions.split())
        if drop:
            place = list(node).index(child)
            before = list(node)[place - 1] if place else None
            if before is None:
                node.text = (node.text or "") + " " + (child.tail or "")
            else:
                before.tail = (before.tail or "") + " " + (child.tail or "")
            node.remove(child)
        else:
            prune(child, editions)


def included(path):
    root = tree.parse(path).getroot()
    for parent in list(root.iter()):
        for place, child in enumerate(list(parent)):
            if child.tag == XI + "include":
                file = path.rsplit("/", 1)[0] + "/" + child.get("href")
                if child.get("parse") == "text":
                    part = tree.Element("included")
                    part.text = open(file, encoding="utf-8").read()
                else:
                    part = included(file)
                part.tail = child.tail
                parent[place] = part
    return root


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.parts, self.skip, self.mark = [], 0, False

    def handle_starttag(self, tag, attrs):
        self.skip += tag in ("style", "script")
        if tag == "a" and "footnote-ref" in dict(attrs).get("class", ""):
            self.skip, self.mark = self.skip + 1, True
            self.parts.append(" ")
        if tag in ("p", "li", "td", "th", "div", "h1", "h2", "h3", "h4", "h5", "tr", "br", "dt", "dd", "title"):
            self.parts.append(" ")
        self.parts += [" " + v + " " for k, v in attrs if k == "alt"]

    def handle_endtag(self, tag):
        self.skip -= tag in ("style", "script")
        if tag == "a" and self.mark:
            self.skip, self.mark = self.skip - 1, False
        if tag in ("p", "li", "td", "th", "div", "h1", "h2", "h3", "h4", "h5", "tr", "dt", "dd", "title"):
            self.parts.append(" ")

    def handle_data(self, data):
        if not self.skip:
            self.parts.append(data)


def page_text(text):
    page = Page()
    page.feed(text)
    return "".join(page.parts)


def zipped(path, pattern):
    with zipfile.ZipFile(path) as z:
        return [z.read(n).decode() for n in z.namelist() if re.search(pattern, n)]


def docx_text(path):
    parts = []
    for part in zipped(path, r"^word/(document|footnotes)\.xml$"):
        part = re.sub(r'<(?:wp:docPr|pic:cNvPr)[^>]* descr="([^"]*)"', r"> \1 <x", part)
        part = re.sub(r"</w:p>|<w:br */>|</w:tc>", " ", part)
        parts.append(html.unescape(re.sub(r"<[^>]*>", "", part)))
    return " ".join(parts)


def of(spec):
    kind, path = spec.split(":", 1)
    if kind.startswith("source"):
        root = included(path)
        formulas(root)
        prune(root, "student" + kind[len("source"):].replace("+", " "))
        return words(inside(root))
    if kind == "docbook":
        root = tree.parse(path).getroot()
        for part in root.iter("{http://docbook.org/ns/docbook}part"):
            part.remove(part[0])  # stands in its introduction as well
        for picture in root.iter("{http://docbook.org/ns/docbook}mediaobject"):
            for alt in picture.findall("{http://docbook.org/ns/docbook}textobject"):
                picture.remove(alt)
        formulas(root)
        return words(inside(root))
    if kind == "docx":
        return words(docx_text(path))
    if kind == "epub":
        return words(" ".join(page_text(p) for p in zipped(path, r"\.xhtml$")))
    text = open(path, encoding="utf-8").read()
    if kind == "html":
        return words(page_text(text))
    return words(text)


def main():
    missing = of(sys.argv[1]) - of(sys.argv[2])
    for word, n in sorted(missing.items()):
        print(word, n)
    sys.exit(bool(missing))


main()
