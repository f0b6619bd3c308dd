#!/usr/bin/env python3
"""Measures the lines of a finished PDF, from the positions of its characters alone.

usage: typography.py [--json] [--size POINTS] zh|en FILE.pdf [FILE.pdf …]

The size is that of the body; without it, the one that most characters have. FILE.xml: what `mutool
draw -F stext` wrote.

What is counted stands in typographic targets 13: prohibited line starts and ends, numbers parted
from their units, widths of ideographs, gaps between scripts, adjacent marks, right edges, the grid
of baselines, faces of shared marks, characters that cannot be searched, text outside the page. It
knows nothing of how the file was made, so any program's PDF can be measured.
Exit status 1: something is wrong.
"""
import collections
import json
import re
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ET

NO_START = set("、，。．：；！？‼⁇⁈⁉）〕】〗》〉」』］｝”’·～％%‰℃°′″々ゝ,.:;!?)]}»")
NO_START_PAIRS = ("……", "——")
NO_END = set("（〔【〖《〈「『［｛“‘([{«¥￥$€№")
STOPS = set("，。、：；？！．")
CLOSERS = set("）》〉」』】〕〗”’］｝")
OPENERS = set("（《〈「『【〔〖“‘［｛")
SHARED = set("“”‘’…—")
UNITS = re.compile(
    r"(GiB|MiB|KiB|TiB|[KMGTP]B(/s)?|[GTPE]?FLOPs?(/s|/B)?|TFLOPS|TOPS|tokens?(/s)?|ms|µs|ns|s|W|kW|"
    r"GHz|MHz|nm|%|％|℃|GT/s|Gb/s|Gbit/s|B|bit|bits|个|层|张|块|台|卡|倍|步|秒|分钟|小时|天|周|年|位|字节|词元|次|行|页|章|节|条|组|路|万|亿)"
    r"(?![A-Za-z])")
HYPHENS = set("-\u2010\u00ad")
EM_STRETCH = 0.25  # of a boundary, beyond which a line is torn
CHANCE = {"river": 0.02}  # of paragraphs with four lines: gaps of a quarter em, 13 a line, align by themselves
SEE = ("见：", "另见：")  # in a glossary
AUTOSPACE = (0.1235, 0.345 + 0.125)
LABEL = re.compile(r"[问例图表第]?[A-Z0-9]+(\.[0-9]+)*$")
APART = 0.85  # ems: a larger gap parts columns and labels
PITCH_MOST = 1.95  # of the size: lines further apart are not one paragraph

MARKS = re.compile(r"(?<=[。！？.!?])([①-⑳]|[0-9]{1,2}|\[[0-9,–]+\])$")  # of notes and works

Char = collections.namedtuple("Char", "c x y end size font")


def is_han(c):
    return "\u3400" <= c <= "\u9fff" or "\U00020000" <= c <= "\U0003ffff" or c == "〇"


def is_latin(c):
    return c.isascii() and c.isalnum()


def is_cjk_face(font):
    return any(w in font for w in ("CJK", "Song", "Hei", "Fandol", "Han", "Kai", "Uming", "Droid"))


class Line:
    def __init__(self, chars):
        while chars and chars[-1].c.isspace():
            chars.pop()
        while chars and chars[0].c.isspace():
            chars.pop(0)
        self.chars = chars
        self.label = self.labelled = False  # is a label; has one on its left
        sizes = collections.Counter(round(k.size, 2) for k in chars)
        self.size = max(sizes, key=lambda s: (sizes[s], s)) if chars else 0
        ground = [k.y for k in chars if abs(k.size - self.size) < 0.4] or [0]
        self.y = collections.Counter(ground).most_common(1)[0][0]
        self.text = "".join(k.c for k in chars)
        faces = collections.Counter(k.font for k in chars if is_han(k.c) or k.c.isalpha())
        self.face = faces.most_common(1)[0][0] if faces else ""
        self.x = chars[0].x if chars else 0
        self.end = chars[-1].end if chars else 0
        if chars and chars[0].c in OPENERS and is_cjk_face(chars[0].font):
            self.x += chars[0].size / 2
        if chars and chars[-1].c in STOPS | CLOSERS and is_cjk_face(chars[-1].font):
            self.end = min(self.end, chars[-1].x + chars[-1].size / 2)


def written(code):
    """A reference to a character that XML may have; what no XML may have becomes U+FFFD."""
    if code < 32:
        return " "
    return "\ufffd" if 0xD800 <= code <= 0xDFFF or code in (0xFFFE, 0xFFFF) else "&#x%x;" % code


