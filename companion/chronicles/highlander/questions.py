"""Questions of the mountain: payment in passing, taking everything on leaving, swapping, and corrections.

Kinds of goods are asked only at referee depth. The player who may swap a coin or good on the mountain for a good
of the supply (C8-41) comes from the query `MOUNTAIN_SWAPPER`.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.highlander.model import (
    CONTENTS_CORRECTION,
    LEAVE_QUESTION,
    MAX_COINS,
    MAX_GOODS,
    MOUNTAIN,
    MOUNTAIN_CAUSE,
    OWN_STATE,
    PAY_QUESTION,
    PUT_GOODS_INSTRUCTION,
    SLUG,
    Mountain,
    MountainEmptied,
    MountainGrew,
    MountainSet,
    pawn_on_mountain,
    why_cannot_stop,
)
from companion.chronicles.highlander.text import contents_text
from companion.chronicles.interactions import MOUNTAIN_SWAPPER
from companion.engine.game import Interpretation
from companion.engine.message import Message, tr, trn
from companion.engine.offers import NO, Amount, Answer, Choice, Pick, Place, Reason, parse_cell
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import Action, Form, QuestionKind, Resolution, do_nothing, expansion_card
from companion.state.glen_more_2.expansions import cause_id
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.model import State, is_neutral_figure
from companion.state.glen_more_2.referee.territory_tiles import spot_choice, territory_map
from companion.state.glen_more_2.ruleset import build_question, run_query
from companion.state.glen_more_2.text import labels
from companion.state.territory.grid import Cell
from companion.state.territory.model import OpenQuestion
from companion.state.territory.payment_options import goods_stock
from companion.state.territory.track import figure_index, tile_index
from companion.state.territory.trading import spots_with_good

SWAP_QUESTION = f"{SLUG}.ask_swap"
"""Question kind of the swap, asked before a player leaves the mountain and after a player passed it."""


def ask_swap(state: State, player_id: str) -> Iterator[ev.Event]:
    """Ask a player who may swap whether to swap one item; nothing if the mountain is empty (C8-41)."""
    may = run_query(MOUNTAIN_SWAPPER, state) == player_id
    if may and OWN_STATE.of(state) != Mountain():
        yield ev.QuestionAsked(SWAP_QUESTION, player_id)


def _ask_text(state: State, question: OpenQuestion) -> Message:
    return tr(
        "{player}: swap 1 thing on the mountain for a good from the supply?",
        player=labels.figure_label(state, question.player),
    )


def _a_coin(state: State, _question: OpenQuestion) -> Form:
    none = Reason("C8-41", tr("No coin lies on the mountain."))
    closed = None if OWN_STATE.of(state).coins else none
    return Form(tr("A coin for a good"), () if closed else _which(state), hint=tr("coin"), closed=closed)


def _a_good(state: State, _question: OpenQuestion) -> Form:
    none = Reason("C8-41", tr("No good lies on the mountain."))
    closed = None if OWN_STATE.of(state).goods else none
    return Form(
        tr("A good for another"), () if closed else _good_on_mountain(state), hint=tr("good"), closed=closed
    )


def _which(state: State) -> tuple[Pick, ...]:
    """Return the choice of a good from the supply, at referee depth."""
    choices = tuple(Choice(good, words) for good, words in labels.GOODS_LABELS.items())
    return (Pick("for", tr("For which good of the supply?"), choices),) if state.tracks_territories else ()


def _good_on_mountain(state: State) -> tuple[Pick, ...]:
    """Return the choices of a good on the mountain and of one from the supply, at referee depth."""
    if not state.tracks_territories:
        return ()
    there = (Choice(good, labels.GOODS_LABELS[good]) for good in OWN_STATE.of(state).goods_by_kind)
    return (Pick("good", tr("Which good of the mountain?"), tuple(there)), *_which(state))


def _swap_coin(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Replace a coin on the mountain by a good (C8-41)."""
    now = OWN_STATE.of(resolution.state)
    then = now.grown(-1, 1, str(answer.values[0]) if answer.values else "")
    resolution.do(MountainSet(then.coins, then.goods, tuple(then.goods_by_kind.items())))


