// Writing on stickers from a phone for the whole table: requested here, done on the case, reported here.
import { byId } from "./made.js";
import { fetched, post } from "./send.js";

let asked = 0;

async function write(say) {
  const mine = ++asked;
  let came = await post("write", {});
  say(came.signal, came.sentence);
  if (came.signal !== "asks") return;
  do came = await fetched("written.json");
  while (!came && mine === asked);
  if (mine === asked) say(came.signal, came.sentence);
}

export function stick(say, lost) {
  byId("stick").addEventListener("click", () =>
    write(say).catch((error) => say("refused", error.status ? error.message : lost())),
  );
}
