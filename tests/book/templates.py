#!/usr/bin/env python3
"""Holds the pages of a handout to its template.

usage: templates.py TEMPLATE.xml zh|en STEXT.xml

The template is read as it is written, with those it stands on; STEXT.xml is what `mutool draw -F
stext` wrote. Looked at: the size of every page, text outside the type area, the head and the foot,
text that is too small, and where the body stands on facing pages. Prints a line a fault, and last
the size and the pitch of the body.
"""
import os
import re
import sys
import xml.etree.ElementTree as ET

RIDGE = "{urn:ridgepoint:1}"
USUAL = dict(width=595.28, height=841.89, inner=68, measure=357, gap=18, margin=118, top=72, depth=684)
LEAST, LEAST_HAN, LEAST_SCRIPT, SCRIPTS = 7, 7.875, 6, 0.02  # design 4; letters below formulas
HANG, LEFT = 0.6, 3  # ems, points: marks that hang out; the optical shift of a title
OPENERS = "（《「『【〔〖“‘"
FEET, HEAD, FOOT = 15, 14, 14  # below the type area; least to the edges of the sheet


def chain(path):
    root = ET.parse(path).getroot()
    base = root.get("base")
    below = chain(os.path.join(os.path.dirname(path), base + ".xml")) if base else []
    return below + [root]


def length(text):
    return float(text[:-2]) * (72 / 25.4 if text.endswith("mm") else 1)


class Form:
    def __init__(self, path, language):
        self.two, self.scale, self.size, self.pitch = True, 1, 0, 0
        self.__dict__.update(USUAL)
        for root in chain(path):
            scale = float(root.get("scale", 1))
            self.scale *= scale
            self.size, self.pitch = self.size * scale, self.pitch * scale
            for page in root.iter(RIDGE + "page"):
                self.page(page)
            for style in root.iter(RIDGE + "style"):
                if style.get("name") == "body" and style.get("lang", language) == language:
                    self.size, pitch = length(style.get("font-size")), style.get("line-height")
                    self.pitch = length(pitch) if pitch.endswith(("pt", "mm")) else float(pitch) * self.size
        self.wide = self.measure + (self.gap + self.margin if self.margin else 0)

    def page(self, row):
        for name in USUAL:
            if row.get(name):
                setattr(self, name, length(row.get(name)))
        self.two = row.get("sides", "two" if self.two else "one") == "two"

    def left(self, number):
        even = self.two and number % 2 == 0
        return self.width - self.inner - self.wide if even else self.inner

    def body(self, number):
        even = self.two and number % 2 == 0
        return self.width - self.inner - self.measure if even else self.inner


def is_han(c):
    return "\u3400" <= c <= "\u9fff"


def read(path):
    pages = []
    with open(path, encoding="utf-8", errors="replace") as f:
        text = re.sub(r"&#x(?:[0-8bcef]|1[0-9a-f]|7f|fff[ef]);", "\ufffd", f.read())
    for page in ET.fromstring(text).iter("page"):
        chars = []
        for line in page.iter("line"):
            if line.get("dir", "1 0") != "1 0":
                continue
            for font in line.iter("font"):
                for c in font.iter("char"):
                    quad = [float(x) for x in c.get("quad").split()]
                    if not c.get("c").isspace():
                        chars.append((c.get("c"), quad[0], quad[2], float(c.get("y")), float(font.get("size"))))
        pages.append((float(page.get("width")), float(page.get("height")), chars))
    return pages


def look(form, number, page):
    width, height, chars = page
    if abs(width - form.width) > 0.6 or abs(height - form.height) > 0.6:
        yield f"page {number}: {width} × {height}, not {form.width} × {form.height}"
    left, right = form.left(number), form.left(number) + form.wide
    for c, x, end, y, size in chars:
        place = f"page {number}: {c} at {x:.1f}, {y:.1f}"
        if x < left - (HANG * size if c in OPENERS else LEFT) or end > right + HANG * size:
            yield f"{place}: beside the type area, {left:.1f} to {right:.1f}"
        if y - 0.7 * size < HEAD or y > form.height - FOOT:
            yield f"{place}: near the edge of the sheet"
        if size < (LEAST_HAN if is_han(c) else LEAST_SCRIPT) - 0.01 and c != "▲":
            yield f"{place}: {size:.2f} pt"


def foot(form, number, page):
    """Below the type area and its footnotes only the folio and what stands beside it."""
    lines = {round(y) for _, _, _, y, _ in page[2] if y > form.top + form.depth + FEET}
    if lines and max(lines) - min(lines) > 16 * form.scale:
        yield f"page {number}: {sorted(lines)} below the type area"


def main(template, language, path):
    form, pages = Form(template, language), read(path)
    faults = []
    for number, page in enumerate(pages, 1):
        faults += list(look(form, number, page)) + list(foot(form, number, page))
    all_chars = [c for _, _, chars in pages for c in chars]
    small = sum(1 for c in all_chars if c[4] < LEAST - 0.01)
    if small > SCRIPTS * len(all_chars):
        faults.append(f"{small} of {len(all_chars)} characters are smaller than {LEAST} pt")
    for side in (0, 1):
        starts = [x for i, (_, _, chars) in enumerate(pages) if i % 2 == side for _, x, _, _, size in chars
                  if abs(size - form.size) < 0.05 and abs(x - form.body(i + 1)) < 0.6]
        if len(starts) < 20:
            faults.append(f"{len(starts)} lines begin where the body does on {'even' if side else 'odd'} pages")
    for fault in faults[:12]:
        print(fault)
    print(f"body {form.size:.2f}/{form.pitch:.1f}, {len(pages)} pages, {len(all_chars)} characters, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
