"""Members with tokens: on free crests, on a market row, on a tile ahead, on landmark cards of others.

What happens later to a token that lies somewhere is not here but in `reactions`.
"""

from __future__ import annotations

from companion.chronicles.penny_mobs.entry import entry_name, member_form, sell
from companion.chronicles.penny_mobs.members import CLAIM, DUFF, LAIRD, MEMBERS, WANDER
from companion.chronicles.penny_mobs.mob import OWN_STATE, CardTurned, TokenUsed
from companion.chronicles.queries import TURNED_CARDS
from companion.engine.message import literal, or_by_hand, tr
from companion.engine.offers import Amount, Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import WORLDS_END, Learned
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.questions.take import stays
from companion.state.glen_more_2.referee.placing import Takeable
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of, place_of_piece, tiles_ahead
from companion.state.glen_more_2.rows import Form
from companion.state.glen_more_2.ruleset import asked

MAX_COINS = 10


def _no_token(state: State, member: str) -> Reason | None:
    if OWN_STATE.of(state).tokens.get(member, 0) > 0:
        return None
    return Reason(MEMBERS[member].rule, tr("{member} has no token left.", member=MEMBERS[member].name))


def coins_fact(member: str) -> str:
    """The coins that a member's token showed last."""
    return f"{entry_name(member)}.coins"


def _token_coins(state: State, member: str) -> Amount:
    """Coins printed on the token: a picture in every book, so it is read off."""
    default = int(state.facts.more.get(coins_fact(member), 1))
    return Amount("coins", tr("How many coins does the token show?"), 0, MAX_COINS, default)


def _put_token(resolution: Resolution, member: str, where: str, coins: int) -> None:
    # Kept only as the number proposed next time: her tokens may show different coins.
    if resolution.state.facts.more.get(coins_fact(member)) != coins:
        resolution.do(ev.FactLearned(Learned("", coins_fact(member), coins)))
    resolution.do(TokenUsed(member, where, coins))


# ---- Peggy McWander: a token on a free crest


def wander(state: State, _player_id: str) -> Form:
    """Douglas always counts as free (C8-15, C8-16)."""
    taken = {crest for p in state.players for crest in p.crests}
    free = tuple(
        Choice(c.id, literal(c.name))
        for c in state.facts.crests.values()
        # Douglas can be taken again and again, so it is never occupied (C8-16).
        if (c.id not in taken or c.repeatable) and c.id not in OWN_STATE.of(state).crests
    )
    pick = Pick("crest", tr("On which free crest?"), free)
    return member_form(WANDER, pick, _token_coins(state, WANDER), closed=_no_token(state, WANDER))


def book_wander(resolution: Resolution, _player_id: str, answer: Answer) -> None:
    _put_token(resolution, WANDER, f"crest:{answer.values[0]}", int(answer.values[1]))


# ---- Joe McDuff: the largest stack of a row for a token


def duff(state: State, _player_id: str) -> Form:
    """Of every row that holds coins (C8-17)."""
    rows = tuple(
        Choice(row, tr("{row}: {n}", row=labels.row(state, row), n=filled))
        for row, filled in state.market.items()
        if filled
    )
    empty = Reason("C8-17", tr("No row holds coins.")) if not rows else None
    return member_form(DUFF, Pick("row", tr("From which row?"), rows), closed=_no_token(state, DUFF) or empty)


def book_duff(resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(TokenUsed(DUFF))
    sell(resolution, player_id, str(answer.values[0]))


# ---- Peggy McLaird: a tile ahead is reserved, or her card is turned over


def laird(state: State, player_id: str) -> Form:
    """One tile at a time; where territories are followed one that could be taken now (C8-19)."""
    takeable = Takeable(state, player_id) if state.follows else None
    tiles = tuple(
        Choice(
            state.line[i].piece,
            labels.tile(state.facts, state.line[i]),
            takeable.why_not(state.facts.pieces[state.line[i].piece]) if takeable else None,
            piece=state.line[i].piece,
        )
        for i in tiles_ahead(state.line)
        # An unidentified tile could not be recognised when somebody takes it.
        if state.line[i].piece and not stays(state, state.line[i].piece) and i > place_of(state.line, player_id)
    )
    held = Reason("C8-19", tr("A tile is reserved already.")) if OWN_STATE.of(state).reserved[0] else None
    name_it = or_by_hand(
        tr("Tap the tile first, so that the companion knows it."),
        tr("Name the tile first, so that the companion knows it."),
    )
    none = Reason("C8-19", name_it) if not tiles else None
    closed = _no_token(state, LAIRD) or _last_turn(state, player_id) or held or none
    return member_form(LAIRD, Pick("tile", tr("Which tile?"), tiles), _token_coins(state, LAIRD), closed=closed)


def _last_turn(state: State, player_id: str) -> Reason | None:
    """On or past World's End nothing can be reserved (C8-23)."""
    end = place_of_piece(state.line, WORLDS_END)
    if not 0 <= end <= place_of(state.line, player_id):
        return None
    return Reason("C8-23", tr("On the last turn nothing is reserved."))


def book_laird(resolution: Resolution, _player_id: str, answer: Answer) -> None:
    _put_token(resolution, LAIRD, f"tile:{answer.values[0]}", int(answer.values[1]))


def give_up(state: State, _question: OpenQuestion) -> Form | None:
    """The owner on turn can't take the reserved tile (C8-22)."""
    now = OWN_STATE.of(state)
    if not (now.reserved[0] and now.controls(state.turn.figure, LAIRD)):
        return None
    words = tr("The reserved tile cannot be taken")
    if not state.follows:
        return Form(words)
    able = _can_be_taken(state, now.reserved[0])
    return Form(words, caution=Reason("C8-22", tr("It can be taken.")) if able else None, likely=not able)


def _can_be_taken(state: State, piece: str) -> bool:
    """It lies ahead, can be paid and has a place; what nobody has told speaks against nothing."""
    ahead = {state.line[place].piece for place in tiles_ahead(state.line)}
    return piece in ahead and Takeable(state, state.turn.player).why_not(state.facts.pieces[piece]) is None


def turn_card(resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(CardTurned())


# ---- John McClaim: a token on another's card that is not turned yet


def claim(state: State, player_id: str) -> Form:
    """One token on a card (C8-43)."""
    turned = asked(TURNED_CARDS, state)
    cards = tuple(
        Choice(card, labels.landmark(state.facts, card), piece=f"card_{card}")
        for p in state.still_in
        if p.id != player_id
        for card in p.landmarks
        if card not in turned and card not in OWN_STATE.of(state).cards
    )
    none = Reason("C8-43", tr("Nobody else has a card on its landmark side.")) if not cards else None
    return member_form(CLAIM, Pick("card", tr("On which card?"), cards), closed=_no_token(state, CLAIM) or none)


def book_claim(resolution: Resolution, _player_id: str, answer: Answer) -> None:
    resolution.do(TokenUsed(CLAIM, f"card:{answer.values[0]}"))
