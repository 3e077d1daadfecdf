"""What the tap of a command card says: an ordinary answer, or what is still to be picked of it.

Decides nothing, and names no card: each kind of question says which cards answer it.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.actions import CommandCard
from companion.engine.command_cards import NOTHING, CardOfRow, Row, card_meaning, cards_of, why_not
from companion.engine.game import Interpretation, TapMeaning
from companion.engine.memoize import memoize_last
from companion.engine.message import Message, tr
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.ruleset import Ruleset, build_question, in_order, rules_of

NOT_BEGUN, OVER = tr("The first turn has not begun."), tr("The game is over.")


def card_tapped(state: State, card: str) -> TapMeaning:
    """A command card: one tap for what the buttons would say, of whichever open question has an action for it."""
    found = []
    for question in in_order(state):
        # Every player has a ledger open, and a card doesn't say whose it means.
        if question.kind == "ledger" and question.player not in _whose_ledgers(state):
            continue
        if said := _cards_by_id(rules_of(state), state.facts)[question.kind].get(card):
            found.append((question, card_meaning(build_question(state, question), *said)))
            if question.kind != "ledger" or question.player != state.just_played:
                break
    if len(found) > 1:
        return _for_whom(state, found)
    return found[0][1] if found else why_not(_reason(state, card))


def _reason(state: State, card: str) -> Message:
    """Why a card means nothing that is asked now."""
    rules = rules_of(state)
    kinds = [kind.actions for kind in rules.kinds.values()]
    if own := _among(kinds, state.facts, card):
        return own.otherwise or _without_ledger(state)
    for each in rules.library.expansions.values():
        if _among((*(kind.actions for kind in each.questions), *each.actions.values()), state.facts, card):
            return tr("{chronicle} is not played in this game.", chronicle=each.name)
    return NOTHING


def _without_ledger(state: State) -> Message:
    return OVER if state.phase == "over" else NOT_BEGUN if state.phase in ("setup", "layout") else NOTHING


def _among(tables: Iterable[Iterable[Row]], facts: Facts, card: str) -> CommandCard | None:
    return next((told for rows in tables for _, told in cards_of(rows, facts) if told.id == card), None)


def _for_whom(state: State, meant: list[tuple[OpenQuestion, TapMeaning]]) -> TapMeaning:
    """A card that two people may mean: one has laid the last tile, the other has not moved yet."""
    able = [(question, told) for question, told in meant if told.interpretations]
    ways = tuple(
        Interpretation(
            tr("{player}: {entry}", player=labels.figure(state, question.player), entry=way.label), way.answer
        )
        for question, told in able
        for way in told.interpretations
    )
    if not able:
        return meant[0][1]
    look = meant[0][1].look
    return TapMeaning(look, tr("{entry}: for whom?", entry=look) if len(able) > 1 else None, ways)


@memoize_last
def _cards_by_id(rules: Ruleset, facts: Facts) -> dict[str, dict[str, CardOfRow]]:
    """For each kind of question: the cards that answer it, each with its row."""
    return {
        kind.name: {card.id: (row, card) for row, card in cards_of(kind.actions, facts)}
        for kind in rules.kinds.values()
    }


def _whose_ledgers(state: State) -> tuple[str, ...]:
    """A card is an entry of the player on turn, or of who has just played; while nobody is, of the first."""
    now = [player for player in (state.just_played, state.turn.player) if player]
    return tuple(now) or tuple(player.id for player in state.still_in[:1])
