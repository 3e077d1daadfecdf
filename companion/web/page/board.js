// Draws the board of any game: its track or its own picture, what is to do, what was entered, notes, maps.
// A game may bring a script for what no other has, and a style sheet for it.
import { mapOf } from "./map.js";
import { mark } from "./marks.js";
import { drawRing } from "./ring.js";

let shown = "";
let style = null;

// The style of the game before would arrange the new board too, so it goes. Nothing is drawn before the new one is there.
async function dress(href) {
  if ((style?.getAttribute("href") ?? "") === href) return;
  const before = style;
  style = href ? Object.assign(document.createElement("link"), { rel: "stylesheet", href }) : null;
  if (style) {
    const ready = new Promise((done) => (style.onload = style.onerror = done));
    document.head.append(style);
    await ready;
  }
  before?.remove();
}

function element(kind, text = "") {
  return Object.assign(document.createElement(kind), { textContent: text });
}

function part(place, id) {
  const made = place.querySelector(`#${id}`) ?? Object.assign(element("div"), { id });
  if (!made.isConnected) place.append(made);
  return made;
}

// What is drawn already stays, so that nothing moves while somebody reads it.
const before = new WeakMap();
function redrawn(place, value, make) {
  const text = JSON.stringify(value);
  if (before.get(place) === text) return;
  before.set(place, text);
  place.replaceChildren(...make(value));
}

// Each list has a label, as screen readers do not show the marks.
function lists({ words, to_do, turn_log }) {
  const listed = (name, items) => {
    const list = Object.assign(element("ul"), { className: name, hidden: !items.length });
    list.setAttribute("aria-label", words[name]);
    list.append(...items.map((item) => element("li", item)));
    return list;
  };
  return [listed("to_do", to_do), listed("turn_log", turn_log)];
}

function notes(list) {
  return list.map(({ figure, lines }) => {
    const made = element("p");
    if (figure) made.append(mark(figure.id), element("strong", figure.name), " ");
    made.append(lines.join(" · "));
    return made;
  });
}

function maps({ maps: list, signs }) {
  return list.map(({ id, title, map }) => {
    const made = element("details");
    made.dataset.key = id;
    const [picture] = mapOf({ map: { ...map, signs }, choices: [] }, title, () => {});
    made.append(element("summary", title), picture);
    return made;
  });
}

// Returns the game's script, {} if it has none; another game starts with an empty board. Without a game there is no board.
export async function drawBoard(place, board) {
  place.parentElement.hidden = !board;
  if (!board) return {};
  const script = board.script ? await import(`./${board.script}`) : {};
  await dress(board.style);
  if (shown !== board.script) place.replaceChildren();
  shown = board.script;
  if (script.draw) script.draw(part(place, "picture"), board.picture);
  else drawRing(part(place, "ring"), board);
  redrawn(part(place, "duties"), [board.to_do, board.turn_log], () => lists(board));
  redrawn(part(place, "more"), board.notes, notes);
  const list = part(place, "maps");
  const open = [...list.querySelectorAll("details[open]")].map((each) => each.dataset.key);
  redrawn(list, [board.maps, board.signs], () => maps(board));
  for (const each of list.children) each.open = open.includes(each.dataset.key);
  return script;
}
