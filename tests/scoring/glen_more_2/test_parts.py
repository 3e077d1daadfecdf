"""The door for chronicles, tried with Lucky Stone, a chronicle that nobody plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import pytest

from companion.engine.message import tr
from companion.scoring.gains import PlayerGain, PointsForLead, player_gain
from companion.scoring.glen_more_2.model import (
    SCORING_ORDER,
    CoinsPart,
    GainsPart,
    ScoringPart,
    ScoringStep,
    Standing,
    StandingsPart,
    WorthPart,
)
from companion.scoring.glen_more_2.scoring import score_standings
from tests.scoring.glen_more_2.tables import each
from tests.scoring.reading import points_from, totals

STONE = "lucky_stone"


def one_barrel_more(standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
    return tuple(msgspec.structs.replace(s, whisky=s.whisky + s.expansion_standings[STONE]) for s in standings)


def tens(standing: Standing, category: str) -> PointsForLead | None:
    return (lambda lead: 10 * lead) if standing.name == "Ann" and category == "whisky" else None


def gives(points: int) -> GainsPart:
    def prize(standings: Sequence[Standing], before: Sequence[PlayerGain]) -> Iterator[PlayerGain]:
        yield player_gain(standings[0].name, STONE, points, tr("lucky"))

    return GainsPart(STONE, "prizes", prize)


def test_a_part_changes_counts_before_they_are_compared() -> None:
    standings = each(whisky=(0, 1), expansion_standings=({STONE: 3}, {STONE: 0}))
    assert points_from(score_standings("A", standings), "whisky") == (0, 1)
    assert points_from(
        score_standings("A", standings, parts=[StandingsPart(STONE, one_barrel_more)]), "whisky"
    ) == (2, 0)


def test_castle_moil_doubles_what_a_part_changed() -> None:
    def one_scot_more(standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
        return tuple(
            msgspec.structs.replace(s, scots_in_home_castle=s.scots_in_home_castle + 1) for s in standings
        )

    standings = each(scots_in_home_castle=(1, 1), landmarks=(("castle_moil",), ("loch_ness",)))
    assert points_from(score_standings("A", standings), "scots_in_home_castle") == (1, 0)
    changed = score_standings("A", standings, parts=[StandingsPart(STONE, one_scot_more)])
    assert points_from(changed, "scots_in_home_castle") == (2, 0)


def test_a_card_may_count_without_working() -> None:
    def asleep(standings: tuple[Standing, ...]) -> tuple[Standing, ...]:
        return tuple(msgspec.structs.replace(s, working_cards=()) for s in standings)

    standings = each(scots_in_home_castle=(1, 1), coins=(3, 3), landmarks=(("castle_moil", "armadale_castle"), ()))
    result = score_standings("final", standings, parts=[StandingsPart(STONE, asleep)])
    assert points_from(result, "landmarks") == (2, 0)
    assert totals(result) == (5, 3)


def test_a_part_gives_one_player_a_table_of_her_own() -> None:
    standings = each(whisky=(2, 2, 0), persons=(1, 1, 0))
    result = score_standings("A", standings, parts=[WorthPart(STONE, tens)])
    assert points_from(result, "whisky") == (20, 2, 0)
    assert points_from(result, "persons") == (1, 1, 0)


@pytest.mark.parametrize(("each_coin", "coins", "armadale"), [(None, 9, 8), (0, 0, 16), (3, 27, -8)])
def test_a_part_changes_what_a_coin_is_worth(each_coin: int | None, coins: int, armadale: int) -> None:
    """Armadale Castle keeps its scale: 2 for each of the first 8, whatever a coin brings otherwise."""
    standings = each(coins=(9, 9), landmarks=(("armadale_castle",), ("loch_ness",)))
    part = CoinsPart(STONE, lambda standing: each_coin if standing.name == "Ann" else None)
    result = score_standings("final", standings, parts=[part])
    assert points_from(result, "coins") == (coins, 9)
    assert points_from(result, "armadale_castle") == (armadale, 0)


def test_a_part_adds_gains_at_the_end_only_where_its_moment_comes() -> None:
    assert totals(score_standings("final", each(points=(0, 5)), parts=[gives(4)])) == (4, 5)
    assert totals(score_standings("A", each(points=(0, 5)), parts=[gives(4)])) == (0, 5)


def test_the_end_of_the_game_has_one_order() -> None:
    """The order of C0-13: a part that only watches writes down what each moment sees of those before it."""
    seen: list[tuple[ScoringStep, list[str]]] = []

    def watching(moment: ScoringStep) -> ScoringPart:
        def watch(standings: Sequence[Standing], before: Sequence[PlayerGain]) -> Iterator[PlayerGain]:
            seen.append((moment, [one.gain.source for one in before]))
            yield player_gain("Bob", moment, 1, tr("watched"))

        return GainsPart(STONE, moment, watch)

    every = [moment for moment, _ in SCORING_ORDER]
    ann = {"whisky": (1, 0), "tiles": (3, 2), "coins": (1, 0), "landmarks": (("armadale_castle",), ("loch_ness",))}
    score_standings("final", each(**ann), parts=[watching(moment) for moment in reversed(every)])
    assert [moment for moment, _ in seen] == every
    assert every == [
        "compared",
        "territory",
        "coins",
        "cards",
        "prizes",
        "dues",
        "afterwards",
        "elsewhere",
        "handed_on",
    ]
    assert seen[3] == (
        "cards",
        ["whisky", "compared", "territory", "territory", "coins", "coins", "armadale_castle"],
    )


def test_parts_of_one_moment_follow_each_other_and_see_each_other() -> None:
    def double(standings: Sequence[Standing], before: Sequence[PlayerGain]) -> Iterator[PlayerGain]:
        yield player_gain("Ann", "echo", 2 * sum(one.gain.points for one in before), tr("echo"))

    result = score_standings("final", each(points=(0, 0)), parts=[gives(4), GainsPart("echo", "prizes", double)])
    assert [gain.points for gain in result.players[0].gains] == [4, 8]
