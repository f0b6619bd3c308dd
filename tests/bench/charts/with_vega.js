// with_vega.js svg LANG FOLDER OUT NAME…: Vega-Lite, drawn on the server, all in one process.
// NODE_PATH names the folder with the packages vega and vega-lite.
const fs = require('fs');
const path = require('path');
const {createRequire} = require('module');
const {pathToFileURL} = require('url');

const [form, lang, folder, out, ...names] = process.argv.slice(2);
if (form !== 'svg') process.exit(2);

function roofline(d) {
  const range = d.roofs.map((r) => r.name);
  const at = (values, mark, encoding = {}) => ({data: {values}, mark, encoding: {
    x: {field: 'x', type: 'quantitative', scale: {type: 'log'}, title: d.x},
    y: {field: 'y', type: 'quantitative', scale: {type: 'log'}, title: d.y},
    ...encoding}});
  const colour = {color: {field: 'name', type: 'nominal', scale: {domain: range}, legend: null}};
  const text = (values, dx, dy) =>
    at(values, {type: 'text', align: 'left', dx, dy}, {text: {field: 'label'}});
  const lines = d.roofs.flatMap((r) => r.x.map((x, i) => ({name: r.name, x, y: r.y[i]})));
  const work = d.roofs.flatMap((r) => r.work.map((w) => ({name: r.name, x: w.x, y: w.y})));
  return {layer: [
    at(lines, 'line', {...colour, strokeDash: {field: 'name', type: 'nominal', legend: null}}),
    at(work, 'point', colour),
    at(d.roofs.map((r) => ({x: r.x[1], y: r.y[1], label: r.ridge})), 'point'),
    text(d.roofs[0].work, 6, 6),
    text(d.roofs.map((r) => ({x: r.x[1], y: r.y[1], label: r.ridge})), 4, -8),
    text(d.roofs.map((r) => ({x: r.x[2], y: r.y[2], label: r.end})), 6, 0)]};
}

function stack(d) {
  const key = (c, i) => i;
  const bars = [], values = [], totals = [];
  d.columns.forEach((c, i) => {
    let base = 0;
    for (const [part, word] of Object.entries(d.words)) {
      const v = c.parts[part] || 0;
      bars.push({column: key(c, i), part: word, from: base, to: base + v});
      if (v > 0) values.push({column: key(c, i), y: base + v / 2, label: `${word} ${v.toFixed(1)}`});
      base += v;
    }
    totals.push({column: key(c, i), y: c.total, label: c.total.toFixed(1)});
  });
  const ticks = d.columns.map((c) =>
    [c.name, c.recipe, ...c.rooms.map((v) => (v > 0 ? '+' : '') + v.toFixed(1))]);
  const x = {field: 'column', type: 'ordinal', title: null,
    axis: {labelAngle: 0, labelExpr: `${JSON.stringify(ticks)}[datum.value]`}};
  const text = (list, mark) => ({data: {values: list}, mark: {type: 'text', ...mark},
    encoding: {x, y: {field: 'y', type: 'quantitative'}, text: {field: 'label'}}});
  return {layer: [
    {data: {values: bars}, mark: {type: 'bar', width: {band: 0.52}}, encoding: {x,
      y: {field: 'from', type: 'quantitative', title: null}, y2: {field: 'to'},
      color: {field: 'part', type: 'nominal', sort: null, legend: null}}},
    {data: {values: d.limits}, mark: {type: 'rule', color: 'red'},
      encoding: {y: {field: 'gib', type: 'quantitative'}}},
    {data: {values: d.limits.map((l) => ({...l, label: `${l.gib.toFixed(0)} GiB ${l.name}`}))},
      mark: {type: 'text', align: 'left', dx: 6, x: 'width'},
      encoding: {y: {field: 'gib', type: 'quantitative'}, text: {field: 'label'}}},
    text(values, {}),
    text(totals, {dy: -8})]};
}

async function main() {
  const find = createRequire(path.join(process.env.NODE_PATH, 'x.js'));
  const load = (name) => import(pathToFileURL(find.resolve(name)));
  const [vega, lite] = [await load('vega'), await load('vega-lite')];
  for (const name of names) {
    const d = JSON.parse(fs.readFileSync(`${folder}/${name}.${lang}.json`));
    const spec = lite.compile({$schema: 'https://vega.github.io/schema/vega-lite/v5.json',
      title: d.title, width: 360, height: 340,
      config: {font: 'Noto Sans CJK SC', text: {fontSize: 9}},
      ...(d.kind === 'roofline' ? roofline(d) : stack(d))}).spec;
    const view = new vega.View(vega.parse(spec), {renderer: 'none'});
    fs.writeFileSync(`${out}/${name}.${lang}.svg`, await view.toSVG());
    view.finalize();
  }
}
main();
