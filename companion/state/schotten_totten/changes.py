"""State changes of the events of Schotten Totten.

Each function takes a state and an event and returns the next state. All are pure.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.scoring.schotten_totten.border import (
    BLIND_MANS_BLUFF,
    CARDS,
    CLAN_CARDS,
    MUD_FIGHT,
    SIDES,
    STONES,
    TACTICS,
    Side,
    printed_card,
)
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.model import (
    EMPTY_BORDER,
    PLAYERS,
    VARIANTS,
    BorderStone,
    OpenQuestion,
    PlacedCard,
    Player,
    RoundResult,
    State,
    WaitingCard,
    find_card,
    is_card_seen,
)

ALL_CARDS = (*CLAN_CARDS, *TACTICS)
STONE_NUMBERS = range(1, STONES + 1)
"""Numbers of the stones."""


def seat_player(state: State, e: ev.PlayerSeated) -> State:
    return replace(state, players=(*state.players, Player(SIDES[len(state.players)], e.name)))


def with_player(state: State, side: Side, **fields: Any) -> State:
    """Return the state with these fields of a player changed."""
    players = tuple(replace(p, **fields) if p.id == side else p for p in state.players)
    return replace(state, players=players)


def change_variant(state: State, e: ev.VariantChanged) -> State:
    on = {*state.variants} ^ {e.variant}
    return replace(state, variants=tuple(each for each in VARIANTS if each in on))


def change_house_rule(state: State, e: ev.HouseRuleChanged) -> State:
    was = getattr(state.house, e.name)
    other = not was if isinstance(was, bool) else "on_claim" if was == "on_play" else "on_play"
    return replace(state, house=replace(state.house, **{e.name: other}))


def open_question(state: State, e: ev.QuestionAsked) -> State:
    opened = OpenQuestion(state.question_count + 1, e.kind, e.player)
    return replace(state, open_questions=(*state.open_questions, opened), question_count=state.question_count + 1)


def begin_round(state: State, e: ev.RoundBegan) -> State:
    """Reset the table for a round (ST-SET-01, ST-SET-02, ST-TAC-02)."""
    return replace(
        state,
        round=e.number,
        starter=e.starter,
        stones=EMPTY_BORDER,
        players=tuple(replace(p, hand=state.hand, tactics=()) for p in state.players),
        pile=state.all_cards - PLAYERS * state.hand,
        discarded=(),
        plays=0,
        passes=0,
        waiting=None,
        last=None,
        claim=None,
        drew=None,
        open_questions=(),
    )


def begin_turn(state: State, e: ev.TurnBegan) -> State:
    return replace(state, turn=state.turn + 1, to_move=e.player)


def show_card(state: State, e: ev.CardShown) -> State:
    """Let a card wait; a card that waited before is back in the hand."""
    return replace(state, waiting=WaitingCard(e.card), claim=None, drew=None)


def choose_place(state: State, e: ev.PlaceChosen) -> State:
    """Set the stone of an elite troop that waits to be declared."""
    assert state.waiting is not None
    return replace(state, waiting=replace(state.waiting, stone=e.stone))


def choose_target(state: State, e: ev.TargetChosen) -> State:
    """Set the card that the waiting ruse takes."""
    assert state.waiting is not None
    return replace(state, waiting=replace(state.waiting, target=e.card))


def with_stone(state: State, number: int, stone: BorderStone) -> State:
    """Return the state with a stone replaced."""
    return replace(state, stones=(*state.stones[: number - 1], stone, *state.stones[number:]))


def _can_be(possible: bool, why: str) -> None:
    """Raise ValueError with a reason if an event of an edited file cannot have happened."""
    if not possible:
        raise ValueError(why)


def add_card(state: State, card: str, number: int, side: Side) -> State:
    """Return the state with a card added to a side; the play that fills the side is recorded (ST-TIE-03)."""
    _can_be(card in CARDS and number in STONE_NUMBERS, f"{card} can't lie at stone {number}")
    stone = state.stone(number)
    _can_be(not stone.owner and not stone.is_full(side), f"no card can be added at stone {number}")
    cards = (*stone.cards(side), card)
    stone = replace(stone, a=cards) if side == "A" else replace(stone, b=cards)
    before = stone.full_since(side)
    if stone.is_full(side) and not (before and state.house.first_moment_counts):
        stone = set_full_since(stone, side, state.plays)
    return with_stone(state, number, stone)


def set_full_since(stone: BorderStone, side: Side, play: int) -> BorderStone:
    """Return the stone with the number of the play that made a side full."""
    return replace(stone, a_full=play) if side == "A" else replace(stone, b_full=play)


def remove_card(state: State, card: str, number: int, side: Side) -> State:
    """Return the state with a card removed from a side, which is not full any more (ST-TIE-02)."""
    _can_be(find_card(state, card) == PlacedCard(card, number, side), f"{card} doesn't lie at stone {number}")
    stone = state.stone(number)
    cards = tuple(each for each in stone.cards(side) if printed_card(each) != printed_card(card))
    stone = replace(stone, a=cards) if side == "A" else replace(stone, b=cards)
    if not state.house.first_moment_counts:
        stone = set_full_since(stone, side, 0)
    return with_stone(state, number, stone)


def take_from_hand(state: State, player: Side, card: str) -> State:
    """Return the state with a card played from the hand; the play gets the next number."""
    who, own = state.player(player), printed_card(card)
    _can_be(own in ALL_CARDS and not is_card_seen(state, own), f"{own} is no card, or lies already")
    tactics = (*who.tactics, own) if own in TACTICS else who.tactics
    state = with_player(state, player, hand=who.hand - 1, tactics=tactics)
    return replace(state, plays=state.plays + 1, passes=0, waiting=None)


def lay_card(state: State, e: ev.CardLaid) -> State:
    state = take_from_hand(state, e.player, e.card)
    return replace(add_card(state, e.card, e.stone, e.side), last=e)


def lay_technique(state: State, e: ev.TechniqueLaid) -> State:
    """Place a combat technique. Mud Fight makes full sides incomplete, so their moments are reset (ST-TIE-02)."""
    state = take_from_hand(state, e.player, e.card)
    _can_be(e.stone in STONE_NUMBERS and not state.stone(e.stone).owner, f"{e.card} can't lie on stone {e.stone}")
    stone = state.stone(e.stone)
    both = (BLIND_MANS_BLUFF, MUD_FIGHT)
    stone = replace(stone, techniques=tuple(each for each in both if each in (*stone.techniques, e.card)))
    if e.card == MUD_FIGHT:
        stone = replace(stone, a_full=0, b_full=0)
    return replace(with_stone(state, e.stone, stone), last=e)


def play_ruse(state: State, e: ev.RusePlayed) -> State:
    """Discard a ruse (ST-RUS-01)."""
    state = take_from_hand(state, e.player, e.card)
    return replace(state, discarded=(*state.discarded, e.card), last=e)


def move_card(state: State, e: ev.CardMoved) -> State:
    state = remove_card(state, e.card, e.from_stone, e.from_side)
    return replace(add_card(state, e.card, e.stone, e.side), last=e)


def discard_card(state: State, e: ev.CardDiscarded) -> State:
    state = remove_card(state, e.card, e.stone, e.side)
    return replace(state, discarded=(*state.discarded, printed_card(e.card)), last=e)


def pass_turn(state: State, _e: ev.Passed) -> State:
    return replace(state, passes=state.passes + 1, claim=None, drew=None, waiting=None)


def draw_cards(state: State, e: ev.CardsDrawn) -> State:
    who = state.player(e.player)
    state = with_player(state, e.player, hand=who.hand + e.n - e.back)
    passes = 0 if e.n else state.passes
    return replace(state, pile=state.pile - e.n + e.back, drew=e, passes=passes)


def claim_stone(state: State, e: ev.StoneClaimed) -> State:
    """Set the owner of a stone (ST-CLM-05)."""
    _can_be(e.stone in STONE_NUMBERS and not state.stone(e.stone).owner, f"stone {e.stone} can't be claimed")
    owned = replace(state.stone(e.stone), owner=e.player, claim=e.claim)
    return replace(with_stone(state, e.stone, owned), claim=e.claim, passes=0)


def win_round(state: State, e: ev.RoundWon) -> State:
    result = RoundResult(e.player, e.why, e.stones, e.points)
    return replace(state, results=(*state.results, result), to_move="", waiting=None)
