// Starts the page on which an owner describes the tiles.
import { teaching } from "./teaching.js";

teaching(document.getElementById("teaching"), (words) => {
  document.documentElement.lang = words.language;
  document.title = words.title;
  for (const place of document.querySelectorAll("[data-word]")) place.textContent = words[place.dataset.word];
}).catch(() => {
  document.getElementById("lost").hidden = false;
});
