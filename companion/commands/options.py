"""Options and arguments that several commands have: each is told here once. Reads none of them."""

from __future__ import annotations

import click

from companion.commands.command_line import Option, WholeNumber, argument, option
from companion.engine.message import Message, listed, tr

MAX_ENTRIES = 10**9

port_option = option(
    "--port", metavar="N", type=WholeNumber(0, 65535), help=tr("the port of the page (0: any free one)")
)
upto_option = option(
    "--upto",
    metavar="N",
    type=WholeNumber(0, MAX_ENTRIES),
    help=tr("stop after entry N, entries that take back counted in"),
)


class GameOption(Option):
    """The option that names a game; its help tells which there are."""

    def told(self, ctx: click.Context) -> Message:
        return tr("which game: {games}", games=listed(game.id for game in ctx.obj.games))


class KnownGameOption(GameOption):
    """The same where a game need not be played."""

    def told(self, ctx: click.Context) -> Message:
        return tr("which game: {games}", games=listed(ctx.obj.games.known))


game_option = click.option("--game", cls=GameOption, metavar="GAME", help=tr("which game, by its short name"))
"""None where nobody says: then the first of the installed games is meant."""
known_game_option = click.option(
    "--game", cls=KnownGameOption, metavar="GAME", help=tr("which game, by its short name")
)
"""The same of all games that are known."""
out_option = option("--out", metavar="FILE", default="-", help=tr("where to; without it standard output"))
"""Of what is exported."""
game_argument = argument(
    "game", type=WholeNumber(0, MAX_ENTRIES), help=tr("the number of the game, from the list")
)
