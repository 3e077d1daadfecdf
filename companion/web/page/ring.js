// Draws the track of the board as a ring, clockwise, with the last figure at the lower left.
import { mark } from "./marks.js";
import { acts, post } from "./send.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 1000;
const HEIGHT = 430;
const INSET = 66;

// Return the point at a share (0..1) of the way around a stadium, clockwise from the lower left corner.
function point(share) {
  const radius = (HEIGHT - 2 * INSET) / 2;
  const straight = WIDTH - 2 * INSET - 2 * radius;
  const bend = Math.PI * radius;
  let way = share * (2 * straight + 2 * bend);
  const left = INSET + radius;
  const middle = HEIGHT / 2;
  if (way < bend) {
    const turn = way / radius;
    return [left - radius * Math.sin(turn), middle + radius * Math.cos(turn)];
  }
  way -= bend;
  if (way < straight) return [left + way, INSET];
  way -= straight;
  if (way < bend) {
    const turn = way / radius;
    return [left + straight + radius * Math.sin(turn), middle - radius * Math.cos(turn)];
  }
  return [left + straight - (way - bend), HEIGHT - INSET];
}

function track() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("aria-hidden", "true");
  const way = document.createElementNS(SVG, "rect");
  const radius = (HEIGHT - 2 * INSET) / 2;
  const frame = { x: INSET, y: INSET, width: WIDTH - 2 * INSET, height: HEIGHT - 2 * INSET, rx: radius, class: "track" };
  for (const [name, value] of Object.entries(frame)) way.setAttribute(name, value);
  svg.append(way);
  return svg;
}

function element(kind, name, text = "") {
  const made = document.createElement(kind);
  made.className = name;
  made.textContent = text;
  return made;
}

function standing(figure) {
  const made = element("span", "figure");
  made.dataset.colour = figure.colour;
  const body = element("i", "body");
  body.append(mark(figure.id));
  made.append(element("i", "head"), body, element("em", "", figure.name));
  return made;
}

// Return what a click on a space does: tap its tile, or ask on the panel which tile it is.
function clickable(made, space, words) {
  made.type = "button";
  made.title = space.tag ? words.tap : words.tell;
  made.addEventListener("click", (event) => {
    if (event.detail) made.blur(); // by mouse: the next Enter is the OK button's again
    if (space.tag) post("tap", { tag: space.tag });
    else post("open", { question: 0, offer: "space", values: [space.tell] });
  });
}

function tile(space, words) {
  const act = acts && Boolean(space.tag || space.tell);
  const made = element(act ? "button" : "div", "tile");
  if (act) clickable(made, space, words);
  made.dataset.kind = space.kind;
  made.classList.toggle("wanted", space.wanted);
  made.classList.toggle("unknown", !space.known);
  made.append(element("b", "letter", space.letter), element("span", "name", space.label));
  if (space.ahead) made.append(element("small", "ahead", space.ahead));
  return made;
}

function filled(space, words) {
  const made = element("li", "space");
  if (space.label || space.letter) made.append(tile(space, words));
  if (space.figures.length) {
    const stand = element("div", "figures");
    stand.append(...space.figures.map(standing));
    made.append(stand);
  }
  if (!made.childElementCount) {
    made.classList.add("empty");
    const tell = acts && space.tell;
    const hole = element(tell ? "button" : "span", "hole");
    hole.setAttribute(tell ? "aria-label" : "title", words.empty);
    if (tell) clickable(hole, space, words);
    made.append(hole);
  }
  return made;
}

function centre(ring) {
  const made = element("div", "centre");
  made.append(element("strong", "", ring.title), ...ring.lines.map((line) => element("p", "", line)));
  return made;
}

export function drawRing(place, ring) {
  const focus = document.activeElement?.closest?.(".space");
  const kept = focus ? [...place.querySelectorAll(".space")].indexOf(focus) : -1;
  const list = element("ol", "spaces");
  ring.spaces.forEach((space, index) => {
    const spot = filled(space, ring.words);
    const [x, y] = point((index + 0.5) / ring.spaces.length);
    spot.style.left = `${(100 * x) / WIDTH}%`;
    spot.style.top = `${(100 * y) / HEIGHT}%`;
    list.append(spot);
  });
  place.className = "ring";
  place.style.setProperty("--crowd", Math.max(14, ring.spaces.length));
  place.replaceChildren(track(), centre(ring), list);
  place.querySelectorAll(".space")[kept]?.querySelector("button")?.focus();
}
