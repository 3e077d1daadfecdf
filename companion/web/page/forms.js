// Forms for offers that take text, such as a player's name, because five buttons cannot write.
import { mapOf } from "./map.js";
import { post } from "./send.js";

let drawn = "";
let latest = null;
// Text entered for one row of a list is entered for the next row too.
const next = {};
// Result of the last form; shown until the user types again.
const told = {};

function input(part) {
  if (part.type === "pick") {
    const made = document.createElement("select");
    part.choices.forEach((choice, index) => made.append(new Option(choice.label, index)));
    return made;
  }
  const made = document.createElement("input");
  made.required = true;
  if (part.type === "amount") return Object.assign(made, { type: "number", min: part.low, max: part.high, value: part.default });
  return Object.assign(made, { type: "text", maxLength: part.longest, autocomplete: "off" });
}

// A map with the parts of the chosen cell below it. Reports when the cell needs no further parts.
function mapped(part) {
  const made = document.createElement("div");
  const inner = document.createElement("div");
  let cell = null;
  const take = (chosen) => {
    cell = chosen;
    inner.replaceChildren(...chosen.then.map((each) => field(each)));
    if (!chosen.then.length) made.dispatchEvent(new Event("chosen"));
  };
  made.append(...mapOf(part, part.text, take), inner);
  made.values = () => (cell ? [cell.value, ...[...inner.children].flatMap((each) => each.values())] : []);
  made.says = () => cell.label;
  return made;
}

// One part; the parts of a choice follow it and change with the choice.
function field(part, start = 0) {
  if (part.type === "place") return mapped(part);
  const made = document.createElement("div");
  const label = document.createElement("label");
  const control = input(part);
  if (part.type === "pick") control.selectedIndex = start % part.choices.length;
  label.append(part.text, control);
  made.append(label);
  made.values = () => [part.type === "amount" ? Number(control.value) : control.value.trim()];
  if (part.type !== "pick") return made;
  const inner = document.createElement("div");
  const chosen = () => part.choices[control.value] ?? { value: "", then: [] };
  const grow = () => inner.replaceChildren(...chosen().then.map((inner) => field(inner)));
  control.addEventListener("change", grow);
  grow();
  made.append(inner);
  made.values = () => [chosen().value, ...[...inner.children].flatMap((each) => each.values())];
  return made;
}

// An answer without parts: one press.
function shortcut(offer) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: offer.label });
  made.dataset.offer = offer.name;
  made.addEventListener("click", () => post("answer", { question: offer.question, offer: offer.name, values: [] }));
  return made;
}

function form(offer, words) {
  if (!offer.parts.length) return shortcut(offer);
  const made = document.createElement("details");
  made.dataset.offer = offer.name;
  const sheet = document.createElement("form");
  const fields = offer.parts.map((part, index) => field(part, index ? 0 : next[offer.name]));
  const send = Object.assign(document.createElement("button"), { textContent: words.write });
  const answer = Object.assign(document.createElement("p"), { textContent: told[offer.name]?.sentence ?? "" });
  answer.setAttribute("role", "status");
  answer.dataset.kind = told[offer.name]?.signal ?? "";
  // A touched cell is the whole answer if nothing else is asked.
  const whole = fields.length === 1 && offer.parts[0].type === "place";
  if (whole) fields[0].addEventListener("chosen", () => sheet.requestSubmit());
  send.hidden = whole && !offer.parts[0].choices.some((each) => each.then.length);
  sheet.append(...fields, send, answer);
  sheet.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = fields.flatMap((each) => each.values());
    if (!values.length) return;
    const came = await post("answer", { question: offer.question, offer: offer.name, values });
    if (!came) return;
    const done = came.signal === "accepted" || came.signal === "asks";
    const what = fields.at(-1).says?.() ?? String(values.at(-1)).replace(/^name:/, "");
    const written = words.written.replace("{what}", what);
    told[offer.name] = { signal: came.signal, sentence: came.sentence || (done ? written : "") };
    if (done && offer.parts[0].type === "pick") next[offer.name] = (sheet.querySelector("select").selectedIndex + 1) % offer.parts[0].choices.length;
    drawn = "";
    drawForms(...latest);
    if (done) document.querySelector(`[data-offer="${offer.name}"] :is(select, input)`)?.focus();
  });
  made.append(Object.assign(document.createElement("summary"), { textContent: offer.label }), sheet);
  made.open = offer.open;
  return made;
}

// A form in which the user types stays unchanged while the game continues.
export function drawForms(place, offers, words) {
  latest = [place, offers, words];
  const text = JSON.stringify(offers);
  if (text === drawn) return;
  const writing = [...place.querySelectorAll("input[type=text]")].some((each) => each.value);
  if (drawn && writing && place.contains(document.activeElement)) return;
  drawn = text;
  const open = [...place.querySelectorAll("details[open]")].map((each) => each.dataset.offer);
  place.replaceChildren(...offers.map((offer) => form(offer, words)));
  for (const each of place.children) each.open ||= open.includes(each.dataset.offer);
}
