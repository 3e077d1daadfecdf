"""What was told of a tile contradicts how it lies where territories are followed: one question says which is so.

Whatever the answer, everything stays where it is; a tile that lies against a rule is marked.
"""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.engine.offers import NO, YES, Answer
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.laying import RIVER
from companion.state.glen_more_2.model import OpenQuestion, Player, State
from companion.state.glen_more_2.questions.territories import territories_in_play, violated_rule
from companion.state.glen_more_2.referee.tiles import ground, spot_of
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind
from companion.state.territory.grid import removed

KIND = "lies_otherwise"
RULES = ("GM-RIV-02", "GM-RIV-03")


def ask_how_it_lies(resolution: Resolution, piece: str) -> None:
    """Once for a tile, as long as what is known of its river and its place contradict each other."""
    for asked in [each for each in resolution.state.open if each.kind == KIND and each.args[0] == piece]:
        resolution.close(asked)
    for player in resolution.state.players if territories_in_play(resolution.state) else ():
        if _against(resolution.state, player, piece):
            resolution.ask(KIND, player.id, piece)


def _against(state: State, player: Player, piece: str) -> str:
    """The rule of the river that speaks against where the tile lies, or what it lies on; "" for none."""
    spot = spot_of(player, piece)
    if spot is None:
        return ""
    if len({ground(state, each).marks for each in spot.pieces}) > 1:
        return "GM-RBD-05"
    rule = violated_rule(state, removed(player.territory, spot.cell), player.id, spot.top, spot.cell)
    return rule if rule in RULES else ""


def _text(state: State, question: OpenQuestion) -> Message:
    piece = str(question.args[0])
    tile = labels.the_tile(state.facts, piece)
    if state.facts.pieces[piece].river:
        return tr("{Tile} lies as a tile without river. Does it have one?", Tile=tile)
    return tr("{Tile} lies as a river tile. Does it have a river?", Tile=tile)


def _told(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    piece, runs = str(question.args[0]), answer.offer == "yes"
    if resolution.state.facts.pieces[piece].river is not runs:
        resolution.do(ev.FactLearned(Learned(piece, RIVER, runs)))
    state = resolution.state
    if rule := _against(state, state.player(question.player), piece):
        resolution.do(ev.Overruled(rule))


KINDS = (
    QuestionKind(
        KIND,
        _text,
        (Action("yes", Form(tr("Yes"), hint=YES), _told), Action("no", Form(tr("No"), hint=NO), _told)),
        rule="GM-TIL-04",
    ),
)
