"""Putting right what is wrong: one correction mends it, and the state stays sound."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.engine.game import CORRECTION
from companion.engine.offers import Answer, Pick, Refusal
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history
from companion.games.random_play import play_step
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import GOODS, WORLDS_END
from companion.state.glen_more_2.game import GlenMore2
from companion.state.glen_more_2.model import MAX_SCOTS, HouseRules, State, Tile
from tests.sampled import half
from tests.state.glen_more_2.table import Table, facts_of


def table(ring: str = "red A-6 S-2 blue S-1 yellow S-3 A?", **fields: object) -> Table:
    made = Table(3)
    made.arrange(ring, **fields)  # type: ignore[arg-type]
    return made


def space(place: int) -> str:
    """The `place`-th space from the back, as people count."""
    return f"space:{place - 1}"


# ---- counts


@pytest.mark.parametrize(
    ("count", "value"), [("points", 17), ("coins", 0), ("barrels", 3), ("scots", 9), ("tiles", 7), ("persons", 4)]
)
def test_any_count_is_set_to_what_the_table_says(count: str, value: int) -> None:
    game = table()
    game.corrects("count", "blue", count, value)
    seen = next(p for p in game.view.players if p.id == "blue")
    assert getattr(seen, {"scots": "scots_home"}.get(count, count)) == value
    assert game.told()[-1].startswith("corrected: Blue's ")
    game.undo()
    assert game.player("blue") == Table(3).player("blue")


@pytest.mark.rule("GM-CMP-03", "GM-CMP-12")
@pytest.mark.parametrize(
    ("count", "value"), [("scots", 10), ("scots", -1), ("tiles", 1), ("coins", -1), ("coins", "5")]
)
def test_what_cannot_be_is_not_taken(count: str, value: int) -> None:
    refusal = table().history.propose(Answer(CORRECTION, "count", ("blue", count, value), anyway=True))
    assert isinstance(refusal, Refusal)
    assert not refusal.is_soft


def test_points_are_put_right_under_a_source_of_their_own() -> None:
    game = table()
    game.has("red", points={"exchange": 8})
    game.corrects("count", "red", "points", 5)
    assert game.player("red").points == {"exchange": 8, "correction": -3}
    game.corrects("count", "red", "points", 6)
    assert game.player("red").points == {"exchange": 8, "correction": -2}


@pytest.mark.rule("GM-PER-07")
def test_persons_are_counted_as_a_scoring_does() -> None:
    game = table()
    game.has("red", persons=("robert_the_bruce", "david_hume"))
    game.corrects("count", "red", "persons", 4)
    assert next(p.persons for p in game.view.players if p.id == "red") == 4
    assert game.player("red").person_correction == 1


@pytest.mark.parametrize("filled", [0, 1, 2, 3])
def test_a_market_row_is_set_from_the_left(filled: int) -> None:
    game = table()
    game.corrects("row", "sheep", filled)
    assert game.state.market["sheep"] == filled
    assert f"the sheep row holds coins on {filled} space" in game.told()[-1]


def test_the_count_of_the_deck_is_set_and_of_a_later_one_too() -> None:
    game = table(deck="A")
    game.corrects("deck", "A", 9)
    game.corrects("deck", "C", 15)
    assert (game.left("A"), game.left("C"), game.state.deck) == (9, 15, "A")


def test_the_number_of_spaces_is_put_right_and_remembered() -> None:
    game = table()
    game.corrects("rondel", 15)
    assert game.state.spaces == 15
    assert [(e.fact.field, e.fact.value) for e in game.happened(ev.FactLearned)] == [("rondel_spaces", 15)]


# ---- the ring


def test_a_figure_stands_elsewhere_and_the_last_one_is_on_turn() -> None:
    game = table()
    game.corrects("figure", "red", space(7))
    assert (game.on_turn, game.kinds()) == ("blue", ["take"])
    assert game.reads() == "S-3 A-6 S-2 blue S-1 yellow red A?"


def test_the_tile_believed_under_a_figure_lies_where_the_figure_was() -> None:
    game = table()
    game.corrects("figure", "yellow", space(5))
    assert game.reads() == "red A-6 S-2 blue yellow S-1 S-3 A?"


@pytest.mark.rule("GM-END-04")
def test_only_worlds_end_has_room_for_two_figures() -> None:
    game = table("red S-1 blue END+yellow D-6", deck="D")
    assert game.refused("correct", "figure", "red", space(3), anyway=True).reason.rule == "GM-RND-02"
    game.corrects("figure", "red", space(4))
    assert "END+yellow+red" in game.reads()


def test_a_space_is_empty_or_holds_a_tile_of_another_deck() -> None:
    game = table()
    game.corrects("space", space(2), "empty")
    assert game.reads() == "red . S-2 blue S-1 yellow S-3 A?"
    game.corrects("space", space(3), "B")
    assert game.reads() == "red . B? blue S-1 yellow S-3 A?"


def test_no_tile_is_put_under_a_pawn() -> None:
    assert table().refused("correct", "space", space(4), "A").reason.rule == "GM-RND-02"


def test_a_known_tile_that_lies_elsewhere_on_the_rondel() -> None:
    """What was believed there lies, nameless, where the tile was thought to be."""
    game = table()
    game.corrects("found", "A-6", space(5))
    assert game.reads() == "red S? S-2 blue A-6 yellow S-3 A?"


def test_a_tile_that_nobody_had_told_about_gets_its_name() -> None:
    game = table()
    game.corrects("found", "A-7", space(8))
    assert game.reads() == "red A-6 S-2 blue S-1 yellow S-3 A-7"


def test_worlds_end_can_be_found_moved_and_lost_again() -> None:
    game = table("red D-6 D? blue D? yellow D?", deck="D", left={"D": 0})
    assert not game.state.is_worlds_end_known
    game.corrects("found", WORLDS_END, space(7))
    assert game.state.is_worlds_end_known
    game.corrects("found", WORLDS_END, space(5))
    assert game.reads() == "red D-6 D? blue END yellow D?"
    game.corrects("space", space(5), "D")
    assert not game.state.is_worlds_end_known


# ---- where a tile is


def test_another_player_took_it_and_what_it_counts_for_goes_along() -> None:
    game = table("red castle_stalker blue S-1 yellow S-3 A?")
    game.takes("red", "castle_stalker")
    game.declines()
    game.done()
    game.corrects("piece", "castle_stalker", "blue")
    red, blue = game.player("red"), game.player("blue")
    assert (red.tiles, red.landmarks, red.taken_tiles) == (2, (), ())
    assert (blue.tiles, blue.landmarks, blue.taken_tiles) == (
        3,
        ("castle_stalker",),
        (Tile("castle_stalker", "A"),),
    )
    assert {"coins", "barrels"} <= {*red.uncertain_counts} & {*blue.uncertain_counts}


def test_a_person_goes_along_with_its_count() -> None:
    game = table("red robert_the_bruce blue S-1 yellow S-3 A?")
    game.takes("red", "robert_the_bruce")
    game.corrects("piece", "robert_the_bruce", "yellow")
    assert game.player("red").persons == ()
    assert game.player("yellow").persons == ("robert_the_bruce",)
    assert game.player("yellow").tiles == 2


def test_a_rebuild_tile_goes_along_with_its_count() -> None:
    game = table("red B-7 blue S-1 yellow S-3 A?")
    game.takes("red", "B-7")
    game.corrects("piece", "B-7", "blue")
    assert (game.player("red").rebuilds, game.player("red").tiles) == (0, 2)
    assert (game.player("blue").rebuilds, game.player("blue").tiles) == (1, 2)


@pytest.mark.parametrize("place", ["discards", "removed", "deck"])
def test_a_tile_believed_taken_is_on_the_pile_out_of_the_game_or_in_its_deck(place: str) -> None:
    game = table("red castle_stalker blue S-1 yellow S-3 A?")
    game.takes("red", "castle_stalker")
    game.declines()
    game.corrects("piece", "castle_stalker", place)
    red = game.player("red")
    assert (red.tiles, red.taken_tiles) == (2, ())
    assert red.landmarks == (("castle_stalker",) if place == "removed" else ()), "GM-EDG-05"
    where = {"discards": game.state.discards, "removed": game.state.removed_tiles, "deck": ()}[place]
    assert (Tile("castle_stalker", "A") in where) is (place != "deck")


def test_a_tap_of_a_tile_believed_elsewhere_offers_where_it_is() -> None:
    game = table("red S-2 castle_stalker blue S-1 yellow S-3 A?")
    game.takes("red", "castle_stalker")
    game.declines()
    game.done()
    game.taps("castle_stalker", "Yellow took it")
    assert game.player("yellow").landmarks == ("castle_stalker",)
    game.taps("castle_stalker", "tile 1 ahead")
    assert "castle_stalker" in game.reads()
    assert game.player("yellow").landmarks == ()


def test_a_tile_believed_in_a_territory_that_lies_on_the_rondel() -> None:
    """Its owner took another: the number of tiles stays, the card and the certainty go."""
    game = table("red S-2 castle_stalker blue S-1 yellow S-3 A?")
    game.takes("red", "castle_stalker")
    game.declines()
    game.corrects("found", "castle_stalker", space(len(game.state.track)))
    red = game.player("red")
    assert (red.tiles, red.landmarks, red.taken_tiles) == (3, (), ())
    assert "tiles" in red.uncertain_counts


# ---- cards and markers


def test_a_landmark_card_changes_hands() -> None:
    game = table()
    game.has("red", landmarks=("inverness",))
    game.corrects("card", "inverness", "blue")
    assert (game.player("red").landmarks, game.player("blue").landmarks) == ((), ("inverness",))
    game.corrects("card", "inverness", "nobody")
    assert game.player("blue").landmarks == ()


def test_a_marker_changes_hands_and_may_be_nobodys() -> None:
    game = table()
    game.has("red", crests=("ross",))
    game.corrects("marker", "ross", "blue")
    assert (game.player("red").crests, game.player("blue").crests) == ((), ("ross",))
    game.corrects("marker", "ross", "nobody")
    assert game.player("blue").crests == ()


@pytest.mark.rule("GM-CRS-04")
def test_on_douglas_the_markers_of_each_player_are_counted() -> None:
    game = table()
    game.has("red", crests=("douglas", "ross", "douglas"))
    game.has("blue", crests=("douglas",))
    game.corrects("marker", "douglas", "red", 1)
    assert Counter(game.player("red").crests) == {"ross": 1, "douglas": 1}
    assert game.player("blue").crests == ("douglas",)
    assert "1 marker of Red" in game.told()[-1]


@pytest.mark.rule("GM-CMP-04")
def test_nobody_has_an_eleventh_marker() -> None:
    game = table()
    game.has("red", crests=("douglas",) * 10)
    assert game.refused("correct", "marker", "ross", "red").reason.rule == "GM-CLN-01"
    assert game.refused("correct", "marker", "douglas", "red", 11).reason.rule == ""


# ---- whenever it is found out


def test_names_and_notes_are_always_possible() -> None:
    game = Table(0)
    assert [o.name for o in game.question("correct").offers] == ["note"]
    game.sits("red", "blue")
    game.corrects("name", "red", "new", "Ann")
    game.corrects("note", "Blue had to go early")
    assert game.told()[-2:] == ["corrected: Red is called Ann", "corrected: note: Blue had to go early"]
    assert game.view.players[0].name == "Ann"


def test_after_the_end_only_what_is_scored_names_and_notes() -> None:
    game = Table(2)
    game.arrange("red END+yellow", deck="D", left={"D": 0}, use_die=False)
    game.answers("take", "worlds_end")
    game.done()
    game.declines()
    if game.kinds() == ["goods"]:
        game.answers("goods", "counted", 0, 1)
    assert game.state.phase == "over"
    assert [o.name for o in game.question("correct").offers] == ["count", "card", "note", "name", "colour"]


def test_the_die_aims_anew_when_the_ring_was_put_right() -> None:
    game = Table(3, die=True)
    game.arrange("die D? red S-2 S-3 blue S-4 yellow A?", deck="D")
    game.answers("roll", "face_2")
    assert "Two Pines" in game.words("hit")
    game.corrects("space", space(2), "empty")
    assert game.kinds() == ["take"], "what nobody had told is gone: nothing is asked"
    assert [tile.piece for tile in game.state.discards] == ["S-3"], "the face stays as it fell"
    assert game.on_turn == "red"
    game.fits()


def test_a_count_put_right_in_the_middle_of_a_turn_keeps_the_turn() -> None:
    game = table()
    game.takes("red", "S-3")
    number = game.state.turn.number
    game.corrects("figure", "red", space(len(game.state.track)))
    game.corrects("count", "red", "coins", 9)
    assert (game.state.turn.number, game.kinds()) == (number, ["end"])


# ---- at random


def sound(state: State) -> None:
    """Every tile in one place, one figure a space but on World's End, rows and counts within their bounds."""
    placed = Counter(s.piece for s in state.track if s.piece)
    placed.update(t.piece for t in (*state.discards, *state.removed_tiles) if t.piece)
    placed.update(t.piece for p in state.players for t in p.taken_tiles if t.piece)
    assert not [piece for piece, times in placed.items() if times > 1]
    figures = Counter(f for s in state.track for f in s.figures)
    assert all(times == 1 for times in figures.values())
    assert all(len(s.figures) <= 1 or s.piece == WORLDS_END for s in state.track)
    assert not any(s.figures and s.has_tile and s.piece != WORLDS_END for s in state.track)
    assert {p.id for p in state.remaining_players} <= set(figures) or not state.track
    assert all(0 <= state.market[good] <= 3 for good in (GOODS if state.market else ()))
    cards = Counter(card for p in state.players for card in p.landmarks)
    crests = Counter(c for p in state.players for c in p.crests if not state.facts.crests[c].repeatable)
    assert all(times == 1 for times in (*cards.values(), *crests.values()))
    for player in state.players:
        assert 0 <= player.scots <= MAX_SCOTS
        assert player.tiles >= 2
        assert 0 <= player.markers <= 10
        assert sum(player.points.values()) == player.total


