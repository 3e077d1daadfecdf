// The form of one tile after the other: printed facts, their origin, number of known tiles. Used by every page.
import { fetched, post } from "./send.js";
import { sharing } from "./sharing.js";

const UNKNOWN = "unknown";
let parts = 0;

function made(kind, values = {}, ...inner) {
  const element = Object.assign(document.createElement(kind), values);
  element.append(...inner);
  return element;
}

// The origin is below the field and is read out with it.
function said(field, control) {
  if (!field.who) return [];
  const small = made("small", { id: `said-${field.id}`, textContent: field.who });
  control.setAttribute("aria-describedby", small.id);
  return [small];
}

// Beside the label, so that only its text is the name of the field.
function labelled(field, control, ...beside) {
  return made("div", {}, made("label", {}, made("span", { textContent: field.label }), control), ...beside, ...said(field, control));
}

function chosen(field, words) {
  const control = made("select");
  control.append(new Option(words.unknown, UNKNOWN));
  for (const each of field.options) control.append(new Option(each.label, `=${each.id}`));
  // A value from a file that is in no list stays unchanged.
  if (field.value !== null && !field.options.some((each) => each.id === field.value)) control.append(new Option(field.value, `=${field.value}`));
  control.value = field.value === null ? UNKNOWN : `=${field.value}`;
  const place = labelled(field, control);
  return { place, value: () => (control.value === UNKNOWN ? null : control.value.slice(1)) };
}

function written(field) {
  const list = made("datalist", { id: `likely-${field.id}` }, ...field.options.map((each) => new Option(each.label)));
  const control = made("input", { type: "text", value: field.value ?? "", maxLength: field.longest, autocomplete: "off" });
  control.setAttribute("list", list.id);
  const place = labelled(field, control, list);
  return { place, value: () => control.value.trim() || null };
}

function countsOf(value) {
  const found = (value ?? "").split(", ").filter(Boolean).map((each) => [each.slice(0, each.lastIndexOf(" ")), Number(each.slice(each.lastIndexOf(" ") + 1))]);
  return new Map(found);
}

// An exchange such as "barter salt 2 + tea 1 for silk 3": two sides with counts, entered separately.
function exchangesOf(value) {
  const spelled = (value ?? "").split(", ").filter((each) => each.includes(" for "));
  const side = (words) => countsOf(words.replaceAll(" + ", ", "));
  return spelled.map((each) => each.slice(each.indexOf(" ") + 1).split(" for ").map(side));
}

const plainOf = (value) => (value ?? "").split(", ").filter((each) => !each.includes(" for ")).join(", ");

function numbered({ id, label }, n, max, changed) {
  const control = made("input", { type: "number", min: 0, max, value: n ?? 0, inputMode: "numeric" });
  control.addEventListener("input", changed);
  const put = (number) => (control.value = number);
  return { id, number: () => Number(control.value) || 0, put, place: made("label", {}, made("span", { textContent: label }), control) };
}

const toldOf = (numbers, between) => numbers.filter((each) => each.number()).map((each) => `${each.id} ${each.number()}`).join(between);

// One side may be complete without the other while the user types: the companion reports what is missing.
function exchanged(field, words, n, sides, changed) {
  const place = made("fieldset", {}, made("legend", { textContent: words.exchange.replace("{n}", n) }));
  const both = [words.gives, words.gets].map((label, at) => {
    const options = at ? field.for_that.gets : field.for_that.gives;
    const numbers = options.map((each) => numbered(each, sides[at]?.get(each.id), 20, changed));
    const part = made("div", { className: "counts", role: "group", ariaLabel: label }, ...numbers.map((each) => each.place));
    place.append(made("span", { textContent: label }), part);
    return numbers;
  });
  const told = () => both.map((numbers) => toldOf(numbers, " + "));
  return { place, first: () => place.querySelector("input").focus(), clear: () => both.flat().forEach((each) => each.put(0)), told: () => (told().some(Boolean) ? [`${field.for_that.option} ${told().join(" for ")}`] : []) };
}

// All exchanges; a counted one loses its count as soon as a part of it is entered.
function exchanges(field, words, plain, changed) {
  if (!field.for_that) return { places: [], told: () => [], clear: () => {} };
  const place = made("div");
  const all = [];
  const only = plain.find((each) => each.id === field.for_that.option);
  const add = (sides, fresh) => {
    const told = () => {
      if (fresh) only?.put(Math.max(0, only.number() - 1));
      fresh = false;
      changed();
    };
    all.push(exchanged(field, words, all.length + 1, sides, told));
    place.append(all.at(-1).place);
  };
  for (const sides of exchangesOf(field.value)) add(sides, false);
  const another = made("button", { type: "button", textContent: words.another });
  another.addEventListener("click", () => {
    add([], true);
    all.at(-1).first();
  });
  return { places: [place, another], told: () => all.flatMap((each) => each.told()), clear: () => all.forEach((each) => each.clear()) };
}

