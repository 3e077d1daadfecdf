// Forms for offers that take text, such as a player's name, because five buttons cannot write.
// The fields of a form are fetched when it is opened, and those of a choice when it is chosen.
import { mapOf } from "./map.js";
import { say } from "./message.js";
import { fetched, post } from "./send.js";

let drawn = "";
// The row after the one that was filled in last, by offer: most lists are filled in from the top.
const next = {};

function fieldsOf(offer, path) {
  const asked = [["question", offer.question], ["offer", offer.name], ...path.map((each) => ["at", each])];
  return fetched(`form.json?${new URLSearchParams(asked)}`).catch(() => null);
}

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

// The fields that a choice adds, below it.
function added(offer) {
  const made = document.createElement("div");
  let wanted = 0;
  made.show = async (choice, path) => {
    const mine = ++wanted;
    const parts = (choice.more && (await fieldsOf(offer, path))) || [];
    if (mine === wanted) made.replaceChildren(...parts.map((part, at) => field(offer, part, [...path, at])));
  };
  made.values = () => [...made.children].flatMap((each) => each.values());
  return made;
}

// A map with the fields of the chosen cell below it. Reports when the cell needs no further fields.
function mapped(offer, part, path) {
  const made = document.createElement("div");
  const inner = added(offer);
  let cell = null;
  const take = (chosen) => {
    cell = chosen;
    inner.show(chosen, [...path, chosen.value]);
    if (!chosen.more) made.dispatchEvent(new Event("chosen"));
  };
  made.append(...mapOf(part, part.text, take), inner);
  made.values = () => (cell ? [cell.value, ...inner.values()] : []);
  made.says = () => cell.label;
  return made;
}

// One field; the fields of a choice follow it and change with the choice. path: where it is in the form.
function field(offer, part, path, start = 0) {
  if (part.type === "place") return mapped(offer, part, path);
  const made = document.createElement("div");
  const label = document.createElement("label");
  const control = input(part);
  if (part.type === "pick") control.selectedIndex = start % part.choices.length;
  label.append(part.text, control);
  made.append(label);
  made.values = () => [part.type === "amount" ? Number(control.value) : control.value.trim()];
  if (part.type !== "pick") return made;
  const inner = added(offer);
  const chosen = () => part.choices[control.value] ?? { value: "" };
  const grow = () => inner.show(chosen(), [...path, chosen().value]);
  control.addEventListener("change", grow);
  grow();
  made.append(inner);
  made.values = () => [chosen().value, ...inner.values()];
  return made;
}

// An answer without fields: one press.
function shortcut(offer) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: offer.label });
  made.addEventListener("click", () => post("answer", { question: offer.question, offer: offer.name, values: [] }));
  return made;
}

function form(offer, words) {
  const made = document.createElement("details");
  const sheet = document.createElement("form");
  const send = Object.assign(document.createElement("button"), { textContent: words.write });
  const answer = document.createElement("p");
  answer.setAttribute("role", "status");
  let fields = [];
  let known = "";
  // Fetched again after each change of the game, but drawn again only if it differs, or after an answer.
  made.fill = async (again = false) => {
    const parts = await fieldsOf(offer, []);
    if (!parts) return; // it is not offered any more
    const text = JSON.stringify(parts);
    if (!again && (text === known || writes(made))) return;
    known = text;
    fields = parts.map((part, at) => field(offer, part, [at], at ? 0 : next[offer.name]));
    // A touched cell is the whole answer if nothing else is asked.
    const whole = parts.length === 1 && parts[0].type === "place";
    if (whole) fields[0].addEventListener("chosen", () => sheet.requestSubmit());
    send.hidden = whole && !parts[0].choices.some((each) => each.more);
    sheet.replaceChildren(...fields, send, answer);
  };
  made.addEventListener("toggle", () => made.open && made.fill());
  sheet.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = fields.flatMap((each) => each.values());
    if (!values.length) return;
    const came = await post("answer", { question: offer.question, offer: offer.name, values });
    if (!came) return;
    const done = came.signal === "accepted";
    const what = fields.at(-1).says?.() ?? String(values.at(-1)).replace(/^name:/, "");
    const otherwise = { accepted: words.written.replace("{what}", what), asks: words.asks }[came.signal] ?? "";
    const first = done && sheet.querySelector("select");
    if (first) next[offer.name] = (first.selectedIndex + 1) % first.options.length;
    if (done) await made.fill(true);
    say(answer, { ...came, sentence: came.sentence || otherwise });
    if (done) sheet.querySelector("select, input")?.focus();
  });
  made.append(Object.assign(document.createElement("summary"), { textContent: offer.label }), sheet);
  made.open = offer.open;
  return made;
}

function writes(form) {
  return form.contains(document.activeElement) && [...form.querySelectorAll("input[type=text]")].some((each) => each.value);
}

// A form that is still offered stays as it is. One in which the user types is not even filled again.
export function drawForms(place, offers, words) {
  const text = JSON.stringify(offers);
  if (text !== drawn) {
    drawn = text;
    const before = new Map([...place.children].map((each) => [each.dataset.offer, each]));
    const made = offers.map((offer) => {
      const key = JSON.stringify(offer);
      const kept = before.get(offer.name);
      if (kept?.dataset.key === key) return kept;
      const one = offer.fields ? form(offer, words) : shortcut(offer);
      Object.assign(one.dataset, { offer: offer.name, key });
      if (kept?.open) one.open = true;
      return one;
    });
    const focus = document.activeElement?.closest?.("#forms [data-offer]");
    if (focus && writes(focus) && !made.includes(focus)) {
      drawn = "";
      return;
    }
    // What stays is not moved, so that it keeps the focus.
    for (const each of [...place.children]) if (!made.includes(each)) each.remove();
    made.forEach((each, at) => place.children[at] !== each && place.insertBefore(each, place.children[at]));
  }
  for (const each of place.querySelectorAll("details[open]")) each.fill();
}
