// The panel's exact picture: every pixel of the glass is a whole number of pixels of this screen.
const image = document.getElementById("panel");
const glass = image.parentElement;
let size = { width: 400, height: 300 };
let shown = "";

function fit() {
  const dense = window.devicePixelRatio || 1;
  const wide = Math.min(window.innerWidth - 80, Math.max(440, window.innerWidth * 0.46));
  const high = Math.max(320, window.innerHeight * 0.62);
  const most = Math.min((wide * dense) / size.width, (high * dense) / size.height);
  const times = Math.max(1, Math.floor(most)) / dense;
  image.style.width = `${size.width * times}px`;
  image.style.height = `${size.height * times}px`;
  // Beside a large panel there must be room for the board; else it goes below.
  document.querySelector("main").classList.toggle("stacked", window.innerWidth - size.width * times < 560);
}

async function show(panel) {
  const next = new Image();
  next.src = `panel.png?${panel.picture}`;
  await next.decode();
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
  if (panel.picture !== shown) show(panel).catch(() => {});
}

window.addEventListener("resize", fit);
