// Coming in: the secret behind the # is read, cleared away, and told the companion; then the table says yes or no.
import { byId, filled } from "./made.js";
import { post } from "./send.js";

export function secretHere() {
  const secret = location.hash.slice(1);
  if (secret) history.replaceState(null, "", location.pathname);
  return secret;
}

// Whether the table let this phone in; throws what the companion refused.
export async function join(secret, words) {
  const { number, ticket } = await post("join", { secret });
  byId("word").textContent = filled(words.joining, number);
  for (;;) {
    const { word } = await post("joined", { ticket });
    if (word !== "waits") return word === "yes";
  }
}
