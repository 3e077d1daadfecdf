"""What holds in every game, whatever people answer: a random player, whole games, every state looked at."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.game import CORRECTION
from companion.engine.history import History, first_difference
from companion.engine.journal import Entry
from companion.engine.offers import Answer
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history
from companion.games.random_play import is_answerable, play_step
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import DECKS, WORLDS_END
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.model import DIE, HouseRules, State, Tile
from companion.state.territory.track import last_figure, trim_track
from tests.sampled import marked_but
from tests.state.glen_more_2.table import facts_of

GAMES = 200
AT_ONCE = 10
"""Games of one test: small enough that two workers share them evenly."""
MIXED = {0, 30, 110, 180}
"""First seeds of games in which the die, what is told, taps and house rules differ."""
MAX_ANSWERS = 4000
HOUSE = HouseRules(refill_after_die=True, die_discards_beyond_worlds_end=True, short_game=True, mckenzie=False)


def plan_of(seed: int) -> tuple[RandomGamePlan, str]:
    """Every mix of players, die, box, house rules and ways to tap comes up."""
    box = "complete" if seed % 2 else "bare"
    plan = RandomGamePlan(
        players=2 + seed // 2 % 3,
        seed=seed,
        die=bool(seed // 6 % 2),
        told=bool(seed // 12 % 2),
        taps=0.1 if seed // 24 % 2 else 0.0,
        house=HOUSE if seed % 5 == 0 else HouseRules(),
    )
    return plan, box


def begun(plan: RandomGamePlan, box: str) -> tuple[History, RandomPlayer]:
    house = replace(plan.house, use_die=plan.die)
    return new_history(GlenMore2(), facts_of(box), house), RandomPlayer(plan)


def played(plan: RandomGamePlan, box: str, look: Callable[[History], None]) -> History:
    """A whole game; `look` sees it after every answer."""
    history, player = begun(plan, box)
    for _ in range(MAX_ANSWERS):
        if history.game.is_finished(history.state):  # type: ignore[attr-defined]
            return history
        play_step(history, player)
        look(history)
    raise AssertionError(f"{plan}: no end")


# ---- what is looked at after every answer


def every_tile_has_one_place(state: State) -> None:
    lying = [s.piece for s in state.track]
    taken = [t.piece for p in state.players for t in p.taken_tiles]
    away = [t.piece for t in (*state.discards, *state.removed_tiles)]
    several = {piece: n for piece, n in Counter([*lying, *taken, *away]).items() if piece and n > 1}
    assert not several
    held = Counter(card for p in state.players for card in p.landmarks)
    assert all(n == 1 for n in held.values()), held
    markers = Counter(crest for p in state.players for crest in p.crests)
    assert all(n == 1 or state.facts.crests[crest].repeatable for crest, n in markers.items())


def the_ring_is_one(state: State) -> None:
    figures = [f for space in state.track for f in space.figures]
    if state.phase != "setup":
        assert Counter(f for f in figures if f != DIE) == Counter(p.id for p in state.players)
        assert figures.count(DIE) == int(state.use_die)
    for space in state.track:
        on_end = space.piece == WORLDS_END
        assert on_end or len(space.figures) + space.has_tile <= 1
    assert len(state.track) < max(state.spaces, 1)
    if state.find_question("take") or state.find_question("roll"):
        assert state.turn.figure == last_figure(state.track)


def counts_are_possible(state: State) -> None:
    assert all(0 <= filled <= 3 for filled in state.market.values())
    for player in state.players:
        assert 0 <= player.scots <= 9
        assert player.markers >= 0
        assert player.tiles >= 2


def every_question_can_be_answered(history: History) -> None:
    asked = history.game.questions(history.state)
    finished = history.state.phase == "over"
    assert finished == (not asked)
    for question in asked:
        assert any(is_answerable(offer) for offer in question.offers), question.kind
    assert len({q.number for q in asked}) == len(asked)


def below_zero(state: State) -> dict[tuple[str, str], int]:
    counts = {
        (p.id, count): int(getattr(p, count)) for p in state.remaining_players for count in ("coins", "barrels")
    }
    return {whose: n for whose, n in counts.items() if n < 0}


def a_turn_begins_below_zero_only_by_what_people_overruled(history: History, at: int = -1) -> None:
    """The very entry that took a count below zero was asked about: roads dearer than the coins.

    A correction of the ring may begin a turn without the end of the one before, where that would be asked.
    """
    at = at if at >= 0 else len(history.standing) - 1
    answer = history.standing[at].answer if at >= 0 else None
    if isinstance(answer, Answer) and answer.question == CORRECTION:
        return
    begun = _at_begin_of_turn(history, at) if at >= 0 else None
    for whose, n in below_zero(begun).items() if begun else ():
        assert any(isinstance(e, ev.Overruled) for e in _taken_by(history, at, whose, n).events), whose


def _at_begin_of_turn(history: History, at: int) -> State | None:
    """As the turn began in that entry; None where none did."""
    if not any(isinstance(event, ev.TurnBegan) for event in history.standing[at].events):
        return None
    state = begun = history.state_before(at)
    for event in history.standing[at].events:
        state = state.rules.apply(state, event)
        begun = state if isinstance(event, ev.TurnBegan) else begun
    return begun


def _taken_by(history: History, last: int, whose: tuple[str, str], n: int) -> Entry:
    """The entry that took a count so low."""
    lower = (at for at in range(last, -1, -1) if below_zero(history.state_before(at)).get(whose, 0) != n)
    return history.standing[next(lower)]


def look(history: History) -> None:
    state = history.state
    every_tile_has_one_place(state)
    the_ring_is_one(state)
    counts_are_possible(state)
    a_turn_begins_below_zero_only_by_what_people_overruled(history)
    every_question_can_be_answered(history)


# ---- what is looked at when the game is over


def entries_of(history: History) -> list[tuple[State, Entry]]:
    return [(history.state_before(i), entry) for i, entry in enumerate(history.standing)]


def tiles_of_a_deck(state: State, letter: str) -> int:
    """In the deck, on the rondel, with players, on the pile, out of the game."""
    away = [*state.discards, *state.removed_tiles, *(t for p in state.players for t in p.taken_tiles)]
    lying = sum(space.deck == letter and space.has_tile for space in state.track)
    return state.deck_of(letter).left + lying + sum(t.deck == letter for t in away)


def miscounted(state: State, event: ev.Event) -> dict[str, int]:
    """What an event says about decks that were counted wrongly, by letter."""
    match event:
        case ev.DeckEmptied(letter):
            return {letter: -state.deck_of(letter).left}
        case ev.DeckCounted(letter, left):
            return {letter: left - state.deck_of(letter).left}
        case ev.TileLaid(_, deck) if not state.deck_of(deck).left:
            return {deck: 1}
        case ev.SpaceSet(at, piece, deck) if piece == WORLDS_END and not _lies(state, at):
            return {deck: 1}  # it went unseen among the tiles that were passed
        case ev.TileGiven(_, piece, deck) if deck and not {Tile(piece, deck), Tile("", deck)} & {*state.discards}:
            return {deck: 1}
    return {}


def _lies(state: State, at: int) -> bool:
    return at < len(state.track) and state.track[at].has_tile


def tiles_are_conserved(history: History) -> None:
    """Nothing appears or vanishes but by what people say about a count."""
    off: dict[str, int] = defaultdict(int)
    for state, entry in entries_of(history):
        for event in entry.events:
            for letter, by in miscounted(state, event).items():
                off[letter] += by
            state = state.rules.apply(state, event)
    final = history.state
    for deck in final.decks:
        assert tiles_of_a_deck(final, deck.letter) == deck.size + off[deck.letter], deck
    assert [d.letter for d in final.decks] == list(DECKS)


def totals_are_the_sum_of_their_entries(history: History) -> None:
    """Points, coins, barrels and Scots added up again from the events alone."""
    points: dict[str, Counter[str]] = defaultdict(Counter)
    coins: Counter[str] = Counter()
    barrels: Counter[str] = Counter()
    scots: Counter[str] = Counter()
    counts = {"coins": coins, "barrels": barrels, "scots": scots}
    for entry in history.standing:
        for event in entry.events:
            match event:
                case ev.PointsScored(who, n, source):
                    points[who][source] += n
                case ev.CountSet(who, "points", n):
                    points[who]["correction"] += n - sum(points[who].values())
                case ev.PlayerSeated(who, coins=n) | ev.CoinsGained(who, n) | ev.GoodSold(who, _, n):
                    coins[who] += n
                case ev.CoinsPaid(who, n) | ev.GoodBought(who, _, n):
                    coins[who] -= n
                case ev.BarrelsGained(who, n):
                    barrels[who] += n
                case ev.BarrelsPaid(who, n):
                    barrels[who] -= n
                case ev.HomeScotsChanged(who, n):
                    scots[who] += n
                case ev.CountEntered(who, count, n) | ev.CountSet(who, count, n) if count in counts:
                    counts[count][who] = n
    for player in history.state.players:
        assert player.points == dict(points[player.id])
        assert (player.coins, player.barrels, player.scots) == (
            coins[player.id],
            barrels[player.id],
            scots[player.id],
        )


def undone_and_redone(history: History) -> None:
    """Undo to the start and redo to the end gives the same state."""
    again = History(history.game, history.header, history.entries)
    want, start = again.hash(), again.game.start(history.header.setup)
    number = len(again.entries)
    again.add(again.propose_back_to(0))
    assert again.state == start
    again.add(again.propose_redo())
    assert again.hash() == want
    for _ in range(3):
        again.add(again.propose_undo())
    for _ in range(3):
        again.add(again.propose_redo())
    assert (again.hash(), len(again.entries)) == (want, number + 8)


def saved_and_loaded(history: History) -> None:
    """Kept as JSON and read again at any moment, the game is the same."""
    loaded = History(history.game, history.header)
    for entry in history.entries:
        events = history.game.decode_events(history.game.encode_events(entry.events))
        loaded.add([Entry(entry.number, entry.answer, events, entry.hash, batch=entry.batch)])
    assert loaded.hash() == history.hash()
    assert loaded.state == history.state


def whole(seed: int) -> None:
    plan, box = plan_of(seed)
    history = played(plan, box, look)
    tiles_are_conserved(history)
    totals_are_the_sum_of_their_entries(history)
    undone_and_redone(history)
    saved_and_loaded(history)
    assert first_difference(history) is None
    assert history.state.winners


@pytest.mark.parametrize("first", marked_but(range(0, GAMES, AT_ONCE), MIXED))
def test_whole_games_keep_the_table_in_order(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        whole(seed)


@pytest.mark.parametrize("first", marked_but(range(0, 40, AT_ONCE), {0}))
def test_games_with_corrections_stay_playable(first: int) -> None:
    """Whatever is put right, every state can be gone on from, and decided again it is the same."""
    for seed in range(first, first + AT_ONCE):
        plan = RandomGamePlan(2 + seed % 3, seed, die=bool(seed % 2), taps=0.1, corrections=0.15)
        history, player = begun(plan, "bare" if seed % 4 < 2 else "complete")
        for _ in range(400):
            if history.game.is_finished(history.state):  # type: ignore[attr-defined]
                break
            play_step(history, player)
            every_tile_has_one_place(history.state)
            a_turn_begins_below_zero_only_by_what_people_overruled(history)
            assert history.state.phase == "over" or any(map(is_answerable, _asked(history)[0].offers))
            assert trim_track(history.state.track) == history.state.track
        assert first_difference(history) is None
        undone_and_redone(history)


def test_the_same_seed_is_the_same_game() -> None:
    plan, box = plan_of(7)
    one, other = (played(plan, box, lambda _: None) for _ in range(2))
    assert one.hash() == other.hash()
    assert [e.answer for e in one.entries] == [e.answer for e in other.entries]


def test_an_answer_given_twice_is_refused_the_second_time() -> None:
    plan, box = plan_of(9)
    history, player = begun(plan, box)
    for _ in range(60):
        play_step(history, player)
        last = history.entries[-1].answer
        if isinstance(last, Answer) and not any(q.number == last.question for q in _asked(history)):
            assert not isinstance(history.propose(last), tuple)


def _asked(history: History) -> tuple[Any, ...]:
    return history.game.questions(history.state)
