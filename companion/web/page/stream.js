// The stream of change events. The companion sends a sign of life every 10 s, so a stream that is open but silent is lost.
const SILENCE = 30_000;

// changed: called with the text of each event; lost: called when the stream breaks off or is silent.
export function stream(changed, lost) {
  let events = null;
  let waiting = 0;
  const close = () => {
    clearTimeout(waiting);
    events?.close();
    events = null;
  };
  const fail = () => {
    close();
    lost();
  };
  const open = () => {
    close();
    events = new EventSource("events");
    const hear = () => {
      clearTimeout(waiting);
      waiting = setTimeout(fail, SILENCE);
    };
    hear();
    events.onmessage = (event) => {
      hear();
      changed(event.data);
    };
    events.addEventListener("alive", hear);
    events.onerror = fail;
  };
  return { open, close };
}
