// The history of this phone, newest first; everything from an entry on can be undone.
import { articles } from "./lookup.js";
import { byId, button, filled, made } from "./made.js";
import { fetched, post } from "./send.js";
import { told } from "./sheet.js";

let words = {};
let say = () => {};
let may = false;

export function pasts(known, speak) {
  words = known;
  say = speak;
}

async function undo(entry, newest) {
  try {
    const came = await post("undo", { entry, newest });
    const hands = came.items?.length;
    say(came.signal, hands ? "" : came.sentence || words.undone, !hands && came.taken);
    if (hands) told(came.sentence, came.items, words.all_done);
  } catch (error) {
    say("refused", error.message);
  }
  return show();
}

// The articles about an entry, fetched when the user asks.
function why(entry) {
  const more = made("details", "", { className: "why" });
  more.append(made("summary", words.why));
  more.addEventListener(
    "toggle",
    async () => {
      const found = await fetched(`why.json?entry=${entry.mark}`).catch(() => []);
      more.append(found.length ? articles(found) : made("p", words.unexplained));
    },
    { once: true },
  );
  return more;
}

// The first press only asks for confirmation.
function line(entry, place, newest) {
  const made_ = made("li", entry.text);
  if (entry.has_articles) made_.append(why(entry));
  if (!may) return made_;
  const one = button(words.undo, () => {
    const sure = button(filled(words.sure, place + 1), () => undo(entry.mark, newest));
    one.replaceWith(sure);
    sure.focus();
  });
  made_.append(" ", one);
  return made_;
}

// Equal consecutive lines are one line with a count; unfolded, each is shown.
function folded(alike) {
  if (alike.length === 1) return alike[0].line;
  const [first] = alike;
  const all = made("ol");
  all.append(...alike.map((each) => each.line));
  const more = made("details");
  more.append(made("summary", words.times.replace("{n}", alike.length).replace("{what}", first.text)), all);
  const one = made("li");
  one.append(more);
  return one;
}

// Drawn again only if something changed, so that the focus and an open confirmation stay.
let drawn = "";

async function show() {
  const { entries } = await fetched("history.json");
  const now = JSON.stringify([entries, may]);
  if (now === drawn) return;
  drawn = now;
  const runs = [];
  entries.forEach((entry, place) => {
    const each = { text: entry.text, line: line(entry, place, entries[0].mark) };
    if (runs.at(-1)?.[0].text === entry.text) runs.at(-1).push(each);
    else runs.push([each]);
  });
  const lines = runs.map(folded);
  byId("entries").replaceChildren(...(lines.length ? lines : [made("li", words.older)]));
}

export function past(acts) {
  may = acts;
  if (!byId("entries").hidden) show().catch(() => {});
}

byId("past").addEventListener("click", () => {
  const list = byId("entries");
  list.hidden = !list.hidden;
  byId("past").setAttribute("aria-expanded", String(!list.hidden));
  drawn = "";
  if (!list.hidden) show().catch((error) => say("refused", error.message));
});
