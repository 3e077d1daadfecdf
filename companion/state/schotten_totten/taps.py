"""Meanings of a tap in Schotten Totten: the answers that a tapped card, stone or place stands for now.

Answers that a rule forbids are returned too; deciding them gives the reason with its rule.
"""

from __future__ import annotations

from companion.engine.game import Interpretation, TapMeaning
from companion.engine.message import Message, capitalize_start, join_list, tr
from companion.engine.offers import Answer, Value
from companion.engine.question_kinds import CARD_HAS_NO_EFFECT, card_meaning, cards_of_rows, closed_card_meaning
from companion.scoring.schotten_totten.border import CLAN_CARDS, SIDES, TACTICS, Side, other_joker, printed_card
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.course import side_to_play
from companion.state.schotten_totten.legal_plays import location_text, why_not_card, why_not_target
from companion.state.schotten_totten.model import OpenQuestion, State, find_card, placed_cards
from companion.state.schotten_totten.questions import KINDS, ORDER
from companion.state.schotten_totten.questions.place import place_value
from companion.state.schotten_totten.text import owner_text, pending_question

CARD_PREFIX = "card:"
ALL_CARDS = (*CLAN_CARDS, *TACTICS)
STONE_IDS = tuple(f"{labels.STONE_PREFIX}{n}" for n in range(1, 10))
PLACE_IDS = tuple(f"{labels.PLACE_PREFIX}{side.lower()}{n}" for side in SIDES for n in range(1, 10))
PIECE_IDS = (*ALL_CARDS, *STONE_IDS, *PLACE_IDS)
"""All pieces that can be tapped, except command cards."""
REFUSALS_BY_STAGE = {
    "setup": tr("The first turn has not begun."),
    "won": tr("The round is over: first say who begins the next one."),
    "over": tr("The game is over."),
}
"""Why a piece has no meaning, by stage."""


def open_questions(state: State) -> list[OpenQuestion]:
    """Return the open questions, most urgent first."""
    return sorted(state.open_questions, key=lambda opened: (ORDER[opened.kind], opened.number))


def tap_meaning(state: State, id: str) -> TapMeaning:
    """Return the meaning of a tap."""
    if id.startswith(CARD_PREFIX):
        return _card(state, id.removeprefix(CARD_PREFIX))
    if id not in PIECE_IDS:
        return TapMeaning(tr("This piece does not belong to this game."))
    id = _as_meant(state, id)
    if _is_claimed(state, id) and not state.waiting:
        return closed_card_meaning(whereabouts_text(state, id))
    if state.stage in REFUSALS_BY_STAGE:
        return closed_card_meaning(REFUSALS_BY_STAGE[state.stage])
    if _is_last_entry(state, id):
        return TapMeaning(whereabouts_text(state, id), is_repeat=True)
    if pending_question(state) == "target" and labels.stone_number(id):
        return _targets_there(state, id)
    said = _of_waiting(state, id) if state.waiting else _of_turn(state, id)
    if said is None:
        return closed_card_meaning(_look(state, id))
    return TapMeaning(whereabouts_text(state, id), None, (Interpretation(_words(state, id, said), said),))


def _as_meant(state: State, id: str) -> str:
    """Return the other Joker if only that one makes sense: the two are alike at the table (ST-ELT-02)."""
    twin = other_joker(id)
    if not twin or not location_text(state, id) or state.stage in REFUSALS_BY_STAGE:
        return id
    if pending_question(state) == "target":
        return twin if _can_be_taken(state, twin) and not _can_be_taken(state, id) else id
    return id if location_text(state, twin) or why_not_card(state, twin, side_to_play(state)) else twin


def _can_be_taken(state: State, id: str) -> bool:
    found = find_card(state, id)
    assert state.waiting
    return found is not None and why_not_target(state, state.waiting.card, side_to_play(state), found) is None


def _is_claimed(state: State, id: str) -> bool:
    """True for a claimed stone: a tap on it shows at any time why it was claimed."""
    return id in STONE_IDS and bool(state.stones) and bool(state.stone(labels.stone_number(id)).owner)


def _targets_there(state: State, id: str) -> TapMeaning:
    """Return the cards at a stone or place that a ruse can take; if there is none, deciding gives the reason."""
    number, side, question = labels.stone_number(id), labels.place_side(id), state.find_question("target")
    assert state.waiting
    assert question
    there = [each for each in placed_cards(state) if each.stone == number and side in (None, each.side)]
    able = [each for each in there if why_not_target(state, state.waiting.card, side_to_play(state), each) is None]
    ways = (
        Interpretation(
            capitalize_start(labels.card_label(each.card)),
            Answer(question.number, "target", (printed_card(each.card),)),
        )
        for each in able or there[:1]
    )
    title = tr("Which card?") if len(able) > 1 else None
    return TapMeaning(whereabouts_text(state, id), title, tuple(ways), is_refusal=not there)


