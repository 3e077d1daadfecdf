"""A sale tile that was passed untold: said afterwards, by an entry or by its tap (C3-22).

Tiles may be laid without a tap; then nobody could ask when a pawn went by.
"""

from __future__ import annotations

from companion.chronicles.single_cask.cellars import OWN_STATE, SLUG
from companion.chronicles.single_cask.pieces import SALE_IDS
from companion.chronicles.single_cask.sales import asked_in_passing
from companion.engine.game import Interpretation
from companion.engine.message import Message, tr
from companion.engine.offers import Answer, Choice, Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.piece_locations import gone
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of
from companion.state.glen_more_2.rows import Action, Form

PASSED = f"{SLUG}.passed"
DISCARDED = "discarded:"
BEHIND = "behind:"


def _sale_of(deck: str) -> str:
    """Each of the decks B, C and D holds one sale tile (C3-21)."""
    return next((sale for sale in SALE_IDS if sale.endswith(f"_{deck.lower()}")), "")


def _passed(state: State, player_id: str) -> list[tuple[str, str, Message]]:
    """Untold tiles that the pawn has gone by: a value for each, the sale tile that it can be, and words."""
    placed, found = gone(state), []
    tiles = [place for place in range(place_of(state.line, player_id)) if state.line[place].has_tile]
    for n, place in enumerate(reversed(tiles), 1):
        space = state.line[place]
        sale = _sale_of(space.deck)
        if space.unidentified and sale and sale not in placed:
            words = tr("{tile}, {n} behind the pawn", n=n, tile=labels.tile(state.facts, space))
            found.append((f"{BEHIND}{place}", sale, words))
    if player_id != state.turn.figure:
        return found
    for deck in dict.fromkeys(tile.deck for tile in state.turn.discarded if not tile.piece):
        if (sale := _sale_of(deck)) and sale not in placed:
            found.append((f"{DISCARDED}{deck}", sale, tr("a tile of deck {deck}, just discarded", deck=deck)))
    return found


def _was_passed(state: State, question: OpenQuestion) -> Form | None:
    """Only for who has a barrel to sell."""
    tiles = _passed(state, question.player)
    if not tiles or not OWN_STATE.of(state).places[question.player]:
        return None
    choices = tuple(Choice(value, words) for value, _, words in tiles)
    return Form(tr("A sale tile was passed"), (Pick("tile", tr("Which tile was it?"), choices),))


def _tell(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    """The tile gets its name where it lies; then what is asked in passing is asked."""
    player_id, value = question.player, str(answer.values[0])
    sale = next(sale for each, sale, _ in _passed(resolution.state, player_id) if each == value)
    resolution.do(ev.EntryMade(player_id, PASSED))
    # Asked before it may go to the pile: the barrels on it count until the sale is over.
    asked = list(asked_in_passing(resolution.state, player_id, sale))
    for event in asked:
        resolution.do(event)
    if value.startswith(BEHIND):
        place = int(value.removeprefix(BEHIND))
        resolution.do(ev.SpaceSet(place, sale, resolution.state.line[place].deck))
    else:
        resolution.do(ev.DiscardNamed(sale, value.removeprefix(DISCARDED)))


def taps(state: State, piece: str) -> tuple[Interpretation, ...]:
    """Its sticker tapped after the move: perhaps the pawn on turn went by it."""
    ledger = next((o for o in state.open if o.kind == "ledger" and o.player == state.turn.player), None)
    if piece not in SALE_IDS or ledger is None or state.opened("end") is None:
        return ()
    if not OWN_STATE.of(state).places[ledger.player]:
        return ()
    player = labels.figure(state, ledger.player)
    return tuple(
        Interpretation(
            tr("{player} passed it: {tile}", player=player, tile=words), Answer(ledger.number, PASSED, (value,))
        )
        for value, sale, words in _passed(state, ledger.player)
        if sale == piece
    )


ENTRIES = (Action(PASSED, _was_passed, _tell),)
