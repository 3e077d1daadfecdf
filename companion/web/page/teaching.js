// The form of one tile after the other: what is printed on it, who said so, how many are known. For any page.
import { fetched, post } from "./send.js";
import { sharing } from "./sharing.js";

const UNKNOWN = "unknown";
let parts = 0;

function made(kind, values = {}, ...inner) {
  const element = Object.assign(document.createElement(kind), values);
  element.append(...inner);
  return element;
}

// Who said it stands under the field, and is read with it.
function said(field, control) {
  if (!field.who) return [];
  const small = made("small", { id: `said-${field.id}`, textContent: field.who });
  control.setAttribute("aria-describedby", small.id);
  return [small];
}

// Beside the label, so that its words alone are the name of the field.
function labelled(field, control, ...beside) {
  return made("div", {}, made("label", {}, made("span", { textContent: field.label }), control), ...beside, ...said(field, control));
}

function chosen(field, words) {
  const control = made("select");
  control.append(new Option(words.unknown, UNKNOWN));
  for (const each of field.options) control.append(new Option(each.label, `=${each.id}`));
  // What a file says and no list has stays as it is.
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

function counted(field, words) {
  const before = countsOf(field.value);
  const whole = made("select", { ariaLabel: field.label });
  for (const each of [UNKNOWN, "nothing", "counted"]) whole.append(new Option(words[each], each));
  whole.value = field.value === null ? UNKNOWN : before.size ? "counted" : "nothing";
  const known = field.options.map((each) => each.id);
  const others = [...before].filter(([what]) => !known.includes(what)).map(([what]) => ({ id: what, label: what }));
  const numbers = [...field.options, ...others].map((each) => {
    const control = made("input", { type: "number", min: 0, max: 9, value: before.get(each.id) ?? 0, inputMode: "numeric" });
    control.addEventListener("input", () => {
      const some = numbers.some((one) => one.number() > 0);
      whole.value = some ? "counted" : whole.value === "counted" ? "nothing" : whole.value;
    });
    return { id: each.id, number: () => Number(control.value) || 0, clear: () => (control.value = 0), place: made("label", {}, made("span", { textContent: each.label }), control) };
  });
  whole.addEventListener("change", () => whole.value === "counted" || numbers.forEach((each) => each.clear()));
  const place = made("fieldset", {}, made("legend", { textContent: field.label }), whole);
  place.append(made("div", { className: "counts" }, ...numbers.map((each) => each.place)), ...said(field, whole));
  const told = () => numbers.filter((each) => each.number()).map((each) => `${each.id} ${each.number()}`).join(", ");
  // As it stood, where nothing else is counted now: its order is nobody's word.
  const same = () => JSON.stringify([...countsOf(told())].sort()) === JSON.stringify([...before].sort());
  const value = () => (whole.value === UNKNOWN ? null : whole.value === "nothing" ? "" : same() ? field.value : told());
  return { place, value };
}

const KINDS = { choice: chosen, text: written, counts: counted };

function chooser(now, words, go) {
  const control = made("select");
  for (const { label, pieces } of now.groups) {
    const group = made("optgroup", { label });
    for (const each of pieces) group.append(new Option(each.known ? `✓ ${each.label}` : each.label, each.id));
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

// What the page that asks says of a refusal; without a sentence the companion does not answer at all.
const refused = (error) => ({ sentence: error.status ? error.message : "" });

// ready: called with the words of each form; lost: what is said where the companion does not answer.
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
    if (number !== parts) return; // people went on meanwhile
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
