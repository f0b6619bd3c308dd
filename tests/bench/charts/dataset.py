#!/usr/bin/env python3
"""The charts that are compared: which ones there are, and their data for the others.

dataset.py RIDGE FOLDER COUNT: half rooflines of three devices, half memory stacks of a model on two,
each another one. Writes FOLDER/charts.xml for ridge, and from the CSV files that ridge writes, for
the others, FOLDER/NAME.LANG.json and the tables NAME.LANG.* that gnuplot reads. The first two, roofline
and memory-stack, are those of the README.
"""
import csv
import json
import pathlib
import random
import subprocess
import sys

WORDS = {
    "en": {"roofline": "Rooflines of three devices, {model}", "x": "Arithmetic intensity, FLOP per byte",
           "y": "TFLOP/s", "ridge": "ridge points", "stack": "Device memory of {model}, GiB"},
    "zh": {"roofline": "{model} 在三种设备上的屋顶线", "x": "算术强度，FLOP/字节", "y": "TFLOP/s",
           "ridge": "岭点", "stack": "{model} 的显存占用，GiB"},
}
PARTS = {
    "en": {"weights": "weights", "adapters": "LoRA", "gradients": "gradients", "optimizer": "optimizer",
           "activations": "activations", "kv-cache": "KV cache", "runtime": "runtime"},
    "zh": {"weights": "权重", "adapters": "LoRA", "gradients": "梯度", "optimizer": "优化器状态",
           "activations": "激活", "kv-cache": "KV 缓存", "runtime": "运行时"},
}
FIRST = [("roofline", "roofline", "llama-3.1-8b", ["h100-sxm5-80gb", "a100-sxm4-80gb", "rtx-4090"]),
         ("memory-stack", "memory-stack", "llama-2-7b", ["rtx-4090", "a100-sxm4-80gb"])]


def listed(ridge, what, columns):
    out = subprocess.run([ridge, "list", what, "--format", "json", "--columns", columns],
                         check=True, capture_output=True).stdout
    return json.loads(out)[what]


def names_of(ridge):
    devices = [d for d in listed(ridge, "accelerators", "id,name,memory-capacity,memory-bandwidth,bf16")
               if all(d[f].get("value") for f in ("memory-capacity", "memory-bandwidth", "bf16"))]
    models = listed(ridge, "models", "id,name")
    return {d["id"]: d["name"] for d in devices}, {m["id"]: m["name"] for m in models}


def rows(devices, models, count):
    """Random, and the same each time."""
    draw, seen = random.Random(5), set()
    yield from FIRST
    while len(seen) < count:
        kind, n = ("roofline", 3) if len(seen) % 2 else ("memory-stack", 2)
        model, chosen = draw.choice(sorted(models)), draw.sample(sorted(devices), n)
        if (kind, model, *sorted(chosen)) not in seen:
            seen.add((kind, model, *sorted(chosen)))
            yield f"{kind}-{len(seen)}", kind, model, chosen


def write_xml(path, charts):
    with open(path, "w", encoding="utf-8") as out:
        out.write('<r:charts xmlns:r="urn:ridgepoint:1" formats="FORMATS">\n')
        for name, kind, model, devices in charts:
            out.write(f'  <r:chart name="{name}" kind="{kind}" models="{model}" '
                      f'accelerators="{" ".join(devices)}"/>\n')
        out.write("</r:charts>\n")


def roofline(table, devices):
    """Each roof by its three corners; the work is named on the first device."""
    order = [r["accelerator"] for r in table if r["point"] == "ridge"]
    at = [(r["point"], r["accelerator"], float(r["intensity_flop_per_byte"]),
           float(r["attainable_tflop_per_s"])) for r in table]
    work = [p for p in at if p[0] != "ridge"]
    left = 0.5 * min(p[2] for p in work)
    right = 4 * max(p[2] for p in at)
    roofs = []
    for device in order:
        x, peak = next((p[2], p[3]) for p in at if p[:2] == ("ridge", device))
        roofs.append({"name": devices[device], "x": [left, x, right], "y": [left * peak / x, peak, peak],
                      "end": f"{devices[device]}  {peak:.4g} TFLOP/s", "ridge": f"{x:.0f}",
                      "work": [{"x": p[2], "y": p[3], "label": p[0]} for p in work if p[1] == device]})
    return {"roofs": roofs}


def stack(table, devices, lang):
    """Each column by its parts; what devices hold is a column's total and the room left over it."""
    columns, limits = [], {}
    for row in table:
        key, value = (row["stack"], row["recipe"]), float(row["gib"])
        if not columns or columns[-1]["key"] != key:
            columns.append({"key": key, "name": row["stack"], "recipe": row["recipe"], "parts": {}, "rooms": []})
        if row["part"] == "total":
            columns[-1]["total"] = value
        elif row["part"] in PARTS[lang]:
            columns[-1]["parts"][row["part"]] = value
        else:
            device = next(d for d in devices if row["part"].endswith(d))
            limits[devices[device]] = columns[-1]["total"] + value
            columns[-1]["rooms"].append(value)
    for column in columns:
        del column["key"]
    return {"columns": columns, "limits": [{"name": n, "gib": v} for n, v in limits.items()]}


