// Starts the page: fetches its data and draws it again at each change event.
import { drawBoard } from "./board.js";
import { buttons } from "./buttons.js";
import { drawForms } from "./forms.js";
import { learnMarks } from "./marks.js";
import { lookup } from "./lookup.js";
import { drawPanel } from "./panel.js";
import { forget, say } from "./message.js";
import { fetched, onHandled, post } from "./send.js";
import { soundOf } from "./sound.js";
import { stream } from "./stream.js";
import { player, tables } from "./tables.js";
import { drawTray, tray } from "./tray.js";

const byId = (id) => document.getElementById(id);
const BREAK = 2000;
let drawn = 0;
let drawing = null;
let heard = null;
// Counts changes of "slow" and their replies: a page that was asked for before is older than the user's choice.
let choices = 0;

function name(words) {
  document.documentElement.lang = words.language;
  for (const place of document.querySelectorAll("[data-word]")) place.textContent = words[place.dataset.word];
  for (const place of document.querySelectorAll("[data-label]")) place.setAttribute("aria-label", words[place.dataset.label]);
}

async function draw() {
  const since = performance.now();
  const before = choices;
  const desk = await fetched("desk.json");
  // The language was changed in the menu, so every text is different. Nothing is drawn after
  // that, because a second reload would interrupt the first.
  if (drawn && desk.words.language !== document.documentElement.lang) {
    location.reload();
    await new Promise(() => {});
  }
  if (!drawn) {
    name(desk.words);
    buttons(byId("buttons"), desk.words);
    tray(desk.words);
    lookup(byId("wanted"), byId("articles"), desk.words);
  }
  drawn = desk.version;
  document.title = [desk.turn, desk.words.title].filter(Boolean).join(" · ");
  byId("now").textContent = desk.now;
  if (choices === before) byId("slow").checked = desk.slow;
  byId("trouble").textContent = desk.trouble;
  byId("trouble").hidden = !desk.trouble;
  learnMarks(desk.marks);
  for (const id of ["boardside", "board"]) byId(id).setAttribute("aria-label", desk.board?.label ?? "");
  await drawBoard(byId("board"), desk.board);
  drawPlayers(desk);
  byId("tables").replaceChildren(...tables(byId("tables"), desk.tables));
  byId("cards").hidden = !desk.cards;
  byId("tiles").hidden = !desk.teaches;
  byId("invite").hidden = !desk.invites;
  byId("stick").hidden = !desk.writes;
  byId("trayside").hidden = !desk.board;
  drawTray(desk.tray, desk.marks, desk.last_tag);
  drawForms(byId("forms"), desk.forms, desk.words);
  // Shown when everything has its place, so that nothing moves at the start.
  document.querySelector("main").hidden = false;
  drawPanel(desk.panel);
  signal(desk.signal);
  forget(desk.signal.count, since);
}

function drawPlayers({ players, board }) {
  byId("players").hidden = !board || board.shows_players || !players.length;
  if (!board) return;
  byId("players").setAttribute("aria-label", board.words.players);
  byId("players").replaceChildren(...players.map((each) => player(each, board.words)));
}

function signal({ count, kind, aloud }) {
  if (heard !== null && count > heard) {
    const led = byId("led");
    led.dataset.kind = kind;
    for (const part of [led, byId("beeper")]) {
      part.classList.remove("on");
      void part.offsetWidth; // so that the same animation starts again
      part.classList.add("on");
    }
    if (aloud && byId("sound").checked) soundOf(kind);
  }
  heard = count;
}

// One drawing at a time; changes in between are drawn once more afterwards.
function changed() {
  if (drawing) {
    drawing = "again";
    return;
  }
  drawing = "once";
  draw()
    .catch(() => {})
    .finally(() => {
      const again = drawing === "again";
      drawing = null;
      if (again) changed();
    });
}

const events = stream(
  () => {
    byId("lost").hidden = true;
    changed();
  },
  () => {
    byId("lost").hidden = !drawn;
    setTimeout(events.open, BREAK);
  },
);

// Drawn again at once, because the event stream may be interrupted.
onHandled((told) => {
  say(byId("sentence"), told);
  changed();
});
byId("invite").addEventListener("click", () => post("invite", {}));
byId("stick").addEventListener("click", () => post("write", {}));
byId("slow").addEventListener("change", async (event) => {
  choices += 1;
  await post("slow", { on: event.target.checked });
  choices += 1;
});
events.open();
