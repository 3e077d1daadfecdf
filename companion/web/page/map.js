// A map to choose a cell: pieces as small pictures, each cell touched or reached by keys. It decides nothing.
const NS = "http://www.w3.org/2000/svg";
const SIDE = 40;
const TILE = 37;
const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

function drawn(kind, more = {}, ...inside) {
  const one = document.createElementNS(NS, kind);
  for (const [name, value] of Object.entries(more)) one.setAttribute(name, value);
  one.append(...inside);
  return one;
}

function picture(markup, x, y, size) {
  const one = drawn("g", { transform: `translate(${x} ${y}) scale(${size / 32})` });
  one.innerHTML = markup;
  return one;
}

function text(words, x, y, size = 9) {
  return drawn("text", { x, y, "font-size": size, "text-anchor": "middle" }, words);
}

// Along the western or southern edge, as on the panel: a river as waves, anything else as two lines.
function strip([kind, axis]) {
  const steps = "q1.25 2.5 2.5 0t2.5 0".repeat(SIDE / 5);
  const lines = [3, 6].map((from) => `M0 ${from} ${kind === "river" ? steps : `H${SIDE}`}`).join(" ");
  const turn = axis === "north_south" ? "matrix(0 1 1 0 0 0)" : `translate(0 ${TILE - 8})`;
  return drawn("path", { d: lines, transform: turn, class: "strip" });
}

// Squares for pieces of the kind that the tile shows, else each kind by its picture.
function pieces(tile, signs, left, bottom) {
  const shown = [];
  let x = left + 4;
  for (const [kind, number] of tile.pieces) {
    if (kind === tile.sign || !signs[kind]) {
      for (let n = 0; n < number; n += 1, x += 6) shown.push(drawn("rect", { x, y: bottom - 5, width: 4, height: 4 }));
    } else {
      shown.push(picture(signs[kind], x, bottom - 10, 9));
      x += 10;
      if (number > 1) shown.push(text(number, (x += 2), bottom - 2, 8));
      x += number > 1 ? 4 : 0;
    }
  }
  return shown;
}

// A tile without a picture: its name, one word per line, or cut short with a full stop.
function named(label, most, x, y) {
  const words = label.split(" ");
  const lines = words.length < 4 && words.every((word) => word.length <= most) ? words : [words[0].slice(0, most - 1) + "."];
  return lines.map((line, at) => text(line, x, y + (at - (lines.length - 1) / 2) * 9));
}

function content(tile, signs) {
  const axes = tile.lines.map(([, axis]) => axis);
  const bottom = TILE - (axes.includes("east_west") ? 7 : 1);
  const left = axes.includes("north_south") ? 8 : 2;
  const right = TILE - (tile.figures ? 11 : 1);
  const high = bottom - (tile.pieces.length ? 10 : 1);
  const size = Math.min(20, right - left, high - 3);
  const middle = (left + right) / 2;
  const shown = tile.lines.map(strip);
  if (tile.height > 1) shown.push(drawn("path", { d: `M4 3H${TILE - 3}`, class: "strip" }));
  if (signs[tile.sign]) shown.push(picture(signs[tile.sign], middle - size / 2, 3 + (high - 3 - size) / 2, size));
  else shown.push(...named(tile.label, tile.figures ? 4 : 6, middle, high / 2 + 5));
  shown.push(...pieces(tile, signs, left, bottom));
  if (tile.figures) shown.push(picture(signs.standing, TILE - 13, 3, 12));
  if (tile.figures > 1) shown.push(text(tile.figures, TILE - 6, 24));
  return shown;
}

function tile(each, signs, kind) {
  const border = drawn("rect", { x: 1, y: 1, width: TILE, height: TILE, rx: 4 });
  return drawn("g", { class: each.marked ? `${kind} from` : kind }, border, ...content(each, signs));
}

function nearest(from, cells, [east, north]) {
  const ahead = cells
    .map((cell) => [cell, (cell.x - from.x) * east + (cell.y - from.y) * north])
    .filter(([, along]) => along > 0)
    .map(([cell, along]) => [cell, along + 3 * (Math.abs(cell.x - from.x) + Math.abs(cell.y - from.y) - along)]);
  return ahead.sort((a, b) => a[1] - b[1])[0]?.[0];
}

// part: data from the companion; take: called for a touched open cell; behind: returns what follows a reason.
export function mapOf(part, title, take, behind = () => []) {
  const { map } = part;
  const at = (one) => `translate(${(one.x - map.west) * SIDE} ${(map.north - one.y) * SIDE})`;
  const picture_ = drawn("svg", { viewBox: `0 0 ${map.columns * SIDE} ${map.rows * SIDE}`, role: "group", "aria-label": title });
  picture_.style.minWidth = `${map.columns * 42}px`;
  picture_.style.maxWidth = `${map.columns * 72}px`;
  const said = Object.assign(document.createElement("p"), { className: "of_cell" });
  said.setAttribute("aria-live", "polite");
  const more = document.createElement("div");
  for (const each of map.tracts) {
    const one = tile(each, map.signs, "lies");
    one.setAttribute("transform", at(each));
    one.setAttribute("role", "img");
    one.setAttribute("aria-label", each.label);
    picture_.append(one);
  }
  const cells = part.choices.map((choice) => {
    const [x, y] = choice.cell.split(",").map(Number);
    const why = choice.closed || choice.caution;
    const words = why ? `${choice.label}: ${why}` : choice.label;
    const ground = drawn("rect", { x: 1, y: 1, width: TILE, height: TILE, rx: 4, class: "ground" });
    const one = drawn("g", { class: "cell", role: "button", tabindex: 0, "aria-label": words }, ground);
    one.dataset.cell = choice.cell;
    if (choice.closed) one.setAttribute("aria-disabled", "true");
    else if (map.laid) one.append(tile(map.laid, map.signs, "ghost"));
    const placed = drawn("g", { transform: at({ x, y }) }, one);
    picture_.append(placed);
    const tell = () => (said.textContent = words);
    const press = () => {
      tell();
      more.replaceChildren(...behind(choice));
      if (choice.closed) return;
      for (const other of cells) other.one.removeAttribute("aria-pressed");
      one.setAttribute("aria-pressed", "true");
      take(choice);
    };
    const keys = (event) => {
      const to = ARROWS[event.key] && nearest({ x, y }, cells, ARROWS[event.key]);
      if (event.key === "Enter" || event.key === " ") press();
      else if (ARROWS[event.key]) to?.one.focus();
      else return;
      // Prevents scrolling, and keeps the key from the buttons of the case.
      event.preventDefault();
      event.stopPropagation();
    };
    for (const heard of ["focus", "pointerenter"]) one.addEventListener(heard, tell);
    one.addEventListener("click", press);
    one.addEventListener("keydown", keys);
    return { x, y, one };
  });
  const scrolled = Object.assign(document.createElement("div"), { className: "map" });
  scrolled.append(picture_);
  return [scrolled, said, more];
}
