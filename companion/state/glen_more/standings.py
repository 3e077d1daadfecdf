"""From the state's counts to a scoring: the step between the rules and `companion.scoring`."""

from __future__ import annotations

from typing import cast

from companion.scoring.gains import Result
from companion.scoring.glen_more.result import score
from companion.scoring.glen_more.standing import Round, Standing
from companion.state.glen_more.model import FINAL, Player, State, count_of
from companion.state.territory.payment_options import stock_of

AT_THE_END = ("coins", "tiles", "green_tiles", "yellow_tiles", "villages")


def counts_of(due: str) -> tuple[str, ...]:
    """What a scoring goes by beside the cards."""
    return ("barrels", "chieftains", *(AT_THE_END if due == FINAL else ()))


def standings(state: State) -> tuple[Standing, ...]:
    """Everybody's counts, under the players' ids."""
    return tuple(_standing(state, player) for player in state.players)


def _standing(state: State, player: Player) -> Standing:
    # Below zero an entry is missing; nobody owes what is compared, so it counts as none.
    counts = {count: max(0, count_of(state, player, count)) for count in AT_THE_END}
    return Standing(
        name=player.id,
        points=player.total,
        whisky=max(0, player.barrels),
        chieftains=max(0, player.chieftains),
        cards=player.cards,
        bonnets=sum(state.facts.cards[card].bonnets for card in player.cards),
        goods=_goods(state, player),
        **counts,
    )


def _goods(state: State, player: Player) -> int | None:
    """None where nobody has counted them."""
    if state.follows:
        return sum(stock_of(player.territory).values())
    return state.goods.get(player.id)


def result_now(state: State, due: str) -> Result:
    """A scoring as it would be now."""
    return score(cast(Round, due), standings(state), state.house)
