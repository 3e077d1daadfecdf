"""`companion render`: one picture of a panel, of a table before its game or of an exported game."""

from __future__ import annotations

from companion.commands.box import box_facts
from companion.commands.files import write
from companion.commands.journals import game_of, replayed
from companion.commands.situation import Situation
from companion.commands.stops import BadInput
from companion.engine.message import tr


def run(situation: Situation) -> None:
    """Writes the picture."""
    from companion.commands.pictures import drawn, png
    from companion.screens.panels import PANELS
    from companion.state.glen_more_2.house_rules import HouseRules

    journal = situation.take("journal")
    if journal is None and situation.take("upto") is not None:
        raise BadInput(tr("--upto needs a game to stop in; name one with --journal."))
    if journal is not None:
        history = replayed(journal, situation.take("upto"))[0].history
        game, state = game_of(history.header.game), history.state
    else:
        game = game_of("glen_more_2")
        state = game.start(game.setup(box_facts(situation.data), HouseRules()), game.rules_version)
    image = drawn(game, state, PANELS[situation.take("panel")].paper(), situation.words)
    write(situation.take("out"), png(image))
