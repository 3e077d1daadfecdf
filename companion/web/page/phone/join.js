// Joining: reads the secret behind the #, removes it and sends it; then the players admit or refuse this phone.
import { byId, filled } from "./made.js";
import { post } from "./send.js";

const TRIES = 30;
const BREAK = 2000;

export function secretHere() {
  const secret = location.hash.slice(1);
  if (secret) history.replaceState(null, "", location.pathname);
  return secret;
}

// Returns whether this phone was admitted; throws the companion's refusal.
export async function join(secret, words) {
  const { number, ticket } = await post("join", { secret });
  byId("word").textContent = filled(words.joining, number);
  for (let lost = 0; ; ) {
    try {
      const { word } = await post("joined", { ticket });
      if (word !== "waits") return word === "yes";
      lost = 0;
    } catch (error) {
      // The connection broke, maybe with the decision: it stays available for another request.
      if (error.status || (lost += 1) > TRIES) throw error;
      await new Promise((go) => setTimeout(go, BREAK));
    }
  }
}
