// Draws the rondel from the last space to the first: figures, and tiles that can be tapped if they are named.
import { mark } from "../../marks.js";
import { post } from "../../send.js";

function element(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function space(shown, words) {
  const spot = element("li", "space");
  for (const figure of shown.figures) spot.append(mark(figure.id), element("strong", "", figure.name));
  if (shown.label) {
    const tile = element(shown.tag ? "button" : "span", "tile", shown.label);
    if (shown.tag) {
      tile.title = words.tap;
      tile.addEventListener("click", () => post("tap", { tag: shown.tag }));
    }
    if (shown.ahead) spot.append(element("span", "ahead", String(shown.ahead)));
    spot.append(tile);
  }
  if (!spot.childNodes.length) spot.setAttribute("aria-label", words.empty);
  return spot;
}

function listed(className, lines) {
  const list = element("ul", className);
  list.append(...lines.map((line) => element("li", "", line)));
  return list;
}

export function draw(place, data) {
  const ring = element("ol", "ring-line");
  ring.append(...data.spaces.map((each) => space(each, data)));
  place.replaceChildren(element("h2", "", data.title), listed("owed", data.lines), ring, listed("booked", data.booked));
}
