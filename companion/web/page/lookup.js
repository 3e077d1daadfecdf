// Search in the help: the user types a few letters, and the companion sends the matching articles.
import { fetched } from "./send.js";

const PAUSE = 200; // milliseconds after the last letter

function entry({ title, text, rule }) {
  const head = Object.assign(document.createElement("dt"), { textContent: title });
  if (rule) head.append(Object.assign(document.createElement("small"), { textContent: ` ${rule}` }));
  return [head, Object.assign(document.createElement("dd"), { textContent: text.join(" ") })];
}

export function articles(list) {
  const told = document.createElement("dl");
  told.append(...list.flatMap(entry));
  return told;
}

export function lookup(field, place, words) {
  let waiting = 0;
  let asked = 0;
  field.placeholder = words.wanted;
  const show = async () => {
    const number = ++asked;
    const letters = field.value.trim();
    const found = letters ? await fetched(`look-up.json?words=${encodeURIComponent(letters)}`).catch(() => null) : [];
    // Letters typed in between are searched afterwards, and that result stays.
    if (!found || number !== asked) return;
    const nothing = Object.assign(document.createElement("p"), { textContent: letters ? words.unexplained : "" });
    place.replaceChildren(found.length ? articles(found) : nothing);
  };
  field.oninput = () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, PAUSE);
  };
}
