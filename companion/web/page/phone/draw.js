// Draws a view: turn, open questions, board, players, tables. It knows no rule and repeats its data.
import { drawBoard } from "./board.js";
import { learnMarks, mark } from "./marks.js";
import { byId, button, made, reasons } from "./made.js";
import { soundOf } from "./sound.js";
import { player, tables } from "./tables.js";
import { answer, begin, boardOf, close, opened, openMark } from "./sheet.js";

const VIBRATION = 200; // milliseconds
let words = {};
let known = null; // marks of the questions drawn before
let waited = true; // whether this phone was asked before

export function drawing(told) {
  words = told;
}

// The choice belongs to this phone.
byId("signal").checked = localStorage.getItem("signal") === "on";
byId("signal").addEventListener("change", () => localStorage.setItem("signal", byId("signal").checked ? "on" : "off"));


// Only parts that changed are drawn again, so that reading and pressing are not disturbed.
const before = {};
function redrawn(place, value, make) {
  const text = JSON.stringify(value);
  if (before[place] === text) return;
  before[place] = text;
  const focus = document.activeElement?.dataset?.key;
  byId(place).replaceChildren(...make(value));
  if (focus) byId(place).querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
}

function offers(question) {
  const behind = reasons(words.why);
  const list = made("div", "", { className: "choices" });
  for (const offer of question.offers) {
    if (offer.name === question.only?.offer) continue;
    for (const each of offer.ready) {
      list.append(button(each.label, () => answer(question.mark, offer.name, each.values)));
    }
    // The text of an only offer often repeats the question.
    const label = offer.label === question.text ? words.begin : offer.label;
    const one = button(label, () => begin(question.mark, offer.name, one), { disabled: Boolean(offer.closed) });
    one.dataset.key = `${question.mark} ${offer.name}`;
    if (offer.closed) one.append(made("small", offer.closed));
    list.append(one, ...behind(offer.why));
  }
  return list;
}

function question(each) {
  const card = made("article");
  card.dataset.mark = each.mark;
  card.append(made("h3", each.head, { tabIndex: -1 }));
  if (each.secret) card.append(made("p", words.secret, { className: "secret" }));
  if (each.only) {
    if (each.only.title !== each.text) card.append(made("p", each.only.title));
    card.append(...opened(each.mark, each.only));
  }
  card.append(offers(each));
  return card;
}

// Rare entries are folded, because they would disturb in every turn.
function folded(each) {
  const card = made("details");
  card.dataset.key = each.mark;
  card.append(made("summary", each.text), offers(each));
  return card;
}

export async function draw(view) {
  learnMarks(view.marks);
  boardOf(await drawBoard(byId("board"), view.board), view.board?.picture);
  byId("now").textContent = view.now;
  const { figure, words: as } = view.you;
  const name = figure ? [mark(figure.id), made("span", figure.name)] : [made("span", as)];
  redrawn("you", [figure, as], () => name);
  const pressing = view.questions.filter((each) => each.front);
  const waiting = view.questions.filter((each) => !each.front);
  const turn = view.you.role !== "table" && view.players.some((each) => each.you && each.turn);
  byId("askhead").textContent = turn ? words.yours : words.open;
  byId("ask").hidden = !view.acts || (view.over && !pressing.length);
  redrawn("questions", pressing, (list) => (list.length ? list.map(question) : [made("p", words.nothing)]));
  const open = [...byId("waiting").querySelectorAll("details[open]")].map((each) => each.dataset.key);
  redrawn("waiting", waiting, (list) => list.map(folded));
  for (const each of byId("waiting").children) if (open.includes(each.dataset.key)) each.open = true;
  byId("waitside").hidden = !waiting.length;
  redrawn("others", view.others, (list) => list.map((text) => made("li", text)));
  byId("otherside").hidden = !view.others.length;
  redrawn("players", view.players, (list) => list.map((each) => player(each, view.board.words)));
  byId("playerside").hidden = !view.players.length;
  redrawn("tables", view.tables, (list) => tables(byId("tables"), list));
  byId("signalside").hidden = !view.acts;
  byId("correct").hidden = !view.corrects;
  byId("boxside").hidden = !view.teaches;
  byId("stickside").hidden = !view.writes;
  byId("game").hidden = false;
  if (view.board) byId("boardhead").textContent = view.board.label;
  const marks = [...view.questions.map((each) => each.mark), "correct", ""];
  if (!marks.includes(openMark())) close();
  const asked = view.acts && !view.over && (turn || pressing.some((each) => each.asked));
  document.title = [asked ? `● ${byId("askhead").textContent}` : view.now, words.title].join(" · ");
  if (asked && !waited && byId("signal").checked) {
    soundOf("asks");
    navigator.vibrate?.(VIBRATION);
  }
  waited = asked;
  if (view.acts) bring(pressing.map((each) => each.mark));
}

// What may not lose the focus to a new question: a text or number that is entered, tiles of the box, an article, the history.
const BUSY = "input:not([type=checkbox]), select, #boxside *, #lookside *, #pastside *";

// A new question comes into view and takes the focus, unless the user is in the middle of something else.
function bring(marks) {
  const fresh = known && marks.find((each) => !known.includes(each));
  known = marks;
  if (!fresh || !byId("sheet").hidden || document.activeElement?.matches(BUSY)) return;
  const head = byId("questions").querySelector(`[data-mark="${fresh}"] h3`);
  head.focus({ preventScroll: true });
  head.parentElement.scrollIntoView({ block: "nearest" });
}
