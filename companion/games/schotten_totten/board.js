// Draws the border: nine stones and the cards of both sides. A click taps a place, a stone, or a
// card that a ruse may take.
import { mark } from "../../marks.js";
import { acts, post } from "../../send.js";

let signs = {};

function element(kind, name, text = "") {
  const made = document.createElement(kind);
  made.className = name;
  made.textContent = text;
  return made;
}

// Return a button if this page can tap pieces, else an element of the same look.
function tapped(name, tag, label) {
  const made = element(acts ? "button" : "div", name);
  if (acts) made.type = "button";
  else made.setAttribute("role", "img");
  made.setAttribute("aria-label", label);
  made.title = label;
  made.dataset.tag = tag;
  if (acts)
    made.addEventListener("click", (event) => {
      if (event.detail) made.blur(); // by mouse: the next Enter is the OK button's again
      post("tap", { tag });
    });
  return made;
}

function sign(name) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.setAttribute("viewBox", "0 0 32 32");
  made.setAttribute("class", "sign");
  made.setAttribute("aria-hidden", "true");
  made.innerHTML = signs[name] ?? "";
  return made;
}

function card(shown, alone) {
  const made = alone ? tapped("st-card", shown.tag, shown.label) : element("span", "st-card");
  made.dataset.colour = shown.colour;
  made.classList.toggle("last", shown.last);
  made.classList.toggle("declared", shown.declared);
  made.append(sign(shown.sign), element("b", "", shown.strength));
  return made;
}

// The first card is next to the stone. If a ruse takes a card, each card can be tapped, else the place.
function side(shown, which, rows, asks) {
  const taking = acts && asks === "target" && shown.cards.length > 0;
  const made = taking ? element("div", "") : tapped("", shown.tag, shown.label);
  made.className = `st-side ${which === "B" ? "far" : "near"}`;
  made.classList.toggle("wanted", shown.wanted);
  made.append(...shown.cards.map((each) => card(each, taking)));
  for (let n = shown.cards.length; n < rows; n += 1) made.append(element("span", "st-card free"));
  return made;
}

function stone(shown, asks) {
  const made = tapped("st-stone", shown.tag, shown.label);
  made.dataset.owner = shown.owner;
  made.dataset.claimable = shown.claimable;
  made.classList.toggle("wanted", asks === "stone" && !shown.owner);
  made.append(element("b", "", shown.number), ...shown.techniques.map(sign));
  return made;
}

function column(shown, rows, asks) {
  const made = element("div", "st-column");
  made.append(side(shown.sides.B, "B", rows, asks), stone(shown, asks), side(shown.sides.A, "A", rows, asks));
  return made;
}

// Return what a cell refers to: a stone, a card, or the place of the card to be placed.
function chosenAt(columns, { cell }, laid) {
  const [number, row] = cell.split(",").map(Number);
  const here = columns[number - 1];
  if (!row) return here.querySelector(".st-stone");
  const place = here.querySelector(row > 0 ? ".far" : ".near");
  if (laid) return place;
  place.removeAttribute("role"); // no picture any more: its cards are buttons
  return place.querySelectorAll(".st-card")[Math.abs(row) - 1];
}

function touched(one, choice, press) {
  one.dataset.cell = choice.cell;
  one.setAttribute("role", "button");
  one.setAttribute("aria-label", [choice.label, choice.closed].filter(Boolean).join(": "));
  one.setAttribute("aria-disabled", Boolean(choice.closed));
  one.tabIndex = 0;
  one.classList.add("choice");
  one.addEventListener("click", press);
  one.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  });
}

// A place that can be chosen on the border with a touch; a closed place shows the reason.
export function choose(data, part, title, take, behind) {
  const border = bordered(data, "");
  border.setAttribute("role", "group");
  border.setAttribute("aria-label", title);
  const said = element("p", "of_cell");
  said.setAttribute("aria-live", "polite");
  const more = element("div", "");
  for (const choice of part.choices) {
    const press = () => {
      said.textContent = [choice.label, choice.closed].filter(Boolean).join(": ");
      more.replaceChildren(...behind(choice));
      if (!choice.closed) take(choice);
    };
    touched(chosenAt([...border.children], choice, part.map.laid), choice, press);
  }
  return [border, said, more];
}

function bordered(data, asks) {
  signs = data.signs;
  const border = element("div", "st-border");
  border.dataset.asks = asks;
  const rows = Math.max(3, ...data.stones.map((each) => each.needed));
  border.append(...data.stones.map((each) => column(each, rows, asks)));
  return border;
}

function player(shown) {
  const made = element("p", "st-player");
  made.classList.toggle("turn", shown.turn);
  made.title = shown.tactics;
  made.append(mark(shown.id), element("strong", "", shown.name));
  made.append(...shown.counts.map((words) => element("span", "", words)));
  return made;
}

function head(data) {
  const made = element("div", "st-head");
  if (data.waits) made.append(card(data.waits, false));
  const words = element("div", "");
  words.append(element("h2", "", data.title), ...data.lines.slice(0, 2).map((line) => element("p", "", line)));
  made.append(words);
  return made;
}

export function draw(place, data) {
  const kept = document.activeElement?.closest?.("#board [data-tag]")?.dataset.tag;
  const border = bordered(data, data.asks);
  const [near, far] = data.players.map(player);
  place.replaceChildren(...[head(data), far, border, near].filter(Boolean));
  if (kept) place.querySelector(`[data-tag="${kept}"]`)?.focus();
}
