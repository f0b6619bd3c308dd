#!/usr/bin/env python3
"""with_matplotlib.py svg|pdf LANG FOLDER OUT NAME…: draws them in one process."""
import json
import sys

import matplotlib

matplotlib.use("svg" if sys.argv[1] == "svg" else "pdf")
import matplotlib.pyplot as plt  # noqa: E402: the backend is chosen before

# Text as text, which is smaller and can be selected; the default is outlines.
plt.rcParams.update({"svg.fonttype": "none", "pdf.fonttype": 42, "font.size": 9,
                     "font.family": ["DejaVu Sans", "Noto Sans CJK JP"]})


def roofline(d, axes):
    axes.set_xscale("log")
    axes.set_yscale("log")
    for i, roof in enumerate(d["roofs"]):
        axes.plot(roof["x"], roof["y"], ["-", "--", "-."][i], color=f"C{i}", linewidth=3 if i == 0 else 1.5)
        axes.plot([w["x"] for w in roof["work"]], [w["y"] for w in roof["work"]], "o", color=f"C{i}",
                  markerfacecolor=f"C{i}" if i == 0 else "none")
        axes.plot(roof["x"][1], roof["y"][1], "o", color=f"C{i}", markerfacecolor="white")
        axes.annotate(roof["ridge"], (roof["x"][1], roof["y"][1]), (4, 6), textcoords="offset points")
        axes.annotate(roof["end"], (roof["x"][2], roof["y"][2]), (6, -3), textcoords="offset points")
    for work in d["roofs"][0]["work"]:
        axes.annotate(work["label"], (work["x"], work["y"]), (6, -6), textcoords="offset points")
    axes.set_xlabel(d["x"])
    axes.set_ylabel(d["y"])
    axes.grid(True)


def memory_stack(d, axes):
    base = [0.0] * len(d["columns"])
    for part, word in d["words"].items():
        values = [c["parts"].get(part, 0) for c in d["columns"]]
        if any(values):
            axes.bar(range(len(base)), values, 0.52, base, label=word)
        for i, value in enumerate(values):
            if value > 0:
                axes.text(i, base[i] + value / 2, f"{word} {value:.1f}", ha="center", va="center")
            base[i] += value
    for i, column in enumerate(d["columns"]):
        axes.annotate(f"{column['total']:.1f}", (i, column["total"]), (0, 3), textcoords="offset points", ha="center")
    for limit in d["limits"]:
        axes.axhline(limit["gib"], color="red")
        axes.annotate(f"{limit['gib']:.0f} GiB {limit['name']}", (len(base) - 0.5, limit["gib"]), (6, -3),
                      textcoords="offset points")
    axes.set_xlim(-0.5, len(base) - 0.5)
    axes.set_xticks(range(len(base)), ["\n".join([c["name"], c["recipe"], *(f"{v:+.1f}" for v in c["rooms"])])
                                       for c in d["columns"]])
    axes.grid(True, axis="y")


def main():
    form, lang, folder, out, *names = sys.argv[1:]
    for name in names:
        with open(f"{folder}/{name}.{lang}.json", encoding="utf-8") as file:
            d = json.load(file)
        figure, axes = plt.subplots(figsize=(560 / 72, 430 / 72))
        figure.subplots_adjust(left=0.09, right=0.74, bottom=0.17)
        (roofline if d["kind"] == "roofline" else memory_stack)(d, axes)
        axes.set_title(d["title"])
        figure.savefig(f"{out}/{name}.{lang}.{form}")
        plt.close(figure)


main()
