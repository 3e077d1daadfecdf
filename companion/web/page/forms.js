// Offers in which something is written (a player's name): a short form each, because five buttons can't write.
import { post } from "./send.js";

let drawn = "";

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

// One part; what a choice brings with it stands right behind it and changes with the choice.
function field(part) {
  const made = document.createElement("div");
  const label = document.createElement("label");
  const control = input(part);
  label.append(part.text, control);
  made.append(label);
  made.values = () => [part.type === "amount" ? Number(control.value) : control.value.trim()];
  if (part.type !== "pick") return made;
  const inner = document.createElement("div");
  const chosen = () => part.choices[control.value] ?? { value: "", then: [] };
  const grow = () => inner.replaceChildren(...chosen().then.map(field));
  control.addEventListener("change", grow);
  grow();
  made.append(inner);
  made.values = () => [chosen().value, ...[...inner.children].flatMap((each) => each.values())];
  return made;
}

function form(offer, words) {
  const made = document.createElement("details");
  made.dataset.offer = offer.name;
  const sheet = document.createElement("form");
  const fields = offer.parts.map(field);
  const send = Object.assign(document.createElement("button"), { textContent: words.write });
  sheet.append(...fields, send);
  sheet.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = fields.flatMap((each) => each.values());
    const told = await post("answer", { question: offer.question, offer: offer.name, values });
    if (told?.signal === "accepted") sheet.querySelectorAll("input[type=text]").forEach((each) => (each.value = ""));
  });
  made.append(Object.assign(document.createElement("summary"), { textContent: offer.label }), sheet);
  return made;
}

// What somebody is writing stays as it is while the game goes on around it.
export function drawForms(place, offers, words) {
  const text = JSON.stringify(offers);
  if (text === drawn) return;
  const writing = [...place.querySelectorAll("input[type=text]")].some((each) => each.value);
  if (writing && place.contains(document.activeElement)) return;
  drawn = text;
  const open = [...place.querySelectorAll("details[open]")].map((each) => each.dataset.offer);
  place.replaceChildren(...offers.map((offer) => form(offer, words)));
  for (const each of place.children) each.open = open.includes(each.dataset.offer);
}
