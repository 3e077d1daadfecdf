// Small pieces of a page.
export const byId = (id) => document.getElementById(id);

export function made(kind, text = "", more = {}) {
  return Object.assign(document.createElement(kind), { textContent: text }, more);
}

export function button(text, act, more = {}) {
  const one = made("button", text, { type: "button", ...more });
  one.addEventListener("click", act);
  return one;
}

export function filled(words, n) {
  return words.replace("{n}", n);
}
