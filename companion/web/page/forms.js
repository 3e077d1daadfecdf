// Offers that need letters (a player's name): a short form each, because five buttons can't write.
import { post } from "./send.js";

let drawn = "";

function field(part) {
  const label = document.createElement("label");
  label.append(part.text);
  const input = document.createElement(part.type === "pick" ? "select" : "input");
  input.required = true;
  input.dataset.type = part.type;
  if (part.type === "pick") {
    for (const choice of part.choices) input.append(new Option(choice.label, choice.value));
  } else if (part.type === "amount") {
    Object.assign(input, { type: "number", min: part.low, max: part.high, value: part.usual });
  } else {
    Object.assign(input, { type: "text", maxLength: part.longest, autocomplete: "off" });
  }
  label.append(input);
  return label;
}

function form(offer, words) {
  const made = document.createElement("form");
  made.dataset.offer = offer.name;
  const send = document.createElement("button");
  send.textContent = words.write;
  made.append(Object.assign(document.createElement("h2"), { textContent: offer.label }), ...offer.parts.map(field), send);
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const inputs = [...made.querySelectorAll("input, select")];
    const values = inputs.map((input) => (input.dataset.type === "amount" ? Number(input.value) : input.value.trim()));
    post("answer", { question: offer.question, offer: offer.name, values });
    made.querySelectorAll("input[type=text]").forEach((input) => (input.value = ""));
  });
  return made;
}

// What somebody is writing stays as it is while the game goes on around it.
export function drawForms(place, offers, words) {
  const text = JSON.stringify(offers);
  if (text === drawn) return;
  const writing = [...place.querySelectorAll("input[type=text]")].some((input) => input.value);
  if (writing && place.contains(document.activeElement)) return;
  drawn = text;
  place.replaceChildren(...offers.map((offer) => form(offer, words)));
}
