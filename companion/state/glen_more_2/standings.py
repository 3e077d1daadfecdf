"""From the state's counts to a scoring: the step between the core and `companion.scoring`."""

from __future__ import annotations

from typing import cast

from companion.scoring.gains import Result
from companion.scoring.glen_more_2.parts import changed
from companion.scoring.glen_more_2.result import score
from companion.scoring.glen_more_2.rounds import CASTLE_MOIL, DAVID_HUME_PERSONS
from companion.scoring.glen_more_2.standing import Round, ScoringRules, Standing
from companion.state.glen_more_2.facts import DAVID_HUME, FINAL
from companion.state.glen_more_2.model import Player, State
from companion.state.glen_more_2.ruleset import scoring_parts


def persons_counted(player: Player) -> int:
    """Person tiles as a scoring counts them (GM-PER-07)."""
    hume = DAVID_HUME in player.persons
    return len(player.persons) - hume + player.more_persons + (DAVID_HUME_PERSONS if hume else 0)


def count_value(player: Player, count: str) -> int:
    """A count by its name, as people count it."""
    if count == "persons":
        return persons_counted(player)
    if count == "landmarks":
        return len(player.landmarks)
    return player.total if count == "points" else int(getattr(player, count))


def counts_of(due: str) -> tuple[str, ...]:
    """What is counted for a scoring besides the Scots, which are asked each time."""
    return ("barrels", "persons", "coins", "tiles") if due == FINAL else ("barrels", "persons")


def standings(state: State) -> tuple[Standing, ...]:
    """The counts of everybody who is still in the game, under the players' ids."""
    return tuple(
        Standing(
            name=p.id,
            points=p.total,
            # Below zero an entry is missing; nobody owes what is compared, so it counts as none.
            scots_in_home_castle=max(0, p.scots),
            whisky=max(0, p.barrels),
            persons=max(0, len(p.persons) - (DAVID_HUME in p.persons) + p.more_persons),
            david_hume=DAVID_HUME in p.persons,
            landmarks=p.landmarks,
            coins=max(0, p.coins),
            goods=state.goods.get(p.id),
            tiles=p.tiles,
        )
        for p in state.still_in
    )


def standings_now(state: State) -> tuple[Standing, ...]:
    """The same with what the chronicles change of them."""
    return changed(standings(state), scoring_parts(state))


def with_castle_moil(state: State) -> frozenset[str]:
    """Whose Scots count twice, so that people are told to count each once (GM-LMK-03)."""
    if not any(CASTLE_MOIL in p.landmarks for p in state.still_in):
        return frozenset()
    return frozenset(each.name for each in standings_now(state) if each.has_working(CASTLE_MOIL))


def scoring_rules(state: State) -> ScoringRules:
    """The table's rulings that a scoring needs."""
    return ScoringRules(state.house.difference_above_five)


def round_result(state: State, due: str) -> Result:
    """Scoring round A, B or C as it would be now."""
    return score(cast(Round, due), standings(state), scoring_rules(state), scoring_parts(state))


def final_result(state: State) -> Result:
    """The final scoring as it would be now."""
    return score("final", standings(state), scoring_rules(state), scoring_parts(state))
