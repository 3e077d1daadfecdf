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
import { stream } from "./stream.js";

const PATIENCE = 2000;
const PASSES = 4000;
// A refusal can be read for this long, even if the game goes on at once.
const READABLE = 8000;
let words = {};
let number = "";
let looking = null;
let fading = 0;
let spoken = 0;

// A confirmation disappears by itself, because it would cover the next question.
function say(signal, sentence, passing = false, why = []) {
  byId("why").replaceChildren(...reason(words.why, why));
  byId("said").textContent = sentence;
  byId("said").dataset.kind = signal;
  spoken = performance.now();
  clearTimeout(fading);
  if (passing) fading = setTimeout(unsay, PASSES);
}

function unsay() {
  byId("said").textContent = "";
  byId("why").replaceChildren();
}

// The game went on, so what was said is stale soon.
function fade() {
  clearTimeout(fading);
  fading = setTimeout(unsay, Math.max(0, READABLE - (performance.now() - spoken)));
}

async function speak() {
  words = await fetched("words.json");
  document.documentElement.lang = words.language;
  for (const place of document.querySelectorAll("[data-word]")) place.textContent = words[place.dataset.word];
  lookup(byId("wanted"), byId("articles"), words);
  for (const learn of [drawing, (known) => sheets(known, say, changed), (known) => pasts(known, say)]) learn(words);
}

function outside(sentence) {
  events.close();
  byId("game").hidden = true;
  byId("word").textContent = sentence;
}

// Returns whether this phone is admitted and the view is drawn.
async function look() {
  try {
    const view = await fetched("view.json");
    byId("word").textContent = "";
    if (view.language !== words.language) await speak();
    if (number && view.number !== number && byId("said").textContent) fade();
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

// A request shows at once whether this phone was removed or the companion is gone; the browser would wait.
const events = stream(
  (data) => data !== number && changed(),
  async () => {
    if (document.hidden) return;
    byId("word").textContent = words.lost;
    if (await look()) setTimeout(listenAgain, PATIENCE);
  },
);

// After an interruption: first the current view, then events.
async function listenAgain() {
  if (document.hidden) return;
  if (await look()) events.open();
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
  if (document.hidden) events.close();
  else if (words.title) listenAgain();
});
window.addEventListener("hashchange", () => {
  if (location.hash.length > 1) start();
});
box(say, () => words.lost);
stick(say, () => words.lost);
byId("correct").addEventListener("click", (event) => corrections(event.currentTarget).catch((error) => say("refused", error.message)));
start();
