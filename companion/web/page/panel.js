// The panel's exact picture: every pixel of the panel is a whole number of pixels of this screen.
const image = document.getElementById("panel");
const glass = image.parentElement;
const main = document.querySelector("main");
const tray = document.getElementById("trayside");
let size = { width: 400, height: 300 };
let shown = "";
let wanted = "";

// Minimum width that tray and board need beside the panel, and the width of the case around it.
const BESIDE = 340;
const AROUND = { wide: 110, high: 292, stacked: 44 };
// A whole number of pixels that leaves more space than this empty is too small to read on a phone.
const FILLED = 0.7;
// Milliseconds until a missing picture is requested again.
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
  // Letters that do not match the screen's pixels are smoothed; otherwise their stems would break.
  image.style.imageRendering = crisp ? "pixelated" : "auto";
  document.documentElement.style.setProperty("--above-tray", `${tray.offsetTop}px`);
}

// Pictures arrive in any order, and some not at all: only the newest counts, and it is fetched until it arrives.
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

// Imitates the flash of a real panel during a refresh: dark and light again.
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