def read_pages(path):
    """Width, height and runs of each page; a run is what the reader of the PDF sees as one line."""
    if path.endswith(".xml"):
        out = open(path, "rb").read()
    else:
        out = subprocess.run(["mutool", "draw", "-q", "-F", "stext", "-o", "-", path],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    text = re.sub(r"&#x([0-9a-fA-F]+);", lambda m: written(int(m[1], 16)),
                  out.decode("utf-8", "replace"))
    for page in ET.fromstring(text).iter("page"):
        runs = []
        for line in page.iter("line"):
            if line.get("dir", "1 0") != "1 0":
                continue  # turned text: marks on drawings
            run = []
            for font in line.iter("font"):
                for k in font.iter("char"):
                    q = [float(v) for v in k.get("quad").split()]
                    run.append(Char(k.get("c"), float(k.get("x")), float(k.get("y")), q[2],
                                    float(font.get("size")), font.get("name")))
            runs += runs_of(run)
        yield float(page.get("width")), float(page.get("height")), runs


def runs_of(chars):
    """Parts at one baseline without large gaps, in the order of the text."""
    out = []
    for k in chars:
        last = out[-1][-1] if out else None
        if last and abs(last.y - k.y) < 0.03 and abs(k.x - last.end) < APART * max(k.size, last.size):
            out[-1].append(k)
        else:
            out.append([k])
    return out


def attach(rows, small):
    """Sub- and superscripts belong to the line they stand beside."""
    for k in small:
        near = [r for r in rows if 0 < abs(r[0].y - k.y) < 0.5 * r[0].size and k.size < 0.85 * r[0].size
                and any(abs(o.end - k.x) < 0.6 * o.size or abs(k.end - o.x) < 0.6 * o.size for o in r)]
        row = min(near, key=lambda r: abs(r[0].y - k.y)) if near else []
        if not near:
            rows.append(row)
        at = next((i for i, o in enumerate(row) if o.x > k.x), len(row))
        row.insert(at, k)
    return rows


def lines_of(runs):
    rows = []
    for run in sorted(runs, key=lambda r: (round(r[0].y * 20), r[0].x)):
        last = rows[-1][-1] if rows else None
        if last and abs(last.y - run[0].y) < 0.05 and abs(run[0].x - last.end) < APART * max(run[0].size, last.size):
            rows[-1] += run
        else:
            rows.append(list(run))
    big = [r for r in rows if any(not k.c.isspace() for k in r)]
    lines = [r for r in big if not is_raised(r, big)]
    small = [k for r in big if is_raised(r, big) for k in r]
    seen = [Line(list(dict.fromkeys(r))) for r in joined(attach(lines, small))]
    return [l for l in seen if l.chars]


def joined(rows):
    """What stands on both sides of a sub- or superscript is one line."""
    ground = {id(r): max(r, key=lambda k: k.size).y for r in rows}
    out = []
    for row in sorted(rows, key=lambda r: (round(ground[id(r)] * 20), r[0].x)):
        last = out[-1] if out else None
        if last and abs(ground[id(last)] - ground[id(row)]) < 0.05 and \
                -0.5 * row[0].size < row[0].x - max(k.end for k in last[-8:]) < APART * row[0].size:
            last += row
        else:
            out.append(row)
    return out


def is_raised(row, rows):
    return len(row) < 8 and any(
        0 < abs(r[0].y - row[0].y) < 0.5 * r[0].size and row[0].size < 0.85 * r[0].size
        and r[0].x - 1 <= row[0].x <= r[-1].end + r[0].size for r in rows if r is not row)


def paragraphs(lines, size):
    """Lines of the body's size, one below the other with the same left edge, hang or indent."""
    lines = sorted(lines, key=lambda l: (l.y, l.x))
    for before, l in zip(lines, lines[1:]):
        l.labelled = abs(before.y - l.y) < 0.3 and len(before.text) < 8 and 0 < l.x - before.end < 4 * size
        before.label |= l.labelled
    lines = [l for l in lines if abs(l.size - size) < 0.5 and not l.label]
    right = max((l.end for l in lines), default=0)
    done, out = set(), []
    for i, first in enumerate(lines):
        if i in done:
            continue
        group, last = [first], first
        for j in range(i + 1, len(lines)):
            l = lines[j]
            if l.y - last.y > PITCH_MOST * size:
                break
            if j in done or l.y - last.y < size * 0.9 or not follows(group, l, size, right):
                continue
            group.append(l)
            done.add(j)
            last = l
        out.append(group)
    return out


def follows(group, line, size, right):
    last = group[-1]
    if MARKS.sub("", last.text)[-1:] in set("。！？.!?") and last.end < right - 2 * size:
        return False
    if line.labelled or re.match(r"[•·–]|[0-9]+[. ]", line.text) or (last.face and line.face and last.face != line.face):
        return False
    left = min(l.x for l in group[1:]) if len(group) > 1 else group[0].x
    indented = len(group) == 1 and -2.3 * size < line.x - left < 0.3 * size
    return indented or (len(group) > 1 and abs(line.x - left) < 0.3 * size)


class Count:
    def __init__(self):
        self.of, self.bad, self.seen = collections.Counter(), collections.Counter(), {}

    def add(self, name, wrong, where=""):
        self.of[name] += 1
        if wrong:
            self.bad[name] += 1
            self.seen.setdefault(name, []).append(where)


def check_ends(count, group, page):
    for i, l in enumerate(group):
        t, where = l.text, "page %d: %s" % (page, l.text[:24])
        if i:
            count.add("prohibited at line start", t[0] in NO_START or t.startswith(NO_START_PAIRS), where)
        if i + 1 < len(group):
            count.add("prohibited at line end", t[-1] in NO_END, where)
            after = group[i + 1].text
            parted = re.search(r"[0-9]$", t) and UNITS.match(after) or (
                re.search(r"[0-9][.,]?$", t) and re.match(r"[0-9]", after))
            count.add("number parted from its unit", bool(parted), "page %d: %s|%s" % (page, t[-8:], after[:8]))


def check_widths(count, line, page):
    ink = [k for k in line.chars if not k.c.isspace()]
    for a, b in zip(ink, ink[1:]):
        em, step = a.size, b.x - a.x
        if abs(a.size - b.size) > 0.5 or abs(a.y - b.y) > 0.2:
            continue
        if "Math" in a.font or "Math" in b.font:
            continue  # slanted letters hang over their advance
        where = "page %d: %s%s %.3f" % (page, a.c, b.c, step / em)
        if is_han(a.c) and is_han(b.c):
            # Words that stand for a formula are all read where it begins.
            count.add("ideograph narrower than its em", 0 < step < 0.995 * em, where)
            count.add("boundary torn over 0.25 em", step > (1 + EM_STRETCH) * em, where)
        elif (is_han(a.c) and is_latin(b.c)) or (is_latin(a.c) and is_han(b.c)):
            gap = (b.x - a.end) / (em if is_han(a.c) else b.size)  # of the Han size
            before = "".join(k.c for k in ink[:ink.index(a) + 1])
            if gap > APART or (gap > AUTOSPACE[1] and LABEL.match(before)):
                continue  # a term and its translation, a label and its title
            count.add("gap between scripts off", not AUTOSPACE[0] <= gap <= AUTOSPACE[1],
                      "page %d: %s%s %.3f" % (page, a.c, b.c, gap))
        elif a.c in STOPS | CLOSERS and b.c in STOPS | CLOSERS and is_cjk_face(a.font) and is_cjk_face(b.font):
            count.add("adjacent marks not compressed", step > 0.8 * em, where)
        elif a.c in OPENERS and b.c in OPENERS and is_cjk_face(a.font) and is_cjk_face(b.font):
            count.add("adjacent marks not compressed", step > 0.8 * em, where)


def check_marks(count, line, page):
    for i, k in enumerate(line.chars):
        where = "page %d: U+%04X in %s" % (page, ord(k.c[0]), line.text[:24])
        count.add("no glyph, or no character", k.c in "\ufffd\ufffc", where)
        count.add("radical or compatibility ideograph", "\u2f00" <= k.c <= "\u2fdf" or
                  ("\uf900" <= k.c <= "\ufaff" and unicodedata.normalize("NFC", k.c) != k.c), where)
        if k.c not in SHARED:
            continue
        near = [o.c for o in line.chars[max(0, i - 1):i] + line.chars[i + 1:i + 2]]
        if near and all(is_han(c) or unicodedata.east_asian_width(c) == "W" for c in near):
            count.add("shared mark from a Latin face", not is_cjk_face(k.font), where)


def check_edges(count, groups, page, right, face):
    for g in (g for g in groups if g[0].face == face):
        for l, after in zip(g, g[1:]):
            if "Math" in l.chars[-1].font or after.text.startswith(SEE):
                continue  # a slanted letter hangs over; a reference begins a line of its own
            if len(l.text) > 12 and sum(map(is_han, l.text)) > len(l.text) / 3:
                count.add("right edge off by over 0.1", abs(l.end - right) > 0.1,
                          "page %d: %.2f %s" % (page, l.end - right, l.text[:16]))


def rivers(group):
    """Chains of four and more lines whose word gaps stand one below the other."""
    found, chains = 0, {}
    for l in group:
        gaps = [(a.end, b.x) for a, b in zip(l.chars, l.chars[1:]) if b.x - a.end > 0.18 * l.size] + \
               [(k.x, k.end) for k in l.chars if k.c == " "]
        grown = {}
        for lo, hi in set(gaps):
            best = max((n for (a, b), n in chains.items() if min(hi, b) - max(lo, a) > 0.15 * l.size), default=0)
            grown[(lo, hi)] = best + 1
            found += best + 1 == 4
        chains = grown
    return found


def body_size(pages):
    sizes = collections.Counter()
    for _, _, lines in pages:
        for l in lines:
            if len(l.text) > 12:
                sizes[round(l.size * 4) / 4] += len(l.text)
    return sizes.most_common(1)[0][0]


def most(values, step):
    """The value most of them have; of several the largest."""
    counts = collections.Counter(round(v / step) * step for v in values)
    return max(counts, key=lambda v: (counts[v], v))


def runs_on(group, pitch):
    """Running text: three lines and more at the pitch of the body."""
    return len(group) > 2 and all(abs(b.y - a.y - pitch) < 0.15 for a, b in zip(group, group[1:]))


def measure(path, language, size):
    pages = [(w, h, lines_of(chars)) for w, h, chars in read_pages(path)]
    size = size or body_size(pages)
    count = Count()
    pitches = collections.Counter()
    grouped = []
    for w, h, lines in pages:
        groups = paragraphs(lines, size)
        grouped.append(groups)
        for g in groups:
            for a, b in zip(g, g[1:]):
                if b.y - a.y > size * 0.9:  # less: a raised or lowered part of one line
                    pitches[round(b.y - a.y, 1)] += 1
    pitch = pitches.most_common(1)[0][0] if pitches else 0
    faces = collections.Counter(l.face for groups in grouped for g in groups if len(g) > 1 for l in g)
    face = faces.most_common(1)[0][0] if faces else ""
    residues = []
    for number, ((w, h, lines), groups) in enumerate(zip(pages, grouped), 1):
        groups = [g for g in groups if max(len(l.text) for l in g) > 3]
        body = [g for g in groups if len(g) > 1]
        for l in lines:
            check_marks(count, l, number)
            count.add("text outside the page", l.x < 9 or max(k.end for k in l.chars) > w - 9
                      or not 18 < l.y < h - 18, "page %d: %s" % (number, l.text[:24]))
        for g in groups:
            check_ends(count, g, number)
            if len(g) > 3:
                count.add("river", rivers(g), "page %d: %s" % (number, g[0].text[:24]))
            for l in g:
                check_widths(count, l, number)
            if len(g) > 1:
                han = sum(map(is_han, g[-1].text))
                runt = han < 2 and len(g[-1].text) <= 2 if language == "zh" else len(g[-1].text) < 4
                count.add("last line too short", runt, "page %d: %s" % (number, g[-1].text))
        if body:
            last = max((l for g in body for l in g), key=lambda l: l.y)
            count.add("page ends with a hyphen", last.text[-1] in HYPHENS, "page %d: %s" % (number, last.text[-16:]))
        if body and language == "zh":
            check_edges(count, body, number, most([l.end for g in body for l in g[:-1]], 0.05), face)
        if pitch:
            residues += [(number, l.y, l.text) for g in body for l in g if runs_on(g, pitch)]
    if residues:
        origin = most([y % pitch for _, y, _ in residues], 0.05)
        for number, y, text in residues:
            off = abs((y - origin + pitch / 2) % pitch - pitch / 2)
            count.add("baseline off the grid", off > 0.06, "page %d: %.2f %s" % (number, off, text[:16]))
    return count, len(pages), size, pitch


def by_chance(name, of):
    """So many come about by themselves: the expected number and three standard deviations."""
    expected = CHANCE.get(name, 0) * of
    return expected + 3 * expected ** 0.5


def main(argv):
    as_json = "--json" in argv
    argv = [a for a in argv if a != "--json"]
    size = 0
    if argv[:1] == ["--size"]:
        size, argv = float(argv[1]), argv[2:]
    if len(argv) < 2 or argv[0] not in ("zh", "en"):
        sys.exit(__doc__)
    wrong = 0
    for path in argv[1:]:
        count, pages, size, pitch = measure(path, argv[0], size)
        if as_json:
            print(json.dumps({n: [count.bad[n], count.of[n]] for n in sorted(count.of)}))
            continue
        print("%s: %d pages, body %.2f/%.1f" % (path, pages, size, pitch))
        for name in sorted(count.of):
            few = 0 < count.bad[name] <= by_chance(name, count.of[name])
            print("  %-36s %5d of %d%s" % (name, count.bad[name], count.of[name], " by chance" * few))
            for where in count.seen.get(name, [])[:6]:
                print("      " + where)
        wrong += sum(n for name, n in count.bad.items() if n > by_chance(name, count.of[name]))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
