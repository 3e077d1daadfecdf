// The tray: every piece that can be tapped on the reader, in groups, with a search by name.
import { mark } from "./marks.js";
import { post } from "./send.js";

const groupsBar = document.getElementById("groups");
const pieces = document.getElementById("pieces");
const search = document.getElementById("search");
const again = document.getElementById("again");
let groups = [];
let lines = [];
let chosen = 0;
let words = {};
let lastTag = "";
let drawn = "";

function tap(tag) {
  const reader = document.getElementById("reader");
  reader.classList.remove("on");
  void reader.offsetWidth;
  reader.classList.add("on");
  post("tap", { tag });
}

function chip(piece) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "chip";
  made.dataset.tag = piece.tag;
  if (piece.kind) made.dataset.kind = piece.kind;
  made.classList.toggle("nameless", Boolean(piece.is_anonymous));
  if (piece.place) made.dataset.place = piece.place;
  made.title = [piece.note, ...(piece.tells ?? []).map((at) => lines[at])].filter(Boolean).join("\n");
  made.append(text("span", piece.label));
  const small = document.createElement("small");
  if (piece.owner) small.append(mark(piece.owner));
  // In the tab of its deck it is clear that a tile belongs to it.
  if (piece.note && (piece.place || piece.owner || search.value.trim())) small.append(text("i", piece.note));
  if (piece.does) small.append(text("em", piece.does));
  if (small.childElementCount) made.append(small);
  made.addEventListener("click", (event) => {
    if (event.detail) made.blur(); // by mouse: the next Enter belongs to the OK button again
    tap(piece.tag);
  });
  return made;
}

function text(kind, words) {
  return Object.assign(document.createElement(kind), { textContent: words });
}

const plain = (text) => text.normalize("NFD").replace(/[\p{M}'’ʼ]/gu, "").toLowerCase();

function sought() {
  const wanted = plain(search.value.trim());
  if (!wanted) return groups[chosen]?.pieces ?? [];
  return groups.flatMap((group) => group.pieces).filter((piece) => plain(`${piece.label} ${piece.tag}`).includes(wanted));
}

// A press is a click only where it began: chips are not replaced under a finger.
let held = false;
let waits = false;

function letGo() {
  held = false;
  if (waits) drawPieces();
}

pieces.addEventListener("pointerdown", () => (held = true));
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(letGo)); // after the click

function drawPieces() {
  waits = held;
  if (held) return;
  const found = sought();
  const focus = document.activeElement?.dataset?.tag;
  pieces.replaceChildren(...found.map(chip));
  if (!found.length) pieces.append(text("p", words.nothing));
  pieces.setAttribute("aria-labelledby", search.value.trim() ? "search" : `tab-${groups[chosen]?.id}`);
  if (focus) [...pieces.children].find((each) => each.dataset.tag === focus)?.focus();
}

function choose(index, focus) {
  chosen = (index + groups.length) % groups.length;
  search.value = "";
  drawTabs();
  drawPieces();
  groupsBar.children[chosen].scrollIntoView({ block: "nearest", inline: "nearest" });
  pieces.scrollTop = 0;
  if (focus) groupsBar.children[chosen].focus();
}

function tab(group, index) {
  const made = document.createElement("button");
  made.type = "button";
  made.id = `tab-${group.id}`;
  made.setAttribute("role", "tab");
  made.setAttribute("aria-selected", index === chosen);
  made.setAttribute("aria-controls", "pieces");
  made.tabIndex = index === chosen ? 0 : -1;
  made.textContent = group.label;
  made.addEventListener("click", () => choose(index, false));
  return made;
}

function drawTabs() {
  groupsBar.replaceChildren(...groups.map(tab));
}

function unknownTag() {
  const bytes = crypto.getRandomValues(new Uint8Array(7));
  bytes[0] = 0; // as on no real sticker: it stays in the practice folder
  tap(`uid:${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`);
}

export function tray(said) {
  words = said;
  search.placeholder = words.search;
  search.setAttribute("aria-label", words.search);
  search.addEventListener("input", drawPieces);
  search.addEventListener("keydown", (event) => {
    const only = sought();
    if (event.key === "Enter" && search.value.trim() && only.length === 1) tap(only[0].tag);
    if (event.key === "Escape") choose(chosen, false);
  });
  groupsBar.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") choose(chosen + 1, true);
    if (event.key === "ArrowLeft") choose(chosen - 1, true);
  });
  again.addEventListener("click", () => lastTag && tap(lastTag));
  document.getElementById("unknown").addEventListener("click", unknownTag);
}

export function drawTray(next, marks, tag) {
  lastTag = tag;
  again.disabled = !lastTag;
  const now = JSON.stringify([next, marks]);
  if (now === drawn) return;
  drawn = now;
  const before = groups[chosen]?.id;
  const first = groups[0]?.id !== next.groups[0]?.id; // the game reached another deck: show its tab
  ({ groups, lines } = next);
  const same = groups.findIndex((group) => group.id === before);
  chosen = first || same < 0 ? 0 : same;
  drawTabs();
  drawPieces();
}
