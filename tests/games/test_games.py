"""Whole recorded games through the reader and the buttons: how they end, and that nothing got lost on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest

from companion.cli import main
from companion.engine.history import History, apply_events
from companion.engine.journal import EntryUndo
from companion.engine.offers import Answer, parts_with_values
from companion.games.glen_more_2.definition import RECORDING
from companion.scoring.gains import Result
from companion.session.recording import Restart
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import DAVID_HUME, GOODS
from companion.state.glen_more_2.model import Player, State
from tests.games.course_steps import check_steps
from tests.games.played import RECORDINGS, Played, played
from tests.games.scored_anew import check_points, check_that_it_reads
from tests.independent_scorer import score_sheet
from tools.presses import end_of_recording, presses_per_turn, recording_of


@pytest.fixture(scope="module", params=RECORDINGS)
def game(request: pytest.FixtureRequest) -> Played:
    """Each recording, played once for all tests."""
    return played(request.param)


def test_it_ends_as_it_ended_when_it_was_recorded(game: Played) -> None:
    assert game.end == end_of_recording(game.name)


def test_every_step_of_its_course_is_an_edge_of_the_table(
    game: Played, record_property: Callable[[str, object], None]
) -> None:
    check_steps(game.history, record_property)


def test_no_two_parts_of_an_answer_have_one_name(game: Played) -> None:
    """Where another past asks for other parts, values go by these names."""
    for place, entry in enumerate(game.history.standing):
        assert isinstance(entry.answer, Answer)
        question = game.history.game.question(game.history.state_before(place), entry.answer.question)
        offer = question.offer(entry.answer.offer) if question else None
        assert offer
        names = [part.name for part, _ in parts_with_values(offer.parts, entry.answer.values)]
        assert len(names) == len(set(names)), (offer.name, names)


# ---- the story of the end


def test_the_lines_of_the_end_are_the_points_that_the_journal_tells(game: Played) -> None:
    """Counted anew from the points in the journal, turn by turn."""
    turns, scored = [], Counter[str]()
    players = [p.id for p in game.history.state.players]
    for entry in game.history.standing:
        for event in entry.events:
            if isinstance(event, ev.PointsScored):
                scored[event.player] += event.points
            elif isinstance(event, ev.TurnEnded | ev.RoundScored | ev.GameEnded):
                turns.append(tuple(scored[player] for player in players))
    assert [each.points for each in game.history.state.score_history.turns] == turns
    best = max(e.points for entry in game.history.standing for e in entry.events if isinstance(e, ev.PointsScored))
    found = game.history.state.score_history.best_gain
    assert found is not None
    assert found.points == best


# ---- scoring


def scorings(history: History) -> Iterator[tuple[ev.RoundScored, State, State]]:
    """Each scoring with the state just before its points and the one after it."""
    for place, entry in enumerate(history.standing):
        found = next((e for e in entry.events if isinstance(e, ev.RoundScored)), None)
        if found:
            first = next(i for i, e in enumerate(entry.events) if isinstance(e, ev.PointsScored | ev.RoundScored))
            before = apply_events(history.game, history.state_before(place), entry.events[:first])
            yield found, before, history.state_before(place + 1)


def sheet(scored: ev.RoundScored, state: State) -> dict[str, Any]:
    return {
        "schema": 1,
        "round": scored.round,
        "house_rules": {"difference_above_five": state.house.difference_above_five},
        "players": [counts(p, state.tiebreak_goods.get(p.id, 0)) for p in state.players],
    }


def counts(player: Player, goods: int) -> dict[str, Any]:
    hume = DAVID_HUME in player.persons
    return {
        "name": player.id,
        "points": player.total,
        "coins": player.coins,
        "goods": goods,
        "tiles": player.tiles,
        "scots_in_home_castle": player.scots,
        "whisky": player.barrels,
        "persons": len(player.persons) - hume + player.person_correction,
        "david_hume": hume,
        "landmarks": list(player.landmarks),
    }


@pytest.mark.rule("GM-SCR-01", "GM-SCR-02", "GM-SCR-03", "GM-SCR-04", "GM-SCR-05", "GM-END-07")
def test_a_scorer_of_its_own_agrees_with_every_scoring(game: Played) -> None:
    rounds = []
    for scored, before, then in scorings(game.history):
        own = score_sheet(sheet(scored, before))
        result = msgspec.convert(scored.result, Result)
        rounds.append(scored.round)
        assert [p["points"] for p in own["players"]] == [p.total for p in then.players]
        assert [p["rank"] for p in own["players"]] == [p.rank for p in result.players]
        assert own.get("winners", []) == list(result.winners)
        for theirs, ours in zip(own["players"], result.players, strict=True):
            assert theirs["gains"] == by_source(ours)
    assert rounds == ["A", "B", "C", "final"]


def test_a_reader_of_its_own_comes_to_the_same_points_from_what_happened(game: Played) -> None:
    check_points(game)
    check_that_it_reads(game, ())


def by_source(scored: Any) -> dict[str, int]:
    gains: Counter[str] = Counter()
    for gain in scored.gains:
        gains[gain.source] += gain.points
    return dict(gains)


# ---- nothing gets lost


@pytest.mark.rule("GM-CMP-13")
def test_every_tile_is_in_exactly_one_place(game: Played) -> None:
    state: State = game.history.state
    owned = [tile for player in state.players for tile in player.taken_tiles]
    lying = [space for space in state.track if space.has_tile]
    everything = [*owned, *lying, *state.discards, *state.removed_tiles]
    assert max(Counter(t.piece for t in everything if t.piece).values()) == 1
    found = Counter(t.deck for t in everything if t.deck)
    assert {d.letter: found[d.letter] + d.left for d in state.decks} == {d.letter: d.size for d in state.decks}


def test_coins_and_barrels_are_what_was_gained_less_what_was_paid(game: Played) -> None:
    state: State = game.history.state
    coins, barrels = Counter[str](), Counter[str]()
    for event in events(game.history):
        match event:
            case ev.PlayerSeated(player, coins=number) | ev.CoinsGained(player, number):
                coins[player] += number
            case ev.CoinsPaid(player, number) | ev.GoodBought(player, _, number):
                coins[player] -= number
            case ev.GoodSold(player, _, number):
                coins[player] += number
            case ev.BarrelsGained(player, number):
                barrels[player] += number
            case ev.BarrelsPaid(player, number):
                barrels[player] -= number
            case ev.CountSet(player, "coins", number):
                coins[player] = number
            case ev.CountSet(player, "barrels", number):
                barrels[player] = number
    assert {p.id: coins[p.id] for p in state.players} == {p.id: p.coins for p in state.players}
    assert {p.id: barrels[p.id] for p in state.players} == {p.id: p.barrels for p in state.players}


@pytest.mark.rule("GM-MKT-03", "GM-MKT-07")
def test_the_coins_in_the_market_are_those_that_people_put_there(game: Played) -> None:
    state: State = game.history.state
    start = 1 if len(state.players) < 4 else 0
    lying = dict.fromkeys(GOODS, start)
    for event in events(game.history):
        match event:
            case ev.GoodBought(_, good, coins):
                lying[good] += coins
            case ev.GoodSold(_, good, coins):
                lying[good] -= coins
    assert lying == {good: sum(range(1, filled + 1)) for good, filled in state.market.items()}


def test_points_by_source_add_up_to_the_points(game: Played) -> None:
    scored: Counter[tuple[str, str]] = Counter()
    for event in events(game.history):
        if isinstance(event, ev.PointsScored):
            scored[event.player, event.source] += event.points
    players: Sequence[Player] = game.history.state.players
    assert scored == {(p.id, source): n for p in players for source, n in p.points.items()}
    assert [p.total for p in players] == [p["points"] for p in game.end["players"].values()]


def events(history: History) -> Iterator[ev.Event]:
    return (event for entry in history.standing for event in entry.events)


# ---- taking back, taking away


def test_undo_to_the_start_and_redo_lead_to_the_same_state(game: Played) -> None:
    history = History(game.history.game, game.history.header, game.history.entries)
    end, start = history.hash(), History(history.game, history.header).hash()
    undone = until_nothing(history, history.propose_undo)
    assert history.hash() == start
    assert until_nothing(history, history.propose_redo) >= undone
    assert history.hash() == end


def until_nothing(history: History, propose: Any) -> int:
    count = 0
    while entries := propose():
        history.add(entries)
        count += 1
    return count


def test_its_journal_is_exported_and_decided_again_without_a_difference(
    game: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(game.data / "game.jsonl")
    assert main(["--data", str(game.data), "games", "export", str(game.id), "--out", file]) == 0
    assert main(["replay", file, "--check"]) == 0
    capsys.readouterr()
    assert main(["replay", file, "--json"]) == 0
    summary = msgspec.json.decode(capsys.readouterr().out)
    assert summary["state_hash"] == game.end["state_hash"]
    assert summary["winners"] == game.end["winners"]


# ---- what the recordings are made of


def test_people_make_mistakes_forget_correct_and_pull_the_plug(game: Played) -> None:
    inputs, entries = recording_of(game.name).inputs, game.history.entries
    # The demonstration leaves pulled plugs out, and the companion's rolls go on only until one: it has none.
    assert any(isinstance(each, Restart) for each in inputs) == (game.name != RECORDING.stem)
    assert any(isinstance(e.answer, EntryUndo) and not e.batch for e in entries)
    assert any(e.batch for e in entries)
    assert any(isinstance(e.answer, Answer) and e.answer.question == 0 for e in entries)
    assert any(isinstance(event, ev.LateEntryMade) for event in events(game.history))


def test_there_is_a_game_of_at_least_300_entries_played_with_command_cards() -> None:
    end = end_of_recording("four_players_cards")
    assert len(end["players"]) == 4
    assert end["entries"] >= 300


@pytest.mark.rule("GM-SET-08", "GM-SET-09")
def test_the_die_moves_in_games_of_two_and_where_it_was_wanted(game: Played) -> None:
    assert any(isinstance(event, ev.DieRolled) for event in events(game.history)) == (len(game.end["players"]) < 4)


def test_cards_take_the_fewest_presses_and_the_bare_catalogue_the_most() -> None:
    rates = presses_per_turn()
    ordered: Sequence[str] = sorted(rates, key=lambda mode: rates[mode]["presses"])
    assert (ordered[0], ordered[-1]) == ("command_cards", "bare_catalogue")