def _swap_good(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    """Replace a good by another one; without known kinds the number of goods does not change (C8-41)."""
    if answer.values:
        one, other = map(str, answer.values)
        then = OWN_STATE.of(resolution.state).grown(0, -1, one).grown(0, 1, other)
        resolution.do(MountainSet(then.coins, then.goods, tuple(then.goods_by_kind.items())))


SWAP_KINDS = (
    QuestionKind(
        SWAP_QUESTION,
        _ask_text,
        (
            Action("no", Form(tr("No"), hint=NO), do_nothing),
            Action("coin", _a_coin, _swap_coin),
            Action("good", _a_good, _swap_good),
        ),
        rule="C8-41",
    ),
)


def hand_over_contents(state: State, player_id: str, rule: str) -> Iterator[ev.Event]:
    """Give the player all coins and goods of the mountain (C2-12).

    At referee depth a destination is asked for each good; a good without free space is lost (C0-10).
    """
    now = OWN_STATE.of(state)
    yield MountainEmptied(player_id, now.coins, now.goods, rule)
    if now.coins:
        yield ev.CoinsGained(player_id, now.coins, cause_id(MOUNTAIN_CAUSE))
    if now.goods_by_kind:
        yield from (
            ev.QuestionAsked("good_onto", player_id, (good, cause_id(MOUNTAIN_CAUSE)))
            for good in each_known_good(now)
        )
    elif now.goods:
        yield ev.ManualStepRequired(PUT_GOODS_INSTRUCTION)


def each_known_good(now: Mountain) -> Iterator[str]:
    """Yield each good of known kind, once per piece."""
    for good in GOODS:
        yield from [good] * now.goods_by_kind.get(good, 0)


def ask_on_leaving(state: State) -> Iterator[ev.Event]:
    """Ask the player on turn whose pawn stands on the mountain, if it is not empty (C2-11)."""
    # Asked at the start of the turn because these coins may pay for the tile that is taken.
    if state.turn.figure == pawn_on_mountain(state) and OWN_STATE.of(state) != Mountain():
        yield from ask_swap(state, state.turn.figure)
        yield ev.QuestionAsked(LEAVE_QUESTION, state.turn.figure)


def hand_over_at_end(state: State) -> Iterator[ev.Event]:
    """Give the player whose pawn stands on the mountain at the end of the game everything (C2-17)."""
    player_id = pawn_on_mountain(state)
    if player_id and not is_neutral_figure(player_id) and OWN_STATE.of(state) != Mountain():
        yield from hand_over_contents(state, player_id, "C2-17")


# Payment in passing: one coin or one good. Only a player who has neither pays nothing (C2-05 to C2-07).


def _pay_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player} passes the mountain and puts on it:", player=labels.figure_label(state, question.player))


def _coins_before(state: State, question: OpenQuestion) -> int:
    """Return the player's coins when passing, or now if more; at referee depth nothing is entered late, so the
    coins now.
    """
    if state.tracks_territories:
        return state.player(question.player).coins
    return max(int(question.args[0]), state.player(question.player).coins)


def _coin(state: State, question: OpenQuestion) -> Form:
    player = labels.figure_label(state, question.player)
    none = Reason("C2-06", tr("The companion has {player} on 0 coins.", player=player))
    return Form(tr("1 coin"), caution=None if _coins_before(state, question) > 0 else none)


def _nothing(state: State, question: OpenQuestion) -> Form:
    has, player = _coins_before(state, question), labels.figure_label(state, question.player)
    if has <= 0 and (goods := sum(goods_stock(state.player(question.player).territory).values())):
        own = trn("{player} has {n} good.", "{player} has {n} goods.", goods, player=player)
        return Form(tr("Nothing: no coin and no good"), caution=Reason("C2-07", own))
    some = trn(
        "The companion has {player} on {n} coin.", "The companion has {player} on {n} coins.", has, player=player
    )
    return Form(tr("Nothing: no coin and no good"), caution=Reason("C2-07", some) if has > 0 else None)


def _pay_coin(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.CoinsPaid(question.player, 1, cause_id(MOUNTAIN_CAUSE)))
    resolution.do(MountainGrew(question.player, coins=1))
    _swap_in_passing(resolution, question)


def _good(state: State, question: OpenQuestion) -> Form:
    """Return the goods of the player to choose from, with the tile at referee depth (C2-06)."""
    label = tr("1 good from a tile")
    if not state.tracks_territories:
        return Form(label)
    choices = []
    for good in GOODS:
        spots = spots_with_good(state.player(question.player).territory, good)
        tiles = tuple(spot_choice(state, spot) for spot in spots)
        which = Place("from", tr("From which tile?"), tiles, map_tiles=territory_map(state, question.player))
        then = (which,) if len(spots) > 1 else ()
        if spots:
            choices.append(Choice(good, labels.GOODS_LABELS[good], then=then))
    none = Reason("C2-06", tr("{Player} has no good.", Player=labels.figure_label(state, question.player)))
    only = len(choices) == 1
    pick = Pick("good", tr("Which good?"), tuple(choices), is_assumed=only)
    return Form(label, (pick,)) if choices else Form(label, closed=none)