function counted(field, words) {
  const before = countsOf(plainOf(field.value));
  const whole = made("select", { ariaLabel: field.label });
  for (const each of [UNKNOWN, "nothing", "counted"]) whole.append(new Option(words[each], each));
  whole.value = field.value === null ? UNKNOWN : field.value ? "counted" : "nothing";
  const known = field.options.map((each) => each.id);
  const others = [...before].filter(([what]) => !known.includes(what)).map(([what]) => ({ id: what, label: what }));
  const changed = () => {
    whole.value = told() ? "counted" : whole.value === "counted" ? "nothing" : whole.value;
  };
  const numbers = [...field.options, ...others].map((each) => numbered(each, before.get(each.id), 9, changed));
  const spelled = exchanges(field, words, numbers, changed);
  whole.addEventListener("change", () => {
    if (whole.value === "counted") return;
    numbers.forEach((each) => each.put(0));
    spelled.clear();
  });
  const place = made("fieldset", {}, made("legend", { textContent: field.label }), whole);
  // The value on the tile is shown, or the most probable one; all other possible values are folded.
  const set = numbers.filter((each) => each.number());
  const front = set.length ? set : numbers.slice(0, 1);
  const counts = (list) => made("div", { className: "counts" }, ...list.map((each) => each.place));
  const [exchangesTold, another] = spelled.places;
  const more = made("details", {}, made("summary", { textContent: words.more }), counts(numbers.filter((each) => !front.includes(each))));
  if (another) more.append(another);
  place.append(counts(front), ...(exchangesTold ? [exchangesTold] : []), more, ...said(field, whole));
  const told = () => [toldOf(numbers, ", "), ...spelled.told()].filter(Boolean).join(", ");
  // Unchanged if nothing else is counted, because its order has no meaning.
  const parts = (value) => JSON.stringify([[...countsOf(plainOf(value))].sort(), exchangesOf(value).map((sides) => sides.map((side) => [...side].sort()))]);
  const same = () => parts(told()) === parts(field.value);
  const value = () => (whole.value === UNKNOWN ? null : whole.value === "nothing" ? "" : same() ? field.value : told());
  return { place, value };
}

const KINDS = { choice: chosen, text: written, counts: counted };

function chooser(now, words, go) {
  const control = made("select");
  for (const { label, pieces } of now.groups) {
    const group = made("optgroup", { label });
    for (const each of pieces) group.append(new Option(each.is_known ? `✓ ${each.label}` : each.label, each.id));
    control.append(group);
  }
  if (now.piece) control.value = now.piece.id;
  else control.selectedIndex = -1;
  control.addEventListener("change", () => go(`piece=${encodeURIComponent(control.value)}`));
  return made("label", {}, made("span", { textContent: words.which }), control);
}

function progress(now, words) {
  const text = words.progress.replace("{known}", now.known).replace("{of}", now.of);
  const bar = made("progress", { value: now.known, max: now.of });
  bar.setAttribute("aria-label", text);
  return made("p", {}, made("span", { textContent: text, id: "known" }), bar);
}

function form(piece, words, go, status) {
  const fields = piece.fields.map((field) => ({ ...KINDS[field.kind](field, words), field }));
  const next = `after=${encodeURIComponent(piece.id)}`;
  const skip = made("button", { type: "button", textContent: words.skip });
  skip.addEventListener("click", () => go(next));
  if (piece.by_tap) {
    const tapped = made("button", { type: "button", textContent: words.tapped });
    tapped.addEventListener("click", () => go(`tapped=yes&piece=${encodeURIComponent(piece.id)}`));
    const told = words.by_tap.replace("{button}", words.tapped);
    return made("div", {}, made("p", { textContent: told }), made("div", { className: "acts" }, tapped, skip));
  }
  const keep = made("button", { type: "submit", textContent: words.keep });
  const sheet = made("form", {}, ...fields.map((each) => each.place), made("div", { className: "acts" }, keep, skip));
  sheet.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = {};
    for (const { field, value } of fields) if (value() !== field.value) values[field.id] = value();
    const came = await post("tell", { piece: piece.id, values }).catch(refused);
    if (came?.signal === "accepted") await go(next, words.kept.replace("{what}", piece.label));
    else status(came?.sentence ?? "", "refused");
  });
  return sheet;
}

// The error of a request; without a sentence the companion does not answer at all.
const refused = (error) => ({ sentence: error.status ? error.message : "" });

// ready: called with the texts of each form; lost: the text shown if the companion does not answer.
export async function teaching(place, ready = () => {}, lost = "") {
  const told = made("p");
  told.setAttribute("role", "status");
  const status = (sentence, kind) => {
    told.textContent = sentence || (kind === "refused" ? lost || words.lost : "");
    told.dataset.kind = kind;
  };
  const body = made("div");
  let words = {};
  place.replaceChildren(body, told);
  const show = async (wanted, sentence) => {
    const number = ++parts;
    const now = await fetched(`tiles.json?${wanted}`);
    if (number !== parts) return; // the user continued meanwhile
    const first = !words.language;
    words = now.words;
    ready(words);
    const head = made("h2", { textContent: now.piece?.label ?? (now.groups.length ? words.all : words.none), tabIndex: -1 });
    const shown = now.groups.length ? [progress(now, words), chooser(now, words, go)] : [];
    body.replaceChildren(...shown, head, ...(now.piece ? [form(now.piece, words, go, status)] : []), made("small", { textContent: words.when }));
    if (first && now.groups.length) place.append(sharing(now, refused, status, (said) => go("", said)));
    status(sentence, "accepted");
    if (wanted) head.focus();
  };
  const go = (wanted, sentence = "") => show(wanted, sentence).catch((error) => status(refused(error).sentence, "refused"));
  await show("", "");
}
