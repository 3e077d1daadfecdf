"""`companion render`: one picture of a panel, of a table before its game or of an exported game."""

from __future__ import annotations

from companion.commands.box import box_facts
from companion.commands.context import CommandContext
from companion.commands.errors import BadInput
from companion.commands.files import write
from companion.commands.journals import game_of, replayed
from companion.engine.message import tr


def run(context: CommandContext) -> None:
    """Writes the picture."""
    from companion.commands.pictures import drawn, png
    from companion.screens.panels import PANELS
    from companion.state.glen_more_2.house_rules import HouseRules

    journal = context.take("journal")
    if journal is None and context.take("upto") is not None:
        raise BadInput(tr("--upto needs a game to stop in; name one with --journal."))
    if journal is not None:
        history = replayed(journal, context.take("upto"))[0].history
        game, state = game_of(history.header.game), history.state
    else:
        game = game_of("glen_more_2")
        state = game.start(game.setup(box_facts(context.data), HouseRules()), game.rules_version)
    image = drawn(game, state, PANELS[context.take("panel")].paper(), context.words)
    write(context.take("out"), png(image))
