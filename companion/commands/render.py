"""`companion render`: one picture of a panel, of a table before its game or of an exported game.

Opens no device and no game that is kept.
"""

from __future__ import annotations

from companion.commands.command_line import OneOf, command, option
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput
from companion.commands.files import write
from companion.commands.journals import first_state, replayed
from companion.commands.options import game_option, upto_option
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
@game_option
@option("--out", metavar="FILE", required=True, help=tr("the picture to write (PNG)"))
def render(
    context: CommandContext, panel: str, journal: str | None, upto: int | None, game: str | None, out: str
) -> None:
    """Writes the picture."""
    from companion.commands.pictures import drawn, png

    if journal is None and upto is not None:
        raise BadInput(tr("--upto needs a game to stop in; name one with --journal."))
    if journal is not None:
        history = replayed(context, journal, upto)[0].history
        definition, state = context.games.of(history.header.game), history.state
        _check_game(context, game, definition.id)
    else:
        definition = context.game(game)
        state = first_state(context, definition)
    image = drawn(definition, state, PANELS[panel].paper(), context.translate)
    write(out, png(image))


def _check_game(context: CommandContext, named: str | None, found: str) -> None:
    """A journal says itself which game it is of; --game beside it must not say another."""
    if named is not None and context.game(named).id != found:
        raise BadInput(tr("The journal is one of {found}, not of {named}.", found=found, named=named))
