"""The Turbulent Chapters ask: which card's event, which Scots come home, who changes places on the rondel.

What must be paid for an event is asked in `payment`.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.turbulent.chapters import CHAPTERS, SLUG, cause, chapter_of, rule_of
from companion.chronicles.turbulent.effects import (
    ENGLISHMAN,
    HOME,
    SWAP,
    WHICH,
    may_only_turn,
    may_swap,
    only_turn,
    trigger,
)
from companion.chronicles.turbulent.followed import SCOT, scots_away
from companion.chronicles.turbulent.pieces import FORT_GEORGE, GATHERING_IDS, WALLACE
from companion.chronicles.turbulent.sides import OWN_STATE, FigureSwapped, cards_left
from companion.engine.game import Interpretation
from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.course import in_front
from companion.state.glen_more_2.die_moves import take_again
from companion.state.glen_more_2.effects import room_for_scots
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.ledger import TURN_PHASES, entry
from companion.state.glen_more_2.refill import discard_passed
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of
from companion.state.glen_more_2.rows import Action, Form, QuestionKind, expansion_card, nothing
from companion.state.territory.grid import Spot

ENTRY = f"{SLUG}.event"
CARD, SPACE = "card_", "space:"


# ---- an entry of a turn: the event symbol was activated (C6-10)


def _card_pick(state: State, player_id: str) -> Pick:
    """Own cards on their landmark side; one may be tapped instead."""
    choices = tuple(
        Choice(card, CHAPTERS[card].name, piece=f"{CARD}{card}") for card in cards_left(state, player_id)
    )
    return Pick("card", tr("Which card's event?"), choices)


def _symbol(state: State, question: OpenQuestion) -> Form:
    label = tr("Event: turn a landmark card")
    if cards_left(state, question.player):
        # Where tiles are activated theirs is the row that people press.
        return Form(label, (_card_pick(state, question.player),), seldom=state.follows, keyed=not state.follows)
    player = labels.figure(state, question.player)
    return Form(
        label, closed=Reason("C6-13", tr("{player} has no card on its landmark side.", player=player)), keyed=False
    )


def _book_symbol(resolution: Resolution, player_id: str, answer: Answer) -> None:
    trigger(resolution, player_id, str(answer.values[0]))


def taps(state: State, piece: str) -> tuple[Interpretation, ...]:
    """The sticker of an own card: its event. Not of a card that came with this turn's tile: that is only shown."""
    card, player_id = piece.removeprefix(CARD), state.turn.player
    ledger = next((o for o in state.open if o.kind == "ledger" and o.player == player_id), None)
    if not OWN_STATE.is_in(state) or ledger is None or in_front(state) or state.phase not in TURN_PHASES:
        return ()
    if not piece.startswith(CARD) or card == state.turn.tile or card not in cards_left(state, player_id):
        return ()
    label = tr("the event of {card}", card=CHAPTERS[card].name)
    return (Interpretation(label, Answer(ledger.number, ENTRY, (card,))),)


# ---- which card: the symbol of a tile just laid, or another event (C6-11, C6-19); nobody must


def gathering(_before: State, e: ev.TileTaken | ev.TileGiven, after: State) -> Iterator[ev.Event]:
    """A Gathering tile is activated when it is laid; its cost comes first."""
    if e.piece in GATHERING_IDS and cards_left(after, e.player) and not after.follows:
        # Not asked at once: first the tile is paid for.
        yield ev.FollowUpQueued(SLUG, "gathered")


def gathered(state: State) -> Iterator[ev.Event]:
    """The tile is paid for: which card is turned?"""
    if state.turn.player and cards_left(state, state.turn.player):
        yield ev.QuestionAsked(WHICH, state.turn.player)


def ask_event(resolution: Resolution, player_id: str, _spot: Spot) -> None:
    """The symbol of a tile was activated (C6-10)."""
    resolution.ask(WHICH, player_id)


def _which_text(state: State, question: OpenQuestion) -> Message:
    if question.args:
        return tr("{card}: which other event?", card=CHAPTERS[WALLACE].name)
    return tr("{player}: which card's event?", player=labels.figure(state, question.player))


def _event(state: State, question: OpenQuestion) -> Form | None:
    if not cards_left(state, question.player):
        return None
    return Form(tr("An event"), (_card_pick(state, question.player),))


