// Starts the page of an invited phone: joins, fetches its view and listens for changes.
import { box } from "./box.js";
import { draw, drawing } from "./draw.js";
import { join, secretHere } from "./join.js";
import { lookup } from "./lookup.js";
import { byId, reason } from "./made.js";
import { past, pasts } from "./past.js";
import { fetched } from "./send.js";
import { corrections, sheets } from "./sheet.js";
import { stick } from "./stick.js";

const PATIENCE = 2000;
const PASSES = 4000;
let words = {};
let number = "";
let events = null;
let looking = null;
let fading = 0;

// A confirmation disappears by itself, because it would cover the next question.
function say(signal, sentence, passing = false, why = []) {
  byId("why").replaceChildren(...reason(words.why, why));
  byId("said").textContent = sentence;
  byId("said").dataset.kind = signal;
  clearTimeout(fading);
  if (passing) fading = setTimeout(() => (byId("said").textContent = ""), PASSES);
}

async function speak() {
  words = await fetched("words.json");
  document.documentElement.lang = words.language;
  document.title = words.title;
  for (const place of document.querySelectorAll("[data-word]")) place.textContent = words[place.dataset.word];
  lookup(byId("wanted"), byId("articles"), words);
  for (const learn of [drawing, (known) => sheets(known, say, changed), (known) => pasts(known, say)]) learn(words);
}

function outside(sentence) {
  events?.close();
  events = null;
  byId("game").hidden = true;
  byId("word").textContent = sentence;
}

// Returns whether this phone is admitted and the view is drawn.
async function look() {
  try {
    const view = await fetched("view.json");
    byId("word").textContent = "";
    if (view.language !== words.language) await speak();
    number = view.number;
    await draw(view);
    past(view.acts);
    return true;
  } catch (error) {
    if (error.status === 401) {
      outside(error.message);
      return false;
    }
    byId("word").textContent = words.lost ?? "";
    setTimeout(listenAgain, PATIENCE);
    return false;
  }
}

// One view at a time; changes in between are fetched once more afterwards.
async function changed() {
  if (looking) {
    looking = "again";
    return;
  }
  do {
    looking = "once";
    await look();
  } while (looking === "again");
  looking = null;
}

function listen() {
  events?.close();
  events = new EventSource("events");
  const own = events;
  own.onmessage = (event) => {
    if (event.data !== number) changed();
  };
  // A request shows at once whether this phone was removed or the companion is gone; the browser would wait.
  own.onerror = async () => {
    if (own !== events) return;
    own.close();
    events = null;
    if (await look()) setTimeout(listenAgain, PATIENCE);
  };
}

// After an interruption: first the current view, then events.
async function listenAgain() {
  if (document.hidden) return;
  if (await look()) listen();
}

async function start() {
  const secret = secretHere();
  await speak();
  if (secret) {
    try {
      if (!(await join(secret, words))) return outside(words.refused);
    } catch (error) {
      return outside(error.message || words.lost);
    }
  }
  return listenAgain();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    events?.close();
    events = null;
  } else if (words.title) listenAgain();
});
window.addEventListener("hashchange", () => {
  if (location.hash.length > 1) start();
});
box(say, () => words.lost);
stick(say, () => words.lost);
byId("correct").addEventListener("click", (event) => corrections(event.currentTarget).catch((error) => say("refused", error.message)));
start();
