// Draws the board of the game: each game brings its own script, and may bring a style sheet.
let shown = "";

function dressed(style) {
  if (!style || document.querySelector(`link[href="${style}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: style }));
}

// The script is fetched once for each game; another game starts with an empty board.
export async function drawBoard(place, board) {
  dressed(board.style);
  const game = await import(`./${board.script}`);
  if (shown !== board.script) place.replaceChildren();
  shown = board.script;
  place.parentElement.setAttribute("aria-label", board.label);
  game.draw(place, board.data);
}
