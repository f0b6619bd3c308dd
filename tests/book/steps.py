#!/usr/bin/env python3
"""The tables of steps and symbols in an expanded course.

steps.py COURSE STEPS.DEF STRINGS   every step and every symbol once, in order, with label and unit
steps.py COURSE formulas EXPLAINED  the formulas that do not depend on the case are those printed
"""
import re
import sys
import xml.etree.ElementTree as tree

DB = "{http://docbook.org/ns/docbook}"
ID = "{http://www.w3.org/XML/1998/namespace}id"


def rows(course, name):
    for table in tree.parse(course).iter(DB + "table"):
        if table.get(ID) == name:
            return [list(row) for row in table.find(f".//{DB}tbody").iter(DB + "row")]
    sys.exit(f"no table {name}")


def text(element):
    """What a reader sees, an index after "_"; the words for the ear left out."""
    local = element.tag.split("}")[1]
    if local == "alt":
        return ""
    parts = [text(child) + (child.tail or "") for child in element]
    if local == "msub":
        return parts[0].strip() + "_" + parts[1].strip()
    return (element.text or "") + "".join(parts)


def plain(words):
    return re.sub(r"\s+", "", words)


def check(course, defs, strings):
    said = {s.get("id"): "".join(s.itertext()) for s in tree.parse(strings).iter() if s.get("id")}
    steps = re.findall(r'^STEP\(\w+, "[^"]*", "([^"]*)", "([^"]*)", "([^"]*)", "([^"]*)"\)',
                       open(defs, encoding="utf-8").read(), re.M)
    found = rows(course, "fo-tab-steps")
    assert len(found) == len(steps), (len(found), len(steps))
    for row, (label, symbol, unit, _) in zip(found, steps):
        cells = [text(cell) for cell in row]
        assert plain(cells[0]) == plain(said["step." + label]), (cells[0], label)
        assert plain(cells[1]).split("=")[0] == plain(symbol), (cells[1], symbol)
        assert bool(cells[2].strip()) == bool(unit), (label, cells[2], unit)
        assert cells[4].strip(), label
    with_formula = sum("=" in text(row[1]) for row in found)
    assert with_formula > 0.85 * len(steps), with_formula
    symbols = {key[7:]: words for key, words in said.items() if key.startswith("symbol.")}
    listed = [[text(cell) for cell in row] for row in rows(course, "sy-tab-symbols")]
    assert len(listed) == len(symbols), (len(listed), len(symbols))
    for name, meaning, _ in listed:
        assert plain(symbols.pop(plain(name).replace("∑", "Σ"))) == plain(meaning), name
    assert not symbols, symbols


def formulas(course, explained):
    wanted = dict(re.findall(r"^ +(\S+) = (.*)$", open(explained, encoding="utf-8").read(), re.M))
    shown = dict(plain(text(row[1])).split("=", 1) for row in rows(course, "fo-tab-steps")
                 if "=" in text(row[1]))
    for symbol in "P_attn", "P_ffn", "P_norm", "P_layer", "W", "κ":
        assert shown[symbol] == plain(wanted[symbol]), (symbol, shown[symbol], wanted[symbol])


if sys.argv[2] == "formulas":
    formulas(sys.argv[1], sys.argv[3])
else:
    check(*sys.argv[1:4])
