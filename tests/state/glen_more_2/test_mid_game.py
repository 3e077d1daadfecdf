"""The companion is set up in the middle of a game: everything told in one go, and marked."""

from __future__ import annotations

import pytest

from companion.engine.offers import Amount
from companion.state.glen_more_2 import events as ev
from tests.state.glen_more_2.table import Table


def seated(*colours: str, die: bool = False) -> Table:
    game = Table(0, die=die)
    game.sits(*(colours or ("red", "yellow", "blue")))
    game.answers("start", "playing")
    return game


def told(game: Table, *numbers: int) -> None:
    """Tiles from the back to the front, then what is empty between figures."""
    for number in numbers:
        game.answers("mid_rondel", "spaces", number)


def counted(game: Table, who: str, *counts: int) -> None:
    game.answers("mid_counts", "counts", *counts, player=who)


def test_a_running_game_is_taken_up_as_it_lies() -> None:
    game = seated()
    game.answers("mid_decks", "decks", "B", 7, "yes")
    told(game, 2, 3, 4, 1)
    game.answers("mid_older", "older", 3)
    game.answers("mid_market", "market", 1, 2, 3, 0, 1)
    game.answers("mid_cards", "card", "castle_stalker", "blue")
    game.answers("mid_cards", "done")
    counted(game, "red", 12, 4, 2, 1, 6, 0)
    counted(game, "yellow", 9, 0, 3, 2, 5, 1)
    counted(game, "blue", 15, 6, 0, 0, 7, 2)

    assert game.reads() == "red A? A? . yellow A? B? B? blue B? B? B? B?"
    assert (game.state.deck, game.left("A"), game.left("B"), game.left("C")) == ("B", 0, 7, Table(3).left("C"))
    assert (game.state.done_scorings, game.state.due_scorings, game.on_turn) == (("A",), (), "red")
    assert list(game.state.market.values()) == [1, 2, 3, 0, 1]
    blue = game.player("blue")
    assert (blue.total, blue.coins, blue.barrels, blue.scots, blue.tiles, blue.landmarks) == (
        15,
        6,
        0,
        0,
        7,
        ("castle_stalker",),
    )
    assert blue.uncertain_counts == (), "people have just said it"
    assert any("set up in mid-game" in line for line in game.told())
    game.takes("red", ahead=1)
    game.fits()


def test_each_answer_is_taken_back_alone() -> None:
    game = seated()
    game.answers("mid_decks", "decks", "A", 7)
    told(game, 2, 1)
    game.undo()
    assert game.words("mid_rondel") == "How many tiles lie between Yellow and Blue?"
    told(game, 3)
    assert game.words("mid_rondel") == "How many tiles lie ahead of Blue, the foremost?"
    told(game, 4)
    assert game.words("mid_rondel") == "How many empty spaces are between Red and Yellow?"


@pytest.mark.rule("GM-SET-15")
def test_of_a_rondel_that_is_full_nobody_is_asked_for_empty_spaces() -> None:
    game = seated()
    game.answers("mid_decks", "decks", "B", 7, "yes")
    told(game, 2, 3)
    full = game.question("mid_rondel").offers[0].parts[0]
    assert isinstance(full, Amount)
    assert full.default == full.high == game.state.spaces - 1 - 3 - 5
    told(game, full.default)
    assert game.kinds() == ["mid_older"]


def test_no_more_is_asked_of_a_rondel_that_is_full() -> None:
    game = seated()
    game.answers("mid_decks", "decks", "A", 7)
    told(game, game.state.spaces - 1 - 3)
    assert game.kinds() == ["mid_older"]
    game.answers("mid_older", "older", 2)
    assert game.reads().startswith("red S? S? A?")


def test_the_die_stands_where_the_table_says() -> None:
    game = seated("red", "yellow")
    game.answers("mid_decks", "decks", "C", 5, "yes")
    game.answers("mid_die", "die", "red")
    assert game.words("mid_rondel") == "How many tiles lie between Red and the die?"
    told(game, 1, 1, 2, 0, 0)
    game.answers("mid_older", "older", 0)
    assert game.reads() == "red C? die C? yellow C? C?"
    assert game.state.done_scorings == ("A", "B")


def test_a_round_that_was_not_scored_comes_first() -> None:
    game = seated()
    game.answers("mid_decks", "decks", "B", 14, "no")
    told(game, 1, 1, 1, 0, 0)
    game.answers("mid_older", "older", 0)
    game.answers("mid_market", "market", 1, 1, 1, 1, 1)
    game.answers("mid_cards", "done")
    for who in ("red", "yellow", "blue"):
        counted(game, who, 0, 5, 0, 1, 3, 0)
    assert game.state.phase == "count"
    game.answers("count_scots", "counted", 1, 1, 1)
    game.answers("count_rest", "right")
    assert game.state.done_scorings == ("A",)


