"""chart_words.py: words of charts that nothing says, words that are said and do not exist, and such
as one language lacks; nothing when all is well. A key is said where a string of the program is the
key, or a pattern of the program ("chart.time-breakdown.part.%s") makes it: then each gap is filled
by what the program or the catalogue names by itself, a string, an option's value or a kind, or by
what another pattern makes. Patterns of a kind are those of its files and of the shared ones."""
import functools
import glob
import os
import re
import sys
import xml.etree.ElementTree as tree

STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
GAP = re.compile(r"%(?:\.\*)?[a-z]+")


def strings(path):
    text = open(path, encoding="utf-8").read()
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r'^#include.*$', "", text, flags=re.M)
    return {match.group(1) for match in STRING.finditer(text)}


def keys(path):
    return [e.get("id") for e in tree.parse(path).getroot()
            if isinstance(e.tag, str) and (e.get("id") or "").startswith("chart.")]


def words_of(language):
    """File → its keys; those of strings.xml under the empty name."""
    found = {"": keys("content/%s/strings.xml" % language)}
    for path in sorted(glob.glob("content/%s/charts/*.xml" % language)):
        found[os.path.basename(path)[:-4]] = keys(path)
    return found


SOURCES = {path: strings(path) for pattern in ("gen/*/*.c", "gen/*/*.h", "gen/*/*.def")
           for path in glob.glob(pattern)}
KINDS = sorted(os.path.basename(path)[:-4] for path in glob.glob("content/en/charts/*.xml"))
EVERY = set().union(*SOURCES.values())
# what fills a gap: words alone, without blanks; the words of --show stand in one string
NAMES = {word for text in EVERY for word in text.split() if "%" not in word} | set("0123456789")


def file_stem(kind):
    stems = {"accelerators-over-time": "over_time", "first-token-and-next": "first_token"}
    return stems.get(kind, kind.replace("-", "_"))


def patterns(paths):
    """Strings with gaps; such as end in a point, and something is added behind them; such as begin
    with one, and are added to something."""
    found = set()
    for path in paths:
        for text in SOURCES[path]:
            if GAP.search(text) and not re.search(r"\s", text):
                found.add(text)
            elif text.startswith("chart.") and text.endswith("."):
                found.add(text + "%s")
            elif re.fullmatch(r"(\.[a-z-]+)+", text):
                found.add("%s" + text)
    return found


def fills(parts, text):
    """Every way in which gaps between these parts make the text."""
    if len(parts) == 1:
        return [[]] if text == parts[0] else []
    if not text.startswith(parts[0]):
        return []
    rest, found = text[len(parts[0]):], []
    for end in range(len(rest) + 1):
        if rest.startswith(parts[1], end) and (end or len(parts) > 2):
            found += [[rest[:end]] + more for more in fills(parts[1:], rest[end:])]
    return found


def maker(paths):
    """Says whether the strings of these files make a text."""
    forms = [GAP.split(pattern) for pattern in patterns(paths)]
    forms = [parts for parts in forms if "".join(parts)]
    spoken = set().union(*(SOURCES[path] for path in paths))

    @functools.lru_cache(None)
    def makes(text, depth=0):
        if text in spoken or (depth and text in NAMES):
            return True
        return depth < 3 and any(all(makes(gap, depth + 1) for gap in gaps)
                                 for parts in forms for gaps in fills(parts, text)
                                 if depth or (parts + gaps)[0 if parts[0] else len(parts)]
                                 .startswith("chart."))

    return makes


def main():
    english, chinese = words_of("en"), words_of("zh")
    faults = []
    for name in sorted(set(english) | set(chinese)):
        for key in sorted(set(english.get(name, [])) ^ set(chinese.get(name, []))):
            faults.append("%s: %s stands in one language only" % (name or "strings", key))
        for key in {key for key in english.get(name, []) if english[name].count(key) > 1}:
            faults.append("%s: %s stands twice" % (name or "strings", key))
    stems = {kind: file_stem(kind) for kind in KINDS}
    own = {kind: [p for p in SOURCES if re.match(r"gen/chart/%s[_.]" % stem, p)]
           for kind, stem in stems.items()}
    shared = [p for p in SOURCES if re.match(r"gen/(chart|plot)/", p)
              and not any(p in paths for paths in own.values())]
    outer = [p for p in SOURCES if re.match(r"gen/(ask|book|doc|paint)/", p)]
    for name, found in english.items():
        paths = own[name] + shared if name else list(SOURCES)
        makes = maker(tuple(paths + ([] if name else outer)))
        faults += ["%s: %s is never said" % (name or "strings", key) for key in found
                   if not makes(key)]
    every = set().union(*english.values())
    for path in sorted(SOURCES):
        kinds = [kind for kind in KINDS if path in own[kind]] or KINDS
        for text in sorted(SOURCES[path]):
            if not re.fullmatch(r"chart\.[a-z0-9.-]*[a-z0-9]", text):
                continue
            known = set(english[""]).union(*(english[kind] for kind in kinds[:1]
                                             if len(kinds) == 1))
            here = every if len(kinds) > 1 else known
            if text not in here and not any(key.startswith(text + ".") for key in here):
                faults.append("%s: %s does not exist" % (path, text))
        for pattern in sorted(patterns([path])):
            form = re.compile("(.+)".join(re.escape(part) for part in GAP.split(pattern)))
            if pattern.startswith("chart.") and not any(form.fullmatch(key) for key in every):
                faults.append("%s: %s makes no key" % (path, pattern))
    print("\n".join(faults))


main()
