// The tray: every piece with a sticker that people may tap on the reader, in groups, and a search by name.
import { post } from "./send.js";

const groupsBar = document.getElementById("groups");
const pieces = document.getElementById("pieces");
const search = document.getElementById("search");
const again = document.getElementById("again");
let groups = [];
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
  made.classList.toggle("nameless", piece.nameless);
  made.append(piece.label);
  if (piece.note) made.append(Object.assign(document.createElement("small"), { textContent: piece.note }));
  made.addEventListener("click", (event) => {
    if (event.detail) made.blur(); // by mouse: the next Enter is the OK button's again
    tap(piece.tag);
  });
  return made;
}

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function sought() {
  const wanted = plain(search.value.trim());
  if (!wanted) return groups[chosen]?.pieces ?? [];
  return groups.flatMap((group) => group.pieces).filter((piece) => plain(`${piece.label} ${piece.tag}`).includes(wanted));
}

function drawPieces() {
  const found = sought();
  const focus = document.activeElement?.dataset?.tag;
  pieces.replaceChildren(...found.map(chip));
  if (!found.length) pieces.append(Object.assign(document.createElement("p"), { textContent: words.nothing }));
  if (focus) [...pieces.children].find((each) => each.dataset.tag === focus)?.focus();
}

function choose(index, focus) {
  chosen = (index + groups.length) % groups.length;
  search.value = "";
  drawTabs();
  drawPieces();
  if (focus) groupsBar.children[chosen].focus();
}

function tab(group, index) {
  const made = document.createElement("button");
  made.type = "button";
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
  bytes[0] = 4; // as on the stickers people buy
  tap(`uid:${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`);
}

export function tray(said) {
  words = said;
  search.placeholder = words.search;
  search.setAttribute("aria-label", words.search);
  again.textContent = words.again;
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

export function drawTray(next, tag) {
  lastTag = tag;
  again.disabled = !lastTag;
  const text = JSON.stringify(next);
  if (text === drawn) return;
  drawn = text;
  const before = groups[chosen]?.id;
  const first = groups[0]?.id !== next[0]?.id; // the game went on to another deck: show that
  groups = next;
  const same = groups.findIndex((group) => group.id === before);
  chosen = first || same < 0 ? 0 : same;
  drawTabs();
  drawPieces();
}
