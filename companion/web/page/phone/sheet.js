// Fills in an offer part by part, as on the panel; the companion names the next part, nothing is decided here.
import { byId, button, made, reason, reasons } from "./made.js";
import { mapOf } from "./map.js";
import { post } from "./send.js";

let words = {};
let asked = null;
let say = () => {};
let look = () => {};
// Draws a place on the game's own board if its script supports that; else on the common map.
let onBoard = null;

export function boardOf(game, data) {
  onBoard = game.choose && ((...asked) => game.choose(data, ...asked));
}

export function sheets(known, speak, lookAgain) {
  words = known;
  say = speak;
  look = lookAgain;
}

export function openMark() {
  return asked?.mark ?? "";
}

function show(title, ...parts) {
  laid(title, ...parts, button(words.back, back, { className: "back" }));
}

function laid(title, ...parts) {
  const place = byId("sheet");
  const head = made("h2", title, { id: "sheethead", tabIndex: -1 });
  place.replaceChildren(head, ...parts);
  place.hidden = false;
  head.focus();
  place.scrollIntoView({ block: "nearest" });
}

// Table instructions, shown until the players have confirmed them.
export function told(title, items, done) {
  asked = null;
  const list = made("ul");
  list.append(...items.map((item) => made("li", item)));
  laid(title, list, button(done, close));
}

export function close() {
  const from = asked?.from;
  // If the user opened something else meanwhile, that stays.
  const here = byId("sheet").contains(document.activeElement) || document.activeElement === document.body;
  asked = null;
  byId("sheet").hidden = true;
  byId("sheet").replaceChildren();
  if (from && here) (from.isConnected ? from : byId("askhead")).focus?.();
}

function back() {
  if (!asked || !asked.values.length) return close();
  asked.values.pop();
  next();
}

function take(...values) {
  asked.values.push(...values);
  next();
}

function choices(part, rows, taken) {
  const list = made("div", "", { className: "choices" });
  const behind = reasons(words.why);
  let group = "";
  for (const choice of rows) {
    if (choice.group && choice.group !== group) list.append(made("h3", choice.group));
    group = choice.group;
    const one = button(choice.label, () => taken(choice.value), { disabled: Boolean(choice.closed) });
    if (choice.value === part.default) one.classList.add("likely");
    const why = choice.closed || choice.caution;
    if (why) one.append(made("small", why));
    list.append(one, ...behind(choice.why));
  }
  return list;
}

// Choices with a key on the case come first; the others are folded behind them.
function pick(part, _title, taken = take) {
  if (!part.front.length) return [choices(part, part.choices, taken)];
  const front = part.front.map((each) => ({ ...each, group: "" }));
  const others = made("details");
  others.append(made("summary", words.others_too), choices(part, part.choices, taken));
  return [choices(part, front, taken), others];
}

function quick(part) {
  const list = made("div", "", { className: "choices quick" });
  for (const { value, label } of part.quick) {
    const one = button(label, () => take(value));
    if (value === part.default) one.classList.add("likely");
    list.append(one);
  }
  if (part.all) list.append(button(part.all.label, () => take(...part.all.values)));
  return list.children.length ? [list] : [];
}

function amount(part, title) {
  const box = made("input", "", { type: "number", min: part.low, max: part.high, value: part.default, id: "amount" });
  box.setAttribute("aria-label", title);
  const clip = (n) => Math.max(part.low, Math.min(part.high, n));
  const step = (by) => () => (box.value = clip(Number(box.value) + by));
  const less = button("−", step(-1));
  less.setAttribute("aria-label", words.less);
  const more = button("+", step(1));
  more.setAttribute("aria-label", words.more);
  const row = made("form", "", { className: "amount" });
  row.append(less, box, more, made("button", words.enter));
  row.addEventListener("submit", (event) => {
    event.preventDefault();
    take(clip(Math.round(Number(box.value))));
  });
  const touched = part.quick.map((each) => each.value);
  const others = touched.length <= part.high - part.low;
  return [...(part.why ? [made("p", part.why)] : []), ...quick(part), ...(others ? [row] : [])];
}

function text(part, title) {
  const box = made("input", "", { type: "text", maxLength: part.longest, required: true, autocomplete: "off" });
  box.setAttribute("aria-label", title);
  const row = made("form", "", { className: "amount" });
  row.append(box, made("button", words.enter));
  row.addEventListener("submit", (event) => {
    event.preventDefault();
    take(box.value.trim());
  });
  return [row];
}

// A cell of a map or of the game's board: touching takes it; a closed one shows its reason.
function place(part, title, taken = take) {
  return (onBoard ?? mapOf)(part, title, (cell) => taken(cell.value), (cell) => reason(words.why, cell.why));
}

const PARTS = { pick, amount, text, place };

// The only offer is open in its question: a touch takes it.
export function opened(mark, { offer, title, part }) {
  return PARTS[part.type](part, title, (value) => begin(mark, offer, null, value));
}

async function next() {
  const { mark, offer, values } = asked;
  const still = asked;
  try {
    const step = await post("step", { question: mark, offer, values });
    // Another player answered meanwhile, or the question was postponed.
    if (asked !== still) return;
    if (step.sure) return lastQuestion(step.sure, () => answer(mark, offer, values));
    if (!step.part) return await answer(mark, offer, values);
    show(step.title, ...PARTS[step.part.type](step.part, step.title));
  } catch (error) {
    say("refused", error.message);
    close();
  }
}

// Back to an entry that still waits: something is missing.
function missing() {
  close();
  byId("waitside").scrollIntoView();
  byId("waiting").querySelector("summary")?.focus();
}

function correct() {
  corrections(asked?.from).catch((error) => {
    say("refused", error.message);
    close();
  });
}

// A caution: the players did it anyway, or an earlier entry is wrong.
function caution(mark, offer, values, { sentence, why, go_on }) {
  show(
    sentence,
    ...reason(words.why, why),
    button(go_on || words.anyway, () => answer(mark, offer, values, true)),
    go_on ? button(words.missing, missing) : button(words.put_right, correct),
    button(words.cancel, close),
  );
}

// Before an important answer: No comes first.
function lastQuestion({ text, yes }, meant) {
  show(text, button(words.no, close), button(yes, meant));
}

export async function answer(mark, offer, values, anyway = false) {
  try {
    const came = await post("answer", { question: mark, offer, values, anyway });
    if (came.signal === "asks" && !came.taken) return caution(mark, offer, values, came);
    say(came.signal, came.sentence || (came.taken ? words.done : ""), !came.sentence, came.why);
    // The answered question disappears at once, because the event stream may be interrupted.
    look();
  } catch (error) {
    say("refused", error.message);
  }
  return close();
}

export function begin(mark, offer, from, ...values) {
  asked = { mark, offer, values, from };
  say("", "");
  return next();
}

// All corrections; each of them is then filled in like any offer.
export async function corrections(from) {
  const { title, offers } = await post("step", { question: "correct", offer: "" });
  asked = { mark: "correct", offer: "", values: [], from };
  const list = made("div", "", { className: "choices" });
  list.append(...offers.map((each) => button(each.label, () => begin("correct", each.name, from))));
  show(title, list);
}
