"""The course of a game: one table, from set-up to the winner (`companion.engine.course`).

A stage's entry actions open questions; `ADVANCE` says what comes when no question is in front of people any more,
`BY_ANSWER` what an answer moves at once.
"""

from __future__ import annotations

import msgspec

from companion.engine import course
from companion.state.glen_more import events as ev
from companion.state.glen_more.event_rows import first_figure
from companion.state.glen_more.model import DIE, FINAL, NON_BLOCKING, START_SCOTS, State
from companion.state.glen_more.referee.activating import anything_left, run_unasked, unasked
from companion.state.glen_more.referee.laying import lay, only_cell
from companion.state.glen_more.referee.moving import may_move
from companion.state.glen_more.refill import is_told, refill, to_lay
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.standings import result_now
from companion.state.territory.payment_options import stock_of

Transition = course.Transition[Resolution]

PHASE_OF = {
    "setup": "setup",
    "layout": "layout",
    "laid_out": "layout",
    "next": "refill",
    "take": "take",
    "turn": "turn",
    "place": "turn",
    "gained": "turn",
    "use": "turn",
    "roll": "roll",
    "thrown": "turn",
    "refill": "refill",
    "turn_over": "refill",
    "count": "count",
    "recount": "count",
    "scored": "count",
    "winner": "count",
    "over": "over",
}
"""The stages, and the coarser part of the game that people see."""


def begin_layout(resolution: Resolution) -> None:
    resolution.do(ev.PlayBegan())
    if resolution.state.follows:
        lay_villages(resolution)
    resolution.ask("layout")


def lay_villages(resolution: Resolution) -> None:
    """Each start village with a Scot on it; where nobody said which, one that is free (G1-SET-02, G1-CMP-07)."""
    told = {player.village for player in resolution.state.players}
    free = [t.id for t in resolution.state.facts.tiles.values() if not t.deck and t.id not in told]
    for player in resolution.state.players:
        village = player.village or free.pop(0)
        resolution.do(ev.TilePlaced(player.id, village, 0, 0))
        resolution.do(ev.ScotPlaced(player.id, 0, 0, START_SCOTS, f"placing:{village}"))


def die_is_first(resolution: Resolution) -> bool:
    return first_figure(resolution.state) == DIE


def begin_turn(resolution: Resolution) -> None:
    resolution.do(ev.TurnBegan(first_figure(resolution.state)))


def ask_take(resolution: Resolution) -> None:
    """Trading is open from here to the end of the turn (G1-WHS-02)."""
    player = resolution.state.turn.figure
    resolution.ask("ledger", player)
    resolution.ask("take", player)


def ask_roll(resolution: Resolution) -> None:
    resolution.ask("roll")


def ask_to_lay(resolution: Resolution) -> None:
    """After the die people tell what they lay as after any turn (G1-DIE-06)."""
    resolution.ask("end")


def all_is_laid(resolution: Resolution) -> bool:
    return not to_lay(resolution.state)


def close_end(resolution: Resolution) -> None:
    resolution.close("end")


def ask_end(resolution: Resolution) -> None:
    resolution.close("take")
    resolution.ask("end", resolution.state.turn.figure)


# ---- a turn at referee depth


def place_is_clear(resolution: Resolution) -> bool:
    """One legal cell, and one way to pay: it is laid unasked, and said."""
    return only_cell(resolution.state) is not None


def lay_there(resolution: Resolution) -> None:
    cell = only_cell(resolution.state)
    assert cell is not None
    lay(resolution, cell)


def ask_place(resolution: Resolution) -> None:
    resolution.ask("place", resolution.state.turn.figure)


def close_take(resolution: Resolution) -> None:
    resolution.close("take")


def ask_use(resolution: Resolution) -> None:
    resolution.close("take")
    resolution.ask("use", resolution.state.turn.figure)


def runs_by_itself(resolution: Resolution) -> bool:
    """A tile is activated that costs nothing and leaves no choice (G1-ACT-01)."""
    return unasked(resolution.state) is not None


def nothing_is_left(resolution: Resolution) -> bool:
    """Nothing to activate, to move, to sell, and all that people tell of is laid: the turn ends by itself."""
    state = resolution.state
    if state.turn.cleared:
        return not to_lay(state)
    stock = stock_of(state.player(state.turn.figure).territory)
    sells = any(n and state.market[good] for good, n in stock.items())
    return not (sells or is_told(state) or may_move(state) or anything_left(state))


def close_use(resolution: Resolution) -> None:
    resolution.close("use")


def end_turn(resolution: Resolution) -> None:
    resolution.do(ev.TurnEnded(resolution.state.turn.figure))


