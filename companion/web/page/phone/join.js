// Coming in: the secret behind the # is read, cleared away, and told the companion; then the table says yes or no.
import { byId, filled } from "./made.js";
import { post } from "./send.js";

const TRIES = 30;
const BREAK = 2000;

export function secretHere() {
  const secret = location.hash.slice(1);
  if (secret) history.replaceState(null, "", location.pathname);
  return secret;
}

// Whether the table let this phone in; throws what the companion refused.
export async function join(secret, words) {
  const { number, ticket } = await post("join", { secret });
  byId("word").textContent = filled(words.joining, number);
  for (let lost = 0; ; ) {
    try {
      const { word } = await post("joined", { ticket });
      if (word !== "waits") return word === "yes";
      lost = 0;
    } catch (error) {
      // The line went, and the table's word may have gone with it: it waits for who asks again.
      if (error.status || (lost += 1) > TRIES) throw error;
      await new Promise((go) => setTimeout(go, BREAK));
    }
  }
}
