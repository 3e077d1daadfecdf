// Sends inputs to the companion, one at a time and in order.
// A board may be tapped here, because this page is the reader too.
export const acts = true;

let last = Promise.resolve();
let handled = () => {};

export function onHandled(listener) {
  handled = listener;
}

export async function fetched(door) {
  const reply = await fetch(door);
  if (!reply.ok) throw new Error(reply.status);
  return reply.json();
}

async function sent(door, body) {
  const reply = await fetch(door, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (reply.status === 204) return null;
  const told = await reply.json();
  const outcome = { ...(reply.ok ? told : { signal: "trouble", sentence: told.error }), at: performance.now() };
  handled(outcome);
  return outcome;
}

export function post(door, body) {
  last = last.then(() => sent(door, body)).catch(() => null);
  return last;
}
