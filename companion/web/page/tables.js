// Players and tables: prices, counts, and scorings with their reasons.
import { mark } from "./marks.js";

function made(kind, text = "", more = {}) {
  return Object.assign(document.createElement(kind), { textContent: text }, more);
}

// words: those of the board.
export function player(each, words) {
  const line = made("li");
  line.dataset.colour = each.colour;
  line.classList.toggle("turn", each.turn);
  line.append(mark(each.id), made("b", each.name));
  const told = [each.you ? words.you : "", each.turn ? words.turn : "", each.won ? words.won : ""].filter(Boolean);
  if (told.length) line.append(made("em", told.join(", ")));
  line.append(made("span", each.points));
  return line;
}

function table(each) {
  const grid = made("table");
  const caption = made("caption", each.title);
  grid.append(caption);
  if (each.columns.length) {
    const head = made("tr");
    head.append(made("td"), ...each.columns.map((name) => made("th", name, { scope: "col" })));
    grid.createTHead().append(head);
  }
  const body = grid.createTBody();
  for (const row of each.rows) {
    const line = made("tr", "", { className: row.sum ? "sum" : "" });
    const label = made("th", row.label, { scope: "row" });
    if (row.why) label.append(made("small", row.why));
    line.append(label, ...row.cells.map((cell) => made("td", cell)));
    body.append(line);
  }
  if (!each.aside) {
    const open = made("div");
    open.append(grid);
    return open;
  }
  const more = made("details");
  more.dataset.key = each.title;
  more.append(made("summary", each.title), grid);
  caption.className = "unseen";
  return more;
}

// The tables anew; those that are unfolded in `place` stay unfolded.
export function tables(place, list) {
  const open = [...place.querySelectorAll("details[open]")].map((each) => each.dataset.key);
  const drawn = list.map(table);
  for (const each of drawn) if (open.includes(each.dataset.key)) each.open = true;
  return drawn;
}