@pytest.mark.rule("GM-SCR-03")
def test_what_was_told_is_doubted_once_a_tile_that_nobody_knows_was_laid() -> None:
    game = seated()
    game.answers("mid_decks", "decks", "B", 7, "yes")
    told(game, 2, 3, 4, 1)
    game.answers("mid_older", "older", 3)
    game.answers("mid_market", "market", 1, 2, 3, 0, 1)
    game.answers("mid_cards", "done")
    for who in ("red", "yellow", "blue"):
        counted(game, who, 12, 4, 2, 1, 6, 0)
    game.takes("red", ahead=1)
    assert game.player("red").uncertain_counts == ()
    game.done(anyway=True)
    assert set(game.player("red").uncertain_counts) == {"coins", "barrels", "scots"}
    assert game.player("yellow").uncertain_counts == ()


def test_persons_and_markers_are_told_with_the_cards() -> None:
    game = seated()
    game.answers("mid_decks", "decks", "D", 3, "yes")
    told(game, 1, 1, 1, 0, 0)
    game.answers("mid_older", "older", 0)
    game.answers("mid_market", "market", 1, 1, 1, 1, 1)
    person = game.choices("mid_cards", "person")[0]
    game.answers("mid_cards", "person", person, "yellow")
    crest = game.choices("mid_cards", "marker")[0]
    game.answers("mid_cards", "marker", crest, "red")
    assert game.player("yellow").persons == (person,)
    assert game.player("red").crests == (crest,)
    assert game.happened(ev.MarkerPlaced)


@pytest.mark.parametrize("chronicle", ["highlander", "hammer"])
def test_what_stands_on_the_rondel_for_a_chronicle_can_not_be_told(chronicle: str) -> None:
    game = Table(0, chronicles=("single_cask", chronicle))
    game.sits("red", "yellow", "blue")
    assert "only from the start of the game" in str(game.refused("start", "playing").reason.text)


def taken_up(*chronicles: str, deck: str = "B") -> Table:
    """All that the base game asks is told."""
    game = Table(0, chronicles=chronicles)
    game.sits("red", "yellow", "blue")
    game.answers("start", "playing")
    game.answers("mid_decks", "decks", deck, 7, *(["yes"] if deck != "A" else []))
    told(game, 2, 3, 4, 1)
    game.answers("mid_older", "older", 3)
    game.answers("mid_market", "market", 1, 2, 3, 0, 1)
    game.answers("mid_cards", "done")
    for who in ("red", "yellow", "blue"):
        counted(game, who, 12, 4, 2, 1, 6, 0)
    return game


def test_boats_are_where_the_table_says() -> None:
    game = taken_up("boat_race")
    game.answers("boat_race.seats", "order_1")
    assert game.words("boat_race.taken_up") == "Highland Boat Race: what is no longer as at the start?"
    game.answers("boat_race.taken_up", "boat_race.open")
    game.answers("boat_race.taken_up", "boat_race.boat", "red", "under_way", 2)
    game.answers("boat_race.taken_up", "boat_race.tokens", "yellow", 1)
    game.answers("boat_race.taken_up", "done")
    race = game.state.expansion_states["boat_race"]
    assert (race.is_open, race.boats["red"].castles_reached, race.tokens["yellow"]) == (True, 2, 1)
    assert (game.state.phase, game.on_turn) == ("take", "red")
    game.takes("red", ahead=1)
    game.fits()


def test_cellars_votes_pennies_and_events_are_told_each_in_one_go() -> None:
    game = taken_up("single_cask", "turbulent", "great_glen", "penny_mobs")
    cards = game.choices("great_glen.lay", "card")[:5]
    for card in cards:
        game.answers("great_glen.lay", "card", card)
    while game.kinds()[0].startswith("penny_mobs.") and not game.kinds()[0].endswith("taken_up"):
        asked = game.kinds()[0]
        offer = game.question(asked).offers[0]
        game.answers(asked, offer.name, *([game.choices(asked, offer.name)[0]] if offer.parts else []))
    game.answers("single_cask.taken_up", "single_cask.cellars", "red", 2)
    game.answers("single_cask.taken_up", "done")
    game.answers("turbulent.taken_up", "done")
    game.answers("great_glen.taken_up", "great_glen.card", cards[0], "accepted")
    game.answers("great_glen.taken_up", "done")
    game.answers("penny_mobs.taken_up", "penny_mobs.pennies", "blue", 7, 2)
    game.answers("penny_mobs.taken_up", "done")
    kept = game.state.expansion_states
    assert kept["single_cask"].cellar_counts["red"] == 2
    assert kept["great_glen"].cards[cards[0]] == "accepted"
    assert (kept["penny_mobs"].minus_pennies["blue"], kept["penny_mobs"].plus_pennies["blue"]) == (7, 2)
    assert kept["penny_mobs"].hidden_members == 0, "deck B is laid: who had a B is in jail"
    assert game.state.phase == "take"
    game.fits()


def test_haggis_tokens_are_counted() -> None:
    game = taken_up("haggis")
    game.answers("haggis.taken_up", "haggis.count", "red", 2)
    game.answers("haggis.taken_up", "done")
    assert len(game.state.expansion_states["haggis"].face_down["red"]) == 2
    assert game.state.phase == "take"
