// The tiles of the box on a phone for the whole table, fetched when the user unfolds them.
import { byId } from "./made.js";

function styled() {
  if (document.querySelector('link[href="tiles.css"]')) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "tiles.css" }));
}

export function box(say, lost) {
  byId("box").addEventListener("toggle", async () => {
    if (!byId("box").open) return byId("teaching").replaceChildren();
    styled();
    try {
      const { teaching } = await import("./teaching.js");
      await teaching(byId("teaching"), undefined, lost());
    } catch (error) {
      say("refused", error.status ? error.message : lost());
    }
  });
}
