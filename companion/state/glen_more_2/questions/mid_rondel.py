"""How the rondel lies in a game that is taken up in its middle: tiles, empty spaces, tiles of the deck before.

Each number is an entry of its own. Asks of nothing that lies elsewhere.
"""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import DECKS
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Action, Form, QuestionKind

SEEN = tuple(range(8))
"""So many are counted at a glance: each has its key, and none is set before people say it."""


# ---- the rondel from the last figure forward: all tiles, and where it isn't full the empty spaces between figures


def ask_rondel(resolution: Resolution) -> None:
    resolution.ask("mid_rondel")


def _figures(state: State) -> list[str]:
    return [figure for space in state.line for figure in space.figures]


def _room(state: State, told: tuple[str | int, ...]) -> int:
    """Spaces that are neither told nor a figure's; one of the rondel stays empty (GM-SET-15)."""
    return max(0, state.spaces - 1 - len(_figures(state)) - sum(map(int, told)))


def _rondel_text(state: State, question: OpenQuestion) -> Message:
    figures, told = _figures(state), len(question.args)
    if told == len(figures) - 1:
        return _ahead_of_all(state, figures)
    return _between(state, figures, told % len(figures), empty=told >= len(figures))


def _ahead_of_all(state: State, figures: list[str]) -> Message:
    return tr("How many tiles lie ahead of {player}, the foremost?", player=labels.figure(state, figures[-1]))


def _between(state: State, figures: list[str], at: int, *, empty: bool) -> Message:
    behind, ahead = (labels.figure(state, figure) for figure in figures[at : at + 2])
    if empty:
        return tr("How many empty spaces are between {player} and {other}?", player=behind, other=ahead)
    return tr("How many tiles lie between {player} and {other}?", player=behind, other=ahead)


def _rondel(state: State, question: OpenQuestion) -> Form:
    """How many lie between two figures is seen at once; ahead of the foremost the rondel is full, as a rule."""
    room, text = _room(state, question.args), _rondel_text(state, question)
    if len(question.args) == len(_figures(state)) - 1:
        return Form(text, (Amount("spaces", text, 0, room, room),))
    return Form(text, (Amount("spaces", text, 0, room, 0, quick=SEEN),))


def _tell_rondel(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """The next number; when all are told, the ring."""
    state, figures = resolution.state, len(_figures(resolution.state))
    told = (*question.args, int(answer.values[0]))
    while len(told) < 2 * figures - 1 and not _room(state, told):
        told = (*told, 0)
    if len(told) < 2 * figures - 1:
        resolution.ask("mid_rondel", "", *told)
        return
    tiles, empty = told[:figures], (*told[figures:], 0)
    gaps = tuple(n for pair in zip(tiles, empty, strict=True) for n in pair)
    resolution.do(ev.RingTold(_ring(state, gaps)))
    resolution.ask("mid_older")


# ---- the same in games of before: tiles, then empty spaces, up to the next figure


def _gap_text(state: State, question: OpenQuestion) -> Message:
    figures, told = _figures(state), len(question.args)
    if told // 2 == len(figures) - 1:
        return _ahead_of_all(state, figures)
    return _between(state, figures, told // 2, empty=told % 2 > 0)


def _gap(state: State, question: OpenQuestion) -> Form:
    room, told = _room(state, question.args), len(question.args)
    text, foremost = _gap_text(state, question), told // 2 == len(_figures(state)) - 1
    usual = room if foremost else min(room, 1 - told % 2)
    return Form(text, (Amount("spaces", text, 0, room, usual),))


def _tell_gap(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """The next number; when all are told, the ring."""
    state = resolution.state
    told = (*question.args, int(answer.values[0]))
    wanted = 2 * len(_figures(state)) - 1
    while len(told) < wanted and not _room(state, told):
        told = (*told, 0)
    if len(told) < wanted:
        resolution.ask("mid_gap", "", *told)
        return
    resolution.do(ev.RingTold(_ring(state, told)))
    resolution.ask("mid_older")


def _ring(state: State, told: tuple[str | int, ...]) -> tuple[tuple[str, str], ...]:
    ring: list[tuple[str, str]] = []
    for at, figure in enumerate(_figures(state)):
        tiles, *empty = map(int, told[2 * at : 2 * at + 2])
        ring += [(figure, ""), *[("", state.deck)] * tiles, *[("", "")] * sum(empty)]
    return tuple(ring)


# ---- tiles of the deck before lie further back


def _older_text(state: State, _question: OpenQuestion) -> Message:
    return tr("How many tiles on the rondel are still of deck {deck}?", deck=_before(state))


def _before(state: State) -> str:
    return DECKS[DECKS.index(state.deck) - 1]


def _older(state: State, question: OpenQuestion) -> Form:
    """At least those that the deck which is laid now has not brought."""
    text, tiles = _older_text(state, question), on_rondel(state)
    deck = state.deck_of(state.deck)
    least = min(tiles, max(0, tiles - (deck.size - deck.left)))
    return Form(text, (Amount("tiles", text, 0, tiles, least, quick=tuple(range(least, least + len(SEEN)))),))


def on_rondel(state: State) -> int:
    return sum(space.has_tile for space in state.line)


def _tell_older(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    state, older = resolution.state, int(answer.values[0])
    ring: list[tuple[str, str]] = []
    for space in state.line:
        letter = _before(state) if space.has_tile and older > 0 else space.deck
        older -= space.has_tile
        ring.append((space.figures[0] if space.figures else "", letter))
    resolution.do(ev.RingTold(tuple(ring)))
    resolution.ask("mid_market")


KINDS = (
    QuestionKind("mid_rondel", _rondel_text, (Action("spaces", _rondel, _tell_rondel),)),
    QuestionKind("mid_gap", _gap_text, (Action("gap", _gap, _tell_gap),)),
    QuestionKind("mid_older", _older_text, (Action("older", _older, _tell_older),)),
)
