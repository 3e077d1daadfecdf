// Sends inputs to the companion. Only the case is tapped and pressed: a board that is drawn here only shows.
export const acts = false;

export class Refused extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

async function told(reply) {
  const value = await reply.json().catch(() => ({ error: "" }));
  if (!reply.ok) throw new Refused(reply.status, value.error);
  return value;
}

// A companion that takes a request and does not answer is not there either.
const PATIENCE = 15_000;

export async function fetched(door) {
  return told(await fetch(door, { signal: AbortSignal.timeout(PATIENCE) }));
}

export async function post(door, body) {
  return told(
    await fetch(door, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  );
}