@pytest.mark.parametrize("seed", half(range(6)))
def test_whole_games_with_corrections_at_random_stay_sound(seed: int) -> None:
    plan = RandomGamePlan(2 + seed % 3, seed, die=bool(seed % 2), told=seed > 2, taps=0.05, corrections=0.08)
    facts, game = facts_of("complete" if seed % 2 else "bare"), GlenMore2()
    history, player = new_history(game, facts, HouseRules(use_die=plan.die)), RandomPlayer(plan)
    for _ in range(600):
        if game.is_finished(history.state):
            break
        play_step(history, player)
        sound(history.state)
    corrected = [e for e in history.standing if isinstance(e.answer, Answer) and e.answer.question == CORRECTION]
    assert len(corrected) > 5
    assert all(str(line) for _, line in history.lines())


@pytest.mark.rule("GM-TIL-03")
@pytest.mark.parametrize("place", ["discards", "deck", "blue"])
def test_what_a_tile_is_is_not_asked_of_who_does_not_have_it(place: str) -> None:
    game = Table(3, box="bare")
    game.arrange("red yellow blue A-1 A-2 S-2")
    game.takes("red", "A-1")
    assert game.kinds() == ["sort", "end"]
    game.corrects("piece", "A-1", place)
    assert game.kinds() == ["end"]
    assert game.player("red").tiles == 2
    game.fits()


