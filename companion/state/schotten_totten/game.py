"""Schotten Totten as a game of the engine: start, decide, apply, history, undo and rematch.

`SchottenTotten` is the entry point of the package. The functions above it write a state as a document for
`companion score`, set up a rematch, and list the instructions that make a table match an edited history.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.event_rows import history_line
from companion.engine.game import CORRECTION, TableInstruction, TurnMark
from companion.engine.history import History
from companion.engine.message import Message, join_list, tr
from companion.engine.offers import EARLIER_NAME_PREFIX, NEW_NAME, Answer, Value
from companion.engine.table_game import CANONICAL, TableGame, encode_setup
from companion.scoring.schotten_totten.border import printed_card
from companion.scoring.score_sheet import SCHEMA
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten import labels, taps
from companion.state.schotten_totten.course import run_course
from companion.state.schotten_totten.event_rows import EVENTS, SHORT_EVENTS, apply
from companion.state.schotten_totten.house_rules import HouseRules
from companion.state.schotten_totten.labels import HOUSE_WORDS
from companion.state.schotten_totten.legal_plays import cards_of_variant
from companion.state.schotten_totten.model import EMPTY_BORDER, OpenQuestion, State, find_card, stone_of_technique
from companion.state.schotten_totten.questions import KINDS
from companion.state.schotten_totten.questions.setup import TACTICS_HOUSE_RULES, UNNAMED
from companion.state.schotten_totten.resolution import Resolution


def score_document(state: State) -> dict[str, Any]:
    """Return the document that `companion score` reads.

    Its side to move is the claiming side, otherwise the side on turn.
    """
    claims = state.find_question("claim")
    return {
        "schema": SCHEMA,
        "variants": [*state.variants],
        "house_rules": _otherwise(state.house),
        "to_move": (claims.player if claims else state.to_move) or "A",
        "discarded": [*state.discarded],
        "stones": [msgspec.to_builtins(stone.scoring_stone) for stone in state.stones or EMPTY_BORDER],
    }


def _otherwise(house: HouseRules) -> dict[str, Any]:
    """Return the house rules that differ from the defaults."""
    usual = msgspec.structs.asdict(HouseRules())
    return {name: value for name, value in msgspec.structs.asdict(house).items() if value != usual[name]}


def next_rematch_answer(ended: History, now: State) -> Answer | None:
    """Return the next answer that sets up a game like the ended one, or None if only the starter is missing."""
    if seat := now.find_question("seat"):
        coming = ended.state.players[len(now.players)]
        return Answer(seat.number, "seat", _named(now, coming.name))
    start = now.find_question("start")
    if start is None:
        return None
    for offer, value in _differences(ended.state, now):
        return Answer(start.number, offer, (value,))
    return None


def _named(now: State, name: str) -> tuple[Value, ...]:
    if not name:
        return (UNNAMED,)
    return (f"{EARLIER_NAME_PREFIX}{name}",) if name in now.names else (NEW_NAME, name)


def _differences(ended: State, now: State) -> Iterator[tuple[str, Value]]:
    """Yield the settings that differ, variants first: some house rules exist only with tactics cards."""
    yield from (("variant", each) for each in sorted({*ended.variants} ^ {*now.variants}))
    if ended.rounds != now.rounds:
        yield "rounds", ended.rounds
    for field in msgspec.structs.fields(now.house):
        if getattr(now.house, field.name) != getattr(ended.house, field.name) and _asked(now, field.name):
            yield "house", field.name


def _asked(now: State, rule: str) -> bool:
    return rule in HOUSE_WORDS and (now.tactical or rule not in TACTICS_HOUSE_RULES)


def seating_order(state: State) -> Message | None:
    """Return which player is on which side, or None without players."""
    if not state.players:
        return None
    return tr(
        "Sides A and B: {players}.", players=join_list(labels.figure_label(state, p.id) for p in state.players)
    )


def reconcile_table(old: State, new: State) -> tuple[TableInstruction, ...]:
    """Return the instructions that turn the table of `old` into that of `new`; () if they are equal."""
    return (*_cards(old, new), *_stones(old, new))


def _cards(old: State, new: State) -> Iterator[TableInstruction]:
    """Yield instructions for cards with another position or declaration."""
    for card in cards_of_variant(new):
        before, now = _place_of(old, card), _place_of(new, card)
        if before == now:
            continue
        there = now or tr("back to the hand")
        yield TableInstruction(
            tr("{Card}: {where}", Card=labels.card_label(card), where=there), card, is_forward=True, subject=card
        )


def _place_of(state: State, card: str) -> Message | None:
    if found := find_card(state, card):
        place = labels.place_label(state, found.stone, found.side)
        if found.card == printed_card(found.card):
            return place
        return tr("{where}, {card}", where=place, card=labels.card_label(found.card))
    if number := stone_of_technique(state, card):
        return labels.stone_label(number)
    return tr("discard pile") if card in state.discarded else None


def _stones(old: State, new: State) -> Iterator[TableInstruction]:
    for number, (before, now) in enumerate(zip(old.stones, new.stones, strict=False), 1):
        if before.owner == now.owner:
            continue
        whose = labels.figure_label(new, now.owner) if now.owner else tr("back into the row")
        id = f"{labels.STONE_PREFIX}{number}"
        yield TableInstruction(
            tr("{Stone}: {where}", Stone=labels.stone_label(number), where=whose), id, is_forward=True, subject=id
        )


class Setup(msgspec.Struct, frozen=True):
    """The initial data of a game."""

    house: HouseRules
    names: tuple[str, ...] = ()


class SchottenTotten(TableGame[State]):
    """Schotten Totten; implements `engine.game.Game`."""

    slug = "schotten_totten"
    rules_version = 1
    correction = OpenQuestion(CORRECTION, "correct")

    def __init__(self) -> None:
        super().__init__(KINDS, EVENTS)

    def setup(self, house: HouseRules, names: Sequence[str] = ()) -> msgspec.Raw:
        """Return the game's part of the first journal row."""
        return encode_setup(Setup(house, tuple(names)))

    def start(self, setup: msgspec.Raw) -> State:
        made = msgspec.json.decode(setup, type=Setup)
        seat = OpenQuestion(1, "seat")
        return State("setup", made.house, made.names, open_questions=(seat,), question_count=1)

    ordered_questions = staticmethod(taps.open_questions)
    resolution = Resolution
    run_course = staticmethod(run_course)
    apply = staticmethod(apply)
    tap_meaning = staticmethod(taps.tap_meaning)

    def canonical(self, state: State) -> bytes:
        return CANONICAL.encode(replace(state, names=()))

    def turn(self, state: State, answer: Answer | None = None) -> TurnMark:
        """Return the turn of an entry; a claim belongs to the claiming player's turn, even after the next began
        (ST-CLM-01)."""
        claim = state.find_question("claim") if answer else None
        if answer and claim and claim.number == answer.question and claim.player != state.to_move:
            return TurnMark(state.turn - 1, claim.player)
        return TurnMark(state.turn, state.to_move)

    def turn_text(self, state: State, _figure: str, events: Sequence[ev.Event]) -> Message:
        """Return the line of a whole turn, without shown cards and reasons of claims."""
        hidden = ev.CardShown | ev.PlaceChosen | ev.TargetChosen
        shown = [event for event in events if not isinstance(event, hidden)]
        return history_line(SHORT_EVENTS, state, shown) or tr("nothing was booked")

    def reconcile_table(
        self, old: State, new: State, _removed_events: Sequence[ev.Event], _new_events: Sequence[ev.Event]
    ) -> tuple[TableInstruction, ...]:
        return reconcile_table(old, new)

    def rescoring_text(self, removed_events: Sequence[ev.Event], new_events: Sequence[ev.Event]) -> Message | None:
        """Return a notice about the first round whose points differ after an edit, or None."""
        before, after = ([e for e in past if isinstance(e, ev.RoundWon)] for past in (removed_events, new_events))
        if len(after) < len(before):
            return tr("A round is not over any more.")
        if any(one.points != other.points for one, other in zip(before, after, strict=False)):
            return tr("A round was won otherwise: its points are new.")
        return None
