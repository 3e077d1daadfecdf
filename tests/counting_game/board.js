// The heap and the bowls, each a button that is as good as a tap where it is a piece.
import { post } from "../../send.js";

export function draw(place, data) {
  const heap = document.createElement("button");
  heap.id = "heap";
  heap.textContent = data.heap;
  heap.addEventListener("click", () => post("tap", { tag: "pebble:stone" }));
  const bowls = document.createElement("p");
  bowls.id = "bowls";
  bowls.textContent = data.bowls;
  place.replaceChildren(heap, bowls);
}
