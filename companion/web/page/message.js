// Messages about the last input on this page. They go when something else is handled, because then they are stale.
const shown = new Map();

// at: when the reply came.
export function say(place, { signal, sentence, at = performance.now() }) {
  place.textContent = sentence;
  place.dataset.kind = signal;
  if (sentence) shown.set(place, { since: at, count: null });
  else shown.delete(place);
}

// count: the number of handled inputs; since: when it was asked for. Only a number asked for after the message counts it in.
export function forget(count, since) {
  for (const [place, message] of shown) {
    if (message.count === null && since >= message.since) message.count = count;
    if (message.count !== null && count > message.count) say(place, { signal: "", sentence: "" });
  }
}