def _pay_good(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    if answer.values:
        good, *where = map(str, answer.values)
        spots = spots_with_good(resolution.state.player(question.player).territory, good)
        cell = Cell(*parse_cell(where[0])) if where else spots[0].cell
        resolution.do(ev.GoodsGiven(question.player, cell.x, cell.y, good, 1, cause_id(MOUNTAIN_CAUSE)))
        resolution.do(MountainGrew(question.player, goods=1, good=good))
    else:
        # The tile that the good came from is unknown; only the mountain's number changes.
        resolution.do(MountainGrew(question.player, goods=1))
    _swap_in_passing(resolution, question)


def _pay_nothing(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    _swap_in_passing(resolution, question)


def _swap_in_passing(resolution: Resolution, question: OpenQuestion) -> None:
    """Ask for the swap after the payment, so that the item paid may be swapped too (C8-41)."""
    for event in ask_swap(resolution.state, question.player):
        resolution.do(event)


def _coin_first(state: State, question: OpenQuestion) -> str:
    """Return "coin" as the first offer if the companion counts a coin for the player."""
    return "coin" if _coins_before(state, question) > 0 else ""


# Leaving the mountain: take everything or nothing (C2-11).


def _leave_text(state: State, question: OpenQuestion) -> Message:
    return tr("{player} leaves the mountain.", player=labels.figure_label(state, question.player))


def _all_of_it(state: State, _question: OpenQuestion) -> Form:
    return Form(tr("Take everything: {amount}", amount=contents_text(OWN_STATE.of(state))))


def _take_everything(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    for event in hand_over_contents(resolution.state, question.player, "C2-11"):
        resolution.do(event)


def _contents(state: State, _question: OpenQuestion) -> Form | None:
    if not OWN_STATE.is_in_play(state) or state.phase in ("layout", "over"):
        return None
    now = OWN_STATE.of(state)
    parts = (
        Amount("coins", tr("How many coins lie on it?"), 0, MAX_COINS, min(now.coins, MAX_COINS)),
        *_goods_there(state, now),
    )
    return Form(tr("Coins and goods on the mountain"), parts)


def _goods_there(state: State, now: Mountain) -> Iterator[Amount]:
    if not state.tracks_territories:
        yield Amount("goods", tr("How many goods lie on it?"), 0, MAX_GOODS, min(now.goods, MAX_GOODS))
        return
    for good in GOODS:
        there = min(now.goods_by_kind.get(good, 0), MAX_GOODS)
        yield Amount(good, tr("How many lie on it: {good}?", good=labels.GOODS_LABELS[good]), 0, MAX_GOODS, there)


def _set_contents(resolution: Resolution, _question: OpenQuestion, answer: Answer) -> None:
    coins, *goods = map(int, answer.values)
    named = zip(GOODS, goods, strict=True) if resolution.state.tracks_territories else ()
    resolution.do(MountainSet(coins, sum(goods), tuple((good, n) for good, n in named if n)))


def tap_interpretations(state: State, piece: str) -> tuple[Interpretation, ...]:
    """Return the move onto the mountain as the meaning of a tap on its sticker while a tile is expected."""
    take = state.find_question("take")
    if piece != MOUNTAIN or take is None or why_cannot_stop(state, state.turn.figure, piece):
        return ()
    offered = build_question(state, take).offer("take")
    here = (
        offered
        and not offered.closed
        and tile_index(state.track, MOUNTAIN) > figure_index(state.track, state.turn.figure)
    )
    return (Interpretation(tr("onto the mountain"), Answer(take.number, "take", (MOUNTAIN,))),) if here else ()


_NOBODY = tr("Nobody passes the mountain now.")
_GOOD_CARD = expansion_card("mountain_good", tr("1 good on the mountain"), 2, fallback=_NOBODY)
_COIN_CARD = expansion_card("mountain_coin", tr("1 coin on the mountain"), 2, fallback=_NOBODY)

MOUNTAIN_KINDS = (
    QuestionKind(
        PAY_QUESTION,
        _pay_text,
        (
            Action("good", _good, _pay_good, cards=_GOOD_CARD),
            Action("nothing", _nothing, _pay_nothing),
            Action("coin", _coin, _pay_coin, cards=_COIN_CARD),
        ),
        rule="C2-05",
        first_action=_coin_first,
    ),
    QuestionKind(
        LEAVE_QUESTION,
        _leave_text,
        (
            Action("take", _all_of_it, _take_everything),
            Action("stay", Form(tr("Leave it there")), do_nothing),
        ),
        rule="C2-11",
    ),
)
CORRECTIONS = (Action(CONTENTS_CORRECTION, _contents, _set_contents),)