def _words(state: State, id: str, answer: Answer) -> Message:
    """Return what a tap will do, for a preview."""
    number = labels.stone_number(id)
    if answer.offer == "claim":
        return tr("Claim stone {n}", n=number)
    if not number:
        return capitalize_start(labels.card_label(id))
    waiting = state.waiting
    card = labels.card_label(waiting.target or waiting.card) if waiting else labels.stone_label(number)
    return tr("{Card} at stone {n}", Card=card, n=number)


def _is_last_entry(state: State, id: str) -> bool:
    """True if the same sticker was tapped again after its own entry."""
    if state.waiting:
        return id in (state.waiting.card, printed_card(state.waiting.target))
    if state.claim:
        return False
    last = state.last
    card, stone = getattr(last, "card", ""), getattr(last, "stone", 0)
    there = bool(stone) and labels.stone_number(id) == stone and labels.place_side(id) in _sides_of(last)
    return id == printed_card(card) or there


def _sides_of(last: object) -> tuple[Side | None, ...]:
    """Return the side of the last play if a place sticker gave it.

    A stone sticker gives none, so tapping it again claims the stone.
    """
    side: Side | None = getattr(last, "side", None)
    return (side,) if side else ()


def _of_turn(state: State, id: str) -> Answer | None:
    """Return the answer of a turn: show a card or claim a stone (ST-CLM-03)."""
    play, claim = state.find_question("play"), state.find_question("claim")
    if id in ALL_CARDS and play:
        return Answer(play.number, "card", (id,))
    return Answer(claim.number, "claim", (str(labels.stone_number(id)),)) if id in STONE_IDS and claim else None


def _of_waiting(state: State, id: str) -> Answer | None:
    """Return the answer about the waiting card; another card replaces it."""
    kind = pending_question(state)
    question = state.find_question(kind)
    assert question is not None
    number, side = labels.stone_number(id), labels.place_side(id) or side_to_play(state)
    said: tuple[str, Value] | None = None
    if number and kind in ("place", "goal"):
        said = "place", place_value(number, side)
    elif number and kind == "stone":
        said = "stone", str(number)
    elif kind == "target" and find_card(state, id):
        said = "target", id
    elif id in ALL_CARDS and kind != "declare":
        said = "instead", id
    return Answer(question.number, said[0], (said[1],)) if said else None


def _look(state: State, id: str) -> Message:
    """Return the text for a tap without a meaning."""
    there = whereabouts_text(state, id)
    if pending_question(state) == "declare":
        return tr(
            "{Where} First say what the {card} stands for.", Where=there, card=labels.card_label(_waits(state))
        )
    if id in PLACE_IDS and not state.waiting:
        return tr("{Where} Tap the card before its place.", Where=there)
    return there


def _waits(state: State) -> str:
    return state.waiting.card if state.waiting else ""


def _card(state: State, card: str) -> TapMeaning:
    """Return the meaning of a command card: one tap for what the buttons would enter."""
    for opened in open_questions(state):
        for row, told in cards_of_rows(KINDS[opened.kind].actions, None):
            if told.id == card:
                return card_meaning(KINDS[opened.kind].question(state, opened), row, told)
    return closed_card_meaning(REFUSALS_BY_STAGE.get(state.stage, CARD_HAS_NO_EFFECT))


def whereabouts_text(state: State, id: str) -> Message:
    """Return a sentence with the name and position of a piece."""
    if id in STONE_IDS:
        return _of_stone(state, labels.stone_number(id))
    if id in PLACE_IDS:
        side = labels.place_side(id)
        assert side is not None
        return _of_side(state, labels.stone_number(id), side)
    if found := location_text(state, id):
        return found
    return tr("{Card}: in a hand or a pile.", Card=labels.card_label(id))


def _of_stone(state: State, number: int) -> Message:
    if state.stones and state.stone(number).owner:
        return owner_text(state, number)
    return tr("Stone {n} is free.", n=number)


def _of_side(state: State, number: int, side: Side) -> Message:
    cards = state.stone(number).cards(side) if state.stones else ()
    place = labels.place_label(state, number, side)
    if not cards:
        return tr("{Where}: no card.", Where=place)
    return tr("{Where}: {cards}.", Where=place, cards=join_list(map(labels.card_label, cards)))
