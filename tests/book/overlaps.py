"""Words of a page that stand on each other: overlaps.py BOXES (of pdftotext -bbox). A box is as high as
its font is, so a fifth of it above and below is no ink; nor is half of one that is a full-width mark alone."""
import re
import sys

WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)</word>')
WIDE = "（）：，。、；"
words = []
for line in open(sys.argv[1], encoding="utf-8"):
    found = WORD.search(line)
    if found and found.group(5) not in WIDE:
        x0, y0, x1, y1 = (float(v) for v in found.groups()[:4])
        trim = (y1 - y0) / 5
        wide = (y1 - y0) * 0.4  # of a full-width mark at an end half is empty
        x0 += wide * (found.group(5)[0] in WIDE)
        x1 -= wide * (found.group(5)[-1] in WIDE)
        words.append((y0 + trim, x0, y1 - trim, x1, found.group(5)))
words.sort()
for i, (top, left, bottom, right, text) in enumerate(words):
    for other_top, other_left, other_bottom, other_right, other in words[i + 1:]:
        if other_top >= bottom - 0.5:
            break
        if min(right, other_right) - max(left, other_left) > 0.5:
            print(f"{text}/{other}", end=" ")
