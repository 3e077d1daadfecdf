// Marks of players and other figures, drawn from the panel's own pixels.
const SVG = "http://www.w3.org/2000/svg";
const SIDE = 32;
let paths = {};

export function learnMarks(known) {
  paths = known;
}

// The mark of a figure in the text colour; nothing for a figure without one.
export function mark(figure) {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", `0 0 ${SIDE} ${SIDE}`);
  made.setAttribute("class", "mark");
  made.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("d", paths[figure] ?? "");
  made.append(shape);
  return made;
}