@pytest.mark.rule("GM-TIL-03")
def test_who_took_another_tile_than_believed_is_not_asked_about_that_one() -> None:
    game = Table(3, box="bare")
    game.arrange("red yellow blue A-1 A-2 S-2")
    game.takes("red", "A-1")
    game.corrects("found", "A-1", space(5))
    assert game.kinds() == ["end"]
    assert game.player("red").tiles == 3, "another one lies in the territory"
    game.fits()


@pytest.mark.rule("GM-RBD-01")
def test_whether_it_is_a_rebuild_tile_is_not_asked_of_who_does_not_have_it() -> None:
    game = Table(3, box="bare")
    game.arrange("red S-2 S-3 yellow blue donan_castle S-4")
    game.takes("red", "donan_castle")
    assert "rebuild" in game.kinds()
    game.corrects("piece", "donan_castle", "blue")
    assert "rebuild" not in game.kinds()
    assert (game.player("red").tiles, game.player("blue").tiles) == (2, 3)
    game.fits()


def test_a_tile_of_an_unknown_deck_that_is_found_is_of_the_deck_that_lay_there_or_is_laid_now() -> None:
    game = Table(3, box="bare")
    game.arrange("red B? blue . yellow S-3", deck="C")
    assert game.state.facts.pieces["halkirk"].deck is None
    game.corrects("found", "halkirk", space(2))
    assert game.state.track[1].deck == "B", "it is the tile that lay there"
    game.corrects("found", "inshriach", space(4))
    assert game.state.track[3].deck == "C", "nothing was believed there"


def test_a_tile_found_elsewhere_leaves_the_backmost_space_too() -> None:
    game = table("D-6 red A? blue S-1 yellow S-3", deck="D")
    game.corrects("found", "D-6", space(3))
    assert [s.piece for s in game.state.track].count("D-6") == 1
    assert game.reads().split()[:3] == ["A?", "red", "D-6"]


def test_a_deck_that_was_miscounted_can_be_empty_or_larger_than_printed() -> None:
    game = table()
    size = game.state.deck_of("B").size
    game.corrects("deck", "B", 0)
    assert game.left("B") == 0
    game.corrects("deck", "B", size + 5)
    assert game.left("B") == size + 5
    game.refused("correct", "deck", "B", size + 6)


def test_every_space_from_the_backmost_on_can_be_told_but_the_one_that_stays_empty() -> None:
    game = table()
    for what, part in (("space", 0), ("figure", 0)):
        pick = game.offer("correct", what).parts[part]
        assert isinstance(pick, Pick)
        spaces = pick.choices if what == "space" else pick.choices[0].then[0].choices  # type: ignore[union-attr]
        assert [choice.value for choice in spaces] == [space(n) for n in range(1, game.state.spaces)]
