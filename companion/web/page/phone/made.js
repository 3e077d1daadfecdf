// Small elements of a page.
export const byId = (id) => document.getElementById(id);

export function made(kind, text = "", more = {}) {
  return Object.assign(document.createElement(kind), { textContent: text }, more);
}

export function button(text, act, more = {}) {
  const one = made("button", text, { type: "button", ...more });
  one.addEventListener("click", act);
  return one;
}

// The rule behind a sentence, folded; on the case, holding OK shows it.
export function reason(word, lines) {
  if (!lines?.length) return [];
  const more = made("details", "", { className: "why" });
  more.append(made("summary", word), ...lines.map((line) => made("p", line)));
  return [more];
}

// In a list each rule is shown once, at the first row that it closes or cautions against.
export function reasons(word) {
  const told = new Set();
  return (lines) => {
    const text = (lines ?? []).join(" ");
    if (told.has(text)) return [];
    told.add(text);
    return reason(word, lines);
  };
}

export function filled(words, n) {
  return words.replace("{n}", n);
}