def _trigger(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """The second card of the monument is perhaps only turned (C6-19)."""
    card = str(answer.values[0])
    if question.args and may_only_turn(resolution.state):
        only_turn(resolution, question.player, card)
    else:
        trigger(resolution, question.player, card)


# ---- Scots that come home without movement


def card_gained(_before: State, e: ev.LandmarkGained, after: State) -> Iterator[ev.Event]:
    """The landmark side of Fort George: any number of Scots (C6-21)."""
    if e.card == FORT_GEORGE and after.follows:
        if scots_away(after, e.player):
            yield ev.QuestionAsked(SCOT, e.player, (FORT_GEORGE,))
    elif e.card == FORT_GEORGE and room_for_scots(after.player(e.player)):
        yield ev.QuestionAsked(HOME, e.player, (FORT_GEORGE,))


def _home_text(_state: State, question: OpenQuestion) -> Message:
    card = chapter_of(question)
    if card.id == FORT_GEORGE:
        return tr("{card}: how many Scots come to the home castle?", card=card.name)
    return tr("{card}: does a Scot come to the home castle?", card=card.name)


def _home(state: State, question: OpenQuestion) -> Form:
    """Any number with Fort George, else one."""
    card, room = chapter_of(question), room_for_scots(state.player(question.player))
    if card.id == FORT_GEORGE:
        text = _home_text(state, question)
        return Form(text, (Amount("scots", text, 0, room, 0),))
    full = Reason(card.rule, tr("No Scot is left outside the home castle."))
    return Form(tr("1 Scot comes home"), closed=None if room else full)


def _no_scot(_state: State, question: OpenQuestion) -> Form | None:
    """With Fort George the number says it."""
    return None if chapter_of(question).id == FORT_GEORGE else Form(tr("No Scot comes home"))


def _come_home(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    scots = int(answer.values[0]) if answer.values else 1
    if scots:
        resolution.do(ev.ScotsMoved(question.player, scots, cause(chapter_of(question).id)))


# ---- a figure and a tile change places


def _swap_text(state: State, _question: OpenQuestion) -> Message:
    return tr("{figure}: which tile does he change places with?", figure=labels.figure(state, ENGLISHMAN))


def _swap(state: State, question: OpenQuestion) -> Form | None:
    """Any tile of the rondel that nobody stands on; World's End stays where it lies (C6-36)."""
    choices = tuple(
        Choice(
            f"{SPACE}{place}",
            tr("space {n}: {what}", n=place + 1, what=labels.tile(state.facts, space)),
            piece=space.piece,
        )
        for place, space in enumerate(state.line)
        if space.has_tile and not space.fixed and not space.figures and space.piece != WORLDS_END
    )
    if not choices or not may_swap(state):
        return None
    return Form(tr("He changes places"), (Pick("tile", _swap_text(state, question), choices),))


def _change_places(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """A tile that comes to lie behind all pawns was passed by all of them; who is last may be another now."""
    place = int(str(answer.values[0]).removeprefix(SPACE))
    space = resolution.state.line[place]
    assert place_of(resolution.state.line, ENGLISHMAN) >= 0
    resolution.do(FigureSwapped(ENGLISHMAN, space.piece, space.deck))
    resolution.do(ev.PawnPlaced(ENGLISHMAN, place))
    discard_passed(resolution)
    take_again(resolution)


_EVENT_CARD = expansion_card("event", tr("Event: turn a landmark card"), 6)

ENTRIES = (Action(ENTRY, _symbol, entry(_book_symbol), "DOWN", tr("event"), _EVENT_CARD),)
KINDS = (
    QuestionKind(
        WHICH,
        _which_text,
        (Action("event", _event, _trigger), Action("none", Form(tr("No event")), nothing)),
        rule="C6-11",
    ),
    QuestionKind(
        HOME,
        _home_text,
        (Action("home", _home, _come_home), Action("none", _no_scot, nothing)),
        rule=rule_of,
    ),
    QuestionKind(
        SWAP,
        _swap_text,
        (
            Action("swap", _swap, _change_places),
            Action("none", Form(tr("He stays where he is")), nothing),
        ),
        rule="C6-36",
    ),
)
