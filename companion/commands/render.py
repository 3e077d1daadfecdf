"""`companion render`: one picture of a panel, of a table before its game or of an exported game."""

from __future__ import annotations

from companion.commands.box import box_facts
from companion.commands.command_line import OneOf, command, option
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput
from companion.commands.files import write
from companion.commands.journals import game_of, replayed
from companion.commands.options import upto_option
from companion.engine.message import tr
from companion.screens.panels import PANELS


@command
@option(
    "--panel",
    type=OneOf(PANELS),
    metavar="PANEL",
    required=True,
    help=tr("one of {names}", names=", ".join(PANELS)),
)
@option("--journal", metavar="FILE", help=tr("an exported game; without it a table before the game"))
@upto_option
@option("--out", metavar="FILE", required=True, help=tr("the picture to write (PNG)"))
def render(context: CommandContext, panel: str, journal: str | None, upto: int | None, out: str) -> None:
    """Writes the picture."""
    from companion.commands.pictures import drawn, png
    from companion.state.glen_more_2.house_rules import HouseRules

    if journal is None and upto is not None:
        raise BadInput(tr("--upto needs a game to stop in; name one with --journal."))
    if journal is not None:
        history = replayed(journal, upto)[0].history
        game, state = game_of(history.header.game), history.state
    else:
        game = game_of("glen_more_2")
        state = game.start(game.setup(box_facts(context.data), HouseRules()), game.rules_version)
    image = drawn(game, state, PANELS[panel].paper(), context.words)
    write(out, png(image))
