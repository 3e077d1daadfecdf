"""Whole games with the Turbulent Chapters, answered at random: a card is turned once, sides and points agree."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.chronicles.turbulent.model import (
    CHAPTERS,
    OWN_STATE,
    OWN_TABLE_CARDS,
    SLUG,
    FigureSwapped,
    RowEmptied,
    SideSet,
    SideTurned,
    card_owner,
    cards_left_to_turn,
    tables_in_force,
    turned_sides,
)
from companion.engine.history import History, first_difference
from companion.engine.journal import SCHEMA, Entry, Header
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, play_random_game
from companion.games.glen_more_2.installed_chronicles import game_rules, installed_library
from companion.games.random_play import NoLegalMove, play_step
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import HouseRules, State
from companion.state.territory.track import last_figure
from tests.sampled import half
from tests.state.glen_more_2.table import Table, facts_of

MAX_ANSWERS = 3000


def played(seed: int, *others: str, corrections: float = 0.0) -> History:
    """A whole game; every mix of players, die, box, taps and switches comes up."""
    chronicles = tuple(sorted((SLUG, *others), key=lambda slug: installed_library().expansions[slug].number))
    fewest = max(installed_library().expansions[slug].min_players for slug in chronicles)
    plan = RandomGamePlan(
        max(fewest, 2 + seed % 3),
        seed,
        die=bool(seed // 3 % 2),
        told=bool(seed // 6 % 2),
        taps=0.1 if seed % 4 == 1 else 0.0,
        corrections=corrections,
    )
    game = game_rules()
    switches = {f"{SLUG}.wallace_only_turns": seed % 2, f"{SLUG}.removes_one": seed // 2 % 2}
    facts = facts_of("complete" if seed % 2 else "bare")
    setup = game.setup(facts, HouseRules(use_die=plan.die), chronicles=chronicles, switches=switches)
    history = History(game, Header(SCHEMA, game.slug, game.rules_version, setup))
    player = RandomPlayer(plan)
    for _ in range(MAX_ANSWERS):
        if game.is_finished(history.state) or (corrections and len(history.entries) > 250):
            return history
        try:
            play_step(history, player)
        except NoLegalMove:  # every tile ahead was put elsewhere: the table must put it right again
            assert corrections
            return history
        look(history.state)
    raise AssertionError(f"{plan}: no end")


def look(state: State) -> None:
    """Only cards that somebody has lie event side up; only the two with a table have one."""
    if not OWN_STATE.is_in_play(state):
        return
    assert all(turned_sides(state).values())
    assert all(card_owner(state, card) for card in turned_sides(state))
    assert set(tables_in_force(state)) <= set(turned_sides(state)) & set(OWN_TABLE_CARDS.values())
    assert set(turned_sides(state)) <= set(CHAPTERS)


def states(history: History) -> list[tuple[State, ev.Event, State]]:
    found = []
    for number, entry in enumerate(history.standing):
        state = history.state_before(number)
        for event in entry.events:
            after = state.rules.apply(state, event)
            found.append((state, event, after))
            state = after
    return found


def turned_once(history: History) -> None:
    """By its owner, and never again (C6-14); of cards that people place nothing is known."""
    times, placed = Counter[str](), set[str]()
    for before, event, _ in states(history):
        if isinstance(event, ev.CardPlaced):
            placed.add(event.card)
        elif isinstance(event, SideTurned):
            times[event.card] += 1
            assert event.card in before.player(event.player).landmarks
            assert event.card not in turned_sides(before)
    assert all(n == 1 for card, n in times.items() if card not in placed)
    assert set(times) - placed == set(turned_sides(history.state)) - placed


def points_of_sides(history: History) -> None:
    """In each scoring as many points as there are own cards on their event side (C6-16)."""
    for before, event, _ in states(history):
        if not isinstance(event, ev.RoundScored):
            continue
        for scored in event.result["players"]:
            words = [g["because"] for g in scored["gains"] if g["source"] == "landmarks"]
            own = sum(card in turned_sides(before) for card in before.player(scored["name"]).landmarks)
            sides = [w for w in words if "event side" in str(w)]
            assert len(sides) == bool(own)
            points = [g["points"] for g in scored["gains"] if "event side" in str(g["because"])]
            assert sum(points) == own


def taken_back_and_saved(history: History) -> None:
    again, want = History(history.game, history.header, history.entries), history.hash()
    again.add(again.propose_back_to(0))
    assert again.state == history.game.start(history.header.setup)
    again.add(again.propose_redo())
    assert again.hash() == want
    loaded = History(history.game, history.header)
    for entry in history.entries:
        events = history.game.decode_events(history.game.encode_events(entry.events))
        loaded.add([Entry(entry.number, entry.answer, events, entry.hash, batch=entry.batch)])
    assert (loaded.hash(), loaded.state) == (want, history.state)


@pytest.mark.rule("C6-14", "C6-16")
@pytest.mark.parametrize("first", half([0, 6]))
def test_whole_games_with_turned_cards(first: int) -> None:
    for seed in range(first, first + 6):
        history = played(seed)
        turned_once(history)
        points_of_sides(history)
        taken_back_and_saved(history)
        assert first_difference(history) is None
        assert history.state.winners


@pytest.mark.rule("C6-36")
@pytest.mark.parametrize("seed", half(range(4)))
def test_whole_games_with_the_englishman(seed: int) -> None:
    history = played(seed, "hammer")
    turned_once(history)
    assert first_difference(history) is None


@pytest.mark.parametrize("seed", half(range(4)))
def test_games_with_corrections_stay_playable(seed: int) -> None:
    history = played(seed, corrections=0.15)
    assert first_difference(history) is None


def others() -> list[str]:
    return [
        slug
        for slug in installed_library().expansions
        if slug != SLUG and installed_library().expansions[slug].number <= 8
    ]


@pytest.mark.parametrize("other", others())
def test_it_is_played_with_every_other_chronicle(other: str) -> None:
    chronicles = tuple(sorted((SLUG, other), key=lambda slug: installed_library().expansions[slug].number))
    history = play_random_game(RandomGamePlan(3, 5, chronicles=chronicles), facts_of("complete"))
    assert first_difference(history) is None


def triggered(table: Table, player: RandomPlayer) -> bool:
    """Now and then whoever is on turn triggers an event."""
    who = table.state.turn.player
    if not who or not table.state.find_question("ledger") or player.random.random() > 0.3:
        return False
    cards = cards_left_to_turn(table.state, who)
    if cards:
        table.enters(who, f"{SLUG}.event", player.random.choice(cards))
    return bool(cards)


def dealt(seed: int) -> Table:
    """All nineteen cards are dealt out."""
    table = Table(3 + seed % 2, die=bool(seed % 2), box="bare", chronicles=("hammer", SLUG))
    colours = [p.id for p in table.state.players]
    for number, card in enumerate(CHAPTERS):
        table.corrects("card", card, colours[(number + seed) % len(colours)])
    return table


def test_the_random_player_does_everything() -> None:
    """By himself, where everybody has cards to turn; in every other game with corrections."""
    seen: Counter[type[ev.Event]] = Counter()
    kinds = set()
    everything = {f"{SLUG}.{kind}" for kind in ("which", "pay", "table")}
    for seed in range(40):
        if everything <= kinds and min(seen[SideTurned], seen[SideSet]) >= 3:
            break
        table = dealt(seed)
        corrections = 0.3 if seed % 2 else 0.0
        player = RandomPlayer(RandomGamePlan(len(table.state.players), seed, corrections=corrections))
        for _ in range(160):
            if table.history.game.is_finished(table.state):
                break
            try:
                play_step(table.history, player)
            except NoLegalMove:  # every tile ahead was put elsewhere
                assert corrections
                break
        events = [event for _, event, _ in states(table.history)]
        seen.update(map(type, events))
        kinds |= {event.kind for event in events if isinstance(event, ev.QuestionAsked)}
    assert min(seen[SideTurned], seen[SideSet]) >= 3
    assert everything <= kinds


@pytest.mark.rule("C6-34", "C6-36")
def test_games_in_which_everybody_has_cards_from_the_start() -> None:
    """All nineteen cards are dealt out, so that every event comes up; the Englishman is swapped and plays on."""
    seen: Counter[type[ev.Event]] = Counter()
    for seed in range(5):
        table = dealt(seed)
        player = RandomPlayer(RandomGamePlan(len(table.state.players), seed, chronicles=("hammer", SLUG)))
        for _ in range(MAX_ANSWERS):
            if table.history.game.is_finished(table.state):
                break
            if not triggered(table, player):
                play_step(table.history, player)
            look(table.state)
            assert len(table.state.track) <= table.state.spaces
            if table.state.find_question("take"):
                assert table.state.turn.figure == last_figure(table.state.track)
        assert table.state.winners
        turned_once(table.history)
        table.fits()
        seen.update(type(event) for _, event, _ in states(table.history))
    assert seen[SideTurned] > 50
    assert seen[FigureSwapped]
    assert seen[RowEmptied]
