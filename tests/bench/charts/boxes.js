// In a page of SVG drawings: of each, the boxes of its lines of text, how many pairs of them meet,
// and how many leave the canvas. A box reaches from the tops of letters to their tails, not over the
// whole line, which would make lines of one paragraph meet.
const UP = 0.74, DOWN = 0.2, TOUCH = 0.5;

function lineBoxes(text) {
  const size = parseFloat(getComputedStyle(text).fontSize), lines = new Map();
  for (let i = 0; i < text.getNumberOfChars(); i++) {
    if (!text.textContent[i].trim()) continue;
    const at = text.getStartPositionOfChar(i), to = text.getEndPositionOfChar(i);
    const key = Math.round(at.y), line = lines.get(key) || {left: Infinity, right: -Infinity, y: at.y};
    lines.set(key, {left: Math.min(line.left, at.x, to.x), right: Math.max(line.right, at.x, to.x), y: at.y});
  }
  const matrix = text.getScreenCTM();
  return [...lines.values()].map(({left, right, y}) => {
    const corners = [left, right].flatMap((x) => [y - UP * size, y + DOWN * size].map((v) =>
      new DOMPoint(x, v).matrixTransform(matrix)));
    const xs = corners.map((p) => p.x), ys = corners.map((p) => p.y);
    return {left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys)};
  });
}

const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOUCH &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > TOUCH;

function measure(svg) {
  const shown = [...svg.querySelectorAll('text')].filter((t) =>
    t.textContent.trim() && getComputedStyle(t).visibility !== 'hidden' && getComputedStyle(t).opacity !== '0');
  const boxes = shown.flatMap(lineBoxes), canvas = svg.getBoundingClientRect();
  let pairs = 0;
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => { pairs += meet(a, b); }));
  const cut = boxes.filter((b) => b.left < canvas.left - TOUCH || b.right > canvas.right + TOUCH ||
    b.top < canvas.top - TOUCH || b.bottom > canvas.bottom + TOUCH).length;
  return {boxes: boxes.length, pairs, cut};
}

document.title = '';
document.body.textContent = JSON.stringify([...document.querySelectorAll('div > svg')].map(measure));