def drawing(chart, lang, folder, devices, models):
    name, kind, model, chosen = chart
    with open(folder / "csv" / "charts" / f"{name}.{lang}.csv", encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    words, ids = WORDS[lang], {d: devices[d] for d in chosen}
    if kind == "roofline":
        return {"kind": kind, "title": words["roofline"].format(model=models[model]), "x": words["x"],
                "y": words["y"], "ridge": words["ridge"], **roofline(table, ids)}
    return {"kind": kind, "title": words["stack"].format(model=models[model]), "words": PARTS[lang],
            **stack(table, ids, lang)}


def quote(text):
    return '"' + str(text).replace('"', "'") + '"'


def array(name, values):
    return f"array {name}[{len(values)}] = [{', '.join(map(str, values))}]"


def foot(column):
    return quote("\\n".join([column["name"], column["recipe"], *(f"{v:+.1f}" for v in column["rooms"])]))


def tick(numbered):
    i, column = numbered
    return f"{foot(column)} {i}"


def write_gnuplot(d, stem):
    """Tables, one a block, and the few settings that differ."""
    lines = [f"title = {quote(d['title'])}"]
    if d["kind"] == "roofline":
        lines += [f"xtitle = {quote(d['x'])}", f"ytitle = {quote(d['y'])}", f"roofs = {len(d['roofs'])}",
                  f"left = {d['roofs'][0]['x'][0]}", f"right = {d['roofs'][0]['x'][2]}",
                  f"ridge = {quote(d['ridge'])}",
                  array("slope", [r["y"][1] / r["x"][1] for r in d["roofs"]]),
                  array("peak", [r["y"][1] for r in d["roofs"]]),
                  array("name", [quote(r["name"]) for r in d["roofs"]])]
        blocks = {"roofs": ["\n".join(f"{x} {y}" for x, y in zip(r["x"], r["y"])) for r in d["roofs"]],
                  "work": ["\n".join(f"{w['x']} {w['y']} {quote(w['label'])}" for w in r["work"])
                           for r in d["roofs"]],
                  "corners": ["\n".join(f"{r['x'][1]} {r['y'][1]} {quote(r['ridge'])}" for r in d["roofs"])],
                  "ends": ["\n".join(f"{r['x'][2]} {r['y'][2]} {quote(r['end'])}" for r in d["roofs"])]}
    else:
        lines += [f"columns = {len(d['columns'])}", f"limits = {len(d['limits'])}",
                  array("limit", [l["gib"] for l in d["limits"]]),
                  array("device", [quote(l["name"]) for l in d["limits"]]),
                  f"set xtics ({', '.join(map(tick, enumerate(d['columns'])))})"]
        blocks = {"parts": [], "values": [], "totals": [], "limits": []}
        base = [0.0] * len(d["columns"])
        for part, word in d["words"].items():
            bars, values = [], []
            for i, c in enumerate(d["columns"]):
                v = c["parts"].get(part, 0)
                bars.append(f"{i} {base[i]} {base[i] + v}")
                if v > 0:
                    values.append(f"{i} {base[i] + v / 2} {quote(f'{word} {v:.1f}')}")
                base[i] += v
            blocks["parts"].append("\n".join(bars))
            blocks["values"] += values
        blocks["values"] = ["\n".join(blocks["values"])]
        blocks["totals"] = ["\n".join(f"{i} {c['total']} {c['total']:.1f}" for i, c in enumerate(d["columns"]))]
        last = len(d["columns"]) - 0.5
        blocks["limits"] = ["\n".join(f"{last} {l['gib']} {quote(format(l['gib'], '.0f') + ' GiB ' + l['name'])}"
                                      for l in d["limits"])]
        lines.append(f"parts = {len(blocks['parts'])}")
        blocks["columns"] = ["\n".join([" ".join(['""', *map(quote, d["words"].values())])]
                                       + [" ".join([foot(c), *(str(c["parts"].get(p, 0)) for p in d["words"])])
                                          for c in d["columns"]])]
    pathlib.Path(f"{stem}.gp").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for name, list_ in blocks.items():
        pathlib.Path(f"{stem}.{name}").write_text("\n\n\n".join(list_) + "\n", encoding="utf-8")


def main():
    ridge, folder, count = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    devices, models = names_of(ridge)
    folder.mkdir(parents=True, exist_ok=True)
    some = list(rows(devices, models, 2 * count))
    write_xml(folder / "all.xml", some)
    (folder / "csv.xml").write_text((folder / "all.xml").read_text().replace("FORMATS", "csv"))
    # A model on a device that lacks something is refused with a message: others take its place.
    subprocess.run([ridge, "build", folder / "csv.xml", "-o", folder / "csv"], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    good = [c for c in some if all((folder / "csv" / "charts" / f"{c[0]}.{lang}.csv").exists() for lang in WORDS)]
    kinds = [[c for c in good if c[1] == kind][:count // 2] for kind in ("roofline", "memory-stack")]
    chosen = [c for pair in zip(*kinds) for c in pair]
    write_xml(folder / "charts.xml", chosen)
    for chart in chosen:
        for lang in WORDS:
            d = drawing(chart, lang, folder, devices, models)
            (folder / f"{chart[0]}.{lang}.json").write_text(json.dumps(d, ensure_ascii=False), encoding="utf-8")
            write_gnuplot(d, folder / f"{chart[0]}.{lang}")
    (folder / "names").write_text("\n".join(c[0] for c in chosen) + "\n")


if __name__ == "__main__":
    main()