def is_due(resolution: Resolution) -> bool:
    """A scoring comes after phase 4 of the turn that used up its deck (G1-TRK-06)."""
    return bool(resolution.state.due)


def ask_count(resolution: Resolution) -> None:
    """Where territories are followed they tell all counts themselves."""
    if resolution.state.follows:
        score_now(resolution, resolution.state.due[0])
        return
    resolution.ask("count", "", resolution.state.due[0])


def withdraw_scoring(resolution: Resolution) -> None:
    resolution.do(ev.ScoringWithdrawn())
    ask_count(resolution)


def final_is_scored(resolution: Resolution) -> bool:
    return FINAL in resolution.state.scored


def goods_decide(resolution: Resolution) -> bool:
    """Several lead, and nobody has counted their goods yet (G1-FIN-06)."""
    first = leaders(resolution.state)
    return len(first) > 1 and any(player not in resolution.state.goods for player in first)


def ask_goods(resolution: Resolution) -> None:
    state = resolution.state
    for player in leaders(state) if state.follows else ():
        resolution.do(ev.GoodsCounted(player, sum(stock_of(state.player(player).territory).values())))
    if not state.follows:
        resolution.ask("goods", "", *leaders(resolution.state))


def leaders(state: State) -> list[str]:
    """Everybody with the most points."""
    most = max(p.total for p in state.players)
    return [p.id for p in state.players if p.total == most]


def end_game(resolution: Resolution) -> None:
    """Most points win; of tied leaders those with most goods, who then share it (G1-FIN-01, G1-FIN-06)."""
    state, first = resolution.state, leaders(resolution.state)
    most = max(state.goods.get(player, 0) for player in first)
    resolution.do(ev.GameEnded(tuple(w for w in first if len(first) == 1 or state.goods[w] == most)))


def score_now(resolution: Resolution, due: str) -> None:
    """The scoring: every point with its source, then the result (G1-SCR-01, G1-FIN-07)."""
    result = result_now(resolution.state, due)
    for scored in result.players:
        for gain in scored.gains:
            resolution.do(ev.PointsScored(scored.name, gain.points, gain.source))
    # As JSON gives it back, so that the same scoring read from a journal is the same value.
    resolution.do(ev.RoundScored(due, msgspec.json.decode(msgspec.json.encode(result))))


ENTRY = {
    "layout": (begin_layout,),
    "take": (begin_turn, ask_take),
    "roll": (begin_turn, ask_roll),
    "thrown": (ask_to_lay,),
    "turn": (ask_end,),
    "place": (close_take,),
    "use": (ask_use,),
    "refill": (refill,),
    "turn_over": (end_turn,),
    "count": (ask_count,),
    "recount": (withdraw_scoring,),
    "over": (end_game,),
}
ADVANCE: tuple[Transition, ...] = (
    Transition("laid_out", "next"),
    Transition("next", "count", is_due),
    Transition("next", "roll", die_is_first),
    Transition("next", "take"),
    Transition("place", "gained", place_is_clear, lay_there),
    Transition("place", None, None, ask_place),
    Transition("gained", "use"),
    Transition("use", None, runs_by_itself, run_unasked),
    Transition("use", "refill", nothing_is_left, close_use),
    Transition("thrown", "refill", all_is_laid, close_end),
    Transition("refill", "turn_over"),
    Transition("turn_over", "next"),
    Transition(("count", "recount"), "scored"),
    Transition("scored", "winner", final_is_scored),
    Transition("scored", "next"),
    Transition("winner", None, goods_decide, ask_goods),
    Transition("winner", "over"),
)
BY_ANSWER: dict[str, Transition] = {
    "started": Transition("setup", "layout"),
    "laid_out": Transition("layout", "laid_out"),
    "taken": Transition("take", "turn"),
    "to_be_laid": Transition("take", "place"),
    "placed": Transition("place", "gained"),
    "given_up": Transition("place", "use"),
    "nothing_taken": Transition("take", "use"),
    "thrown": Transition("roll", "thrown"),
    "turn_ended": Transition(("turn", "use", "roll", "thrown"), "refill"),
    "ring_corrected": Transition(("take", "roll"), "next"),
    "recount": Transition("over", "recount"),
}
COURSE = course.Course(PHASE_OF, ENTRY, ADVANCE, BY_ANSWER)


def fire(resolution: Resolution, trigger: str) -> None:
    """An answer moves the course at once."""
    COURSE.fire(resolution, trigger)


def in_front(state: State) -> bool:
    """A question is put in front of people: what comes next waits for it."""
    return any(opened.kind not in NON_BLOCKING for opened in state.open)


def run(resolution: Resolution) -> None:
    """Let the course go on until a question stands in front of people, or an answer is waited for."""
    COURSE.run(resolution, lambda resolution: in_front(resolution.state))
