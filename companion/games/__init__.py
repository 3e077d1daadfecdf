"""The games: one package each, with a `GAME`. No module outside a game's package imports it."""
