// The panel's exact picture: every pixel of the glass is a whole number of pixels of this screen.
const image = document.getElementById("panel");
const glass = image.parentElement;
const main = document.querySelector("main");
const table = document.getElementById("table");
let size = { width: 400, height: 300 };
let shown = "";
let wanted = "";

// Beside the panel tray and board want at least so much; around the glass lies the case.
const BESIDE = 340;
const AROUND = { wide: 110, high: 292, stacked: 44 };
// A whole number of pixels that leaves more of the room empty than this is too small to read on a phone.
const FILLED = 0.7;
// Milliseconds until a picture that did not come is asked for again.
const AGAIN = 500;

function times(dense) {
  const wide = (window.innerWidth - AROUND.wide - BESIDE) * dense;
  const high = (window.innerHeight - AROUND.high) * dense;
  return Math.floor(Math.min((wide * 0.8) / size.width, high / size.height));
}

function fit() {
  const dense = window.devicePixelRatio || 1;
  const beside = size.width / dense + AROUND.wide + BESIDE <= window.innerWidth;
  main.classList.toggle("stacked", !beside);
  const room = window.innerWidth - AROUND.stacked;
  const whole = beside ? Math.max(1, times(dense)) : Math.floor(Math.min(room, size.width) * dense / size.width);
  const crisp = beside || (whole * size.width) / dense >= FILLED * Math.min(room, size.width);
  const width = crisp ? (whole * size.width) / dense : Math.min(room, size.width);
  image.style.width = `${width}px`;
  image.style.height = `${(width * size.height) / size.width}px`;
  // Letters that don't meet the screen's own pixels are softened; left hard, their stems would break.
  image.style.imageRendering = crisp ? "pixelated" : "auto";
  document.documentElement.style.setProperty("--above-tray", `${table.offsetTop}px`);
}

// Pictures come in any order, and some not at all: only the newest counts, and that is fetched until it is there.
async function show(panel) {
  wanted = panel.picture;
  const next = new Image();
  next.src = `panel.png?${panel.picture}`;
  const came = await next.decode().then(() => true, () => false);
  if (wanted !== panel.picture) return;
  if (!came) {
    setTimeout(() => wanted === panel.picture && show(panel), AGAIN);
    return;
  }
  image.src = next.src;
  image.alt = panel.text;
  if (shown && panel.slow) flash();
  shown = panel.picture;
}

// What a real panel does while it refreshes: the glass turns dark and light again.
function flash() {
  glass.classList.remove("refreshing");
  void glass.offsetWidth;
  glass.classList.add("refreshing");
}

export function drawPanel(panel) {
  size = panel;
  fit();
  if (panel.picture !== wanted) show(panel);
}

window.addEventListener("resize", fit);
