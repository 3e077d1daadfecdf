// The five buttons of the case, by mouse, finger and keyboard. Holding, or Shift, means a long press.
import { post } from "./send.js";

const HELD = 600;
const KEYS = { ArrowUp: "UP", ArrowDown: "DOWN", Enter: "OK", Backspace: "BACK", Escape: "BACK", u: "UNDO", U: "UNDO" };
const NAMES = ["UP", "DOWN", "OK", "BACK", "UNDO"];
const caps = {};

function press(button, long) {
  const cap = caps[button];
  cap.classList.add(long ? "held" : "down");
  setTimeout(() => cap.classList.remove("held", "down"), 180);
  post("press", { button, long });
}

// A press counts when the button is released, a long one as soon as it was held long enough, as on the case.
function holding(cap, button) {
  let timer = 0;
  const begin = (event) => {
    if (event.button || timer) return;
    cap.setPointerCapture?.(event.pointerId);
    cap.classList.add("down");
    timer = setTimeout(() => {
      timer = 0;
      press(button, true);
    }, event.shiftKey ? 0 : HELD);
  };
  const end = () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    press(button, false);
  };
  const leave = () => {
    clearTimeout(timer);
    timer = 0;
    cap.classList.remove("down");
  };
  cap.addEventListener("pointerdown", begin);
  cap.addEventListener("pointerup", end);
  cap.addEventListener("pointercancel", leave);
  cap.addEventListener("contextmenu", (event) => event.preventDefault());
}

function cap(button, words) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "cap";
  made.dataset.button = button;
  made.title = words.hold;
  made.innerHTML = `<b><img src="icons/${button}.svg" alt="" width="26" height="26"></b><span>${button}</span>`;
  caps[button] = made;
  holding(made, button);
  // Screen readers and Space "click" without a pointer.
  made.addEventListener("click", (event) => event.detail === 0 && press(button, event.shiftKey));
  return made;
}

function typing(target) {
  return target.closest("input, select, textarea");
}

// A key works like a button: short when released, long after a moment.
const keys = {};

function onKeyDown(event) {
  const button = KEYS[event.key];
  if (!button || event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
  // Enter and arrows belong to the focused element, except on the case itself.
  if (event.key === "Enter" && event.target.closest("a, summary, [role=tab], button:not(.cap)")) return;
  if (event.key.startsWith("Arrow") && event.target.closest("[role=tablist]")) return;
  event.preventDefault();
  if (event.repeat || keys[event.code]) return;
  if (event.shiftKey) press(button, true);
  else {
    keys[event.code] = setTimeout(() => {
      delete keys[event.code];
      press(button, true);
    }, HELD);
  }
}

function onKeyUp(event) {
  const button = KEYS[event.key];
  if (!button || !keys[event.code]) return;
  clearTimeout(keys[event.code]);
  delete keys[event.code];
  event.preventDefault();
  press(button, false);
}

function onLeave() {
  for (const code of Object.keys(keys)) {
    clearTimeout(keys[code]);
    delete keys[code];
  }
}

export function buttons(place, words) {
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", words.buttons);
  place.replaceChildren(...NAMES.map((button) => cap(button, words)));
  document.addEventListener("keydown", onKeyDown);
  document.addEventListener("keyup", onKeyUp);
  window.addEventListener("blur", onLeave);
}
