// Draws the board of the game: each game brings its own script, and may bring a style sheet.
let shown = "";
let style = null;

// The style of the game before would arrange the new board too, so it goes. Nothing is drawn before the new one is there.
async function dress(href) {
  if ((style?.getAttribute("href") ?? "") === href) return;
  const before = style;
  style = href ? Object.assign(document.createElement("link"), { rel: "stylesheet", href }) : null;
  if (style) {
    const ready = new Promise((done) => (style.onload = style.onerror = done));
    document.head.append(style);
    await ready;
  }
  before?.remove();
}

// Returns the game's script, which is fetched once for each game; another game starts with an empty board.
// Without a game there is no board.
export async function drawBoard(place, board) {
  place.parentElement.hidden = !board;
  if (!board) return null;
  const game = await import(`./${board.script}`);
  await dress(board.style);
  if (shown !== board.script) place.replaceChildren();
  shown = board.script;
  game.draw(place, board.data);
  return game;
}
