// Whose turn it is, and the stones in words.
export function draw(place, data) {
  const title = document.createElement("h2");
  title.textContent = data.title;
  const list = document.createElement("ul");
  list.append(
    ...data.lines.map((line) => {
      const row = document.createElement("li");
      row.textContent = line;
      return row;
    }),
  );
  place.replaceChildren(title, list);
}
