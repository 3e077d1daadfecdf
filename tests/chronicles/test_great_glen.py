"""Great Glen Gathering at the table: five cards, votes with real tokens, prizes at the end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chronicles.great_glen.model import (
    CARDS,
    OWN_STATE,
    TOKENS_BY_PLAYER_COUNT,
    all_tokens_left,
    tokens_left,
)
from companion.chronicles.great_glen.questions import is_accepted
from companion.chronicles.great_glen.scoring import complete_sets, counts_for, scoring_parts
from companion.engine.history import History, first_difference
from companion.games.glen_more_2.bot import RandomGamePlan, play_random_game
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.scoring.glen_more_2.model import Standing
from companion.scoring.glen_more_2.scoring import score_standings
from companion.state.glen_more_2.actions import Resolution
from companion.state.glen_more_2.course import advance_course
from companion.state.glen_more_2.ruleset import state_for_viewer
from companion.state.glen_more_2.scoring_rounds import player_standings
from companion.storage.transfer import export_journal
from tests.chronicles.on_glass import everything_owed
from tests.sampled import half
from tests.state.glen_more_2.table import Staged, Table

SLUG = "great_glen"
FIVE = ("most_animals", "most_sets", "smallest_territory", "most_discards", "farthest_scot")
VECTORS = {
    v["id"]: v for v in json.loads((Path(__file__).parent.parent / "vectors" / "chronicles.json").read_text())
}


def vector(name: str) -> tuple[Any, Any]:
    return VECTORS[name]["given"], VECTORS[name]["expect"]


def seated(players: int = 3, cards: tuple[str, ...] = FIVE, **more: Any) -> Table:
    """A table whose five cards lie out."""
    table = Table(players, chronicles=(SLUG,), **more)
    for card in cards:
        table.answers(f"{SLUG}.lay", "card", card)
    return table


def votes(table: Table, card: str, *voices: str) -> None:
    """A person was taken; the card is chosen and everybody opens the fist."""
    table.answers(f"{SLUG}.card", "card", card)
    table.answers(f"{SLUG}.fists", "each")
    for voice in voices:
        table.answers(f"{SLUG}.voice", voice)


def takes_person(table: Table) -> None:
    who = table.on_turn
    others = " ".join(p.id for p in table.state.players if p.id != who)
    table.arrange(f"{who} {others} robert_the_bruce S-1 S-2 S-3")
    table.takes(who, "robert_the_bruce")


@pytest.mark.rule("C7-03")
def test_five_of_the_ten_cards_are_laid_out_each_once() -> None:
    table = Table(3, chronicles=(SLUG,))
    assert table.words(f"{SLUG}.lay") == "Great Glen: which card is number 1 of 5?"
    table.answers(f"{SLUG}.lay", "card", "most_sets")
    assert table.refused(f"{SLUG}.lay", "card", "most_sets").reason.rule == "C7-03"
    for number, card in enumerate(("most_animals", "largest_square", "most_discards", "farthest_scot"), 2):
        assert table.words(f"{SLUG}.lay") == f"Great Glen: which card is number {number} of 5?"
        table.answers(f"{SLUG}.lay", "card", card)
    assert len(OWN_STATE.of(table.state).cards) == 5
    assert len(CARDS) == 10


@pytest.mark.rule("C7-04")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_tokens_of_each_player(players: int) -> None:
    _, expect = vector(f"rule-vote-tokens-{players}p")
    table = seated(players)
    assert (
        tokens_left(table.state, "red")
        == (expect["aye_each"], expect["nay_each"])
        == TOKENS_BY_PLAYER_COUNT[players]
    )
    assert len(OWN_STATE.of(table.state).cards) == expect["votes_in_game"]


@pytest.mark.rule("C7-06", "C7-07", "C7-08", "C7-09")
def test_a_vote_comes_after_the_marker_and_its_bonus() -> None:
    table = seated()
    takes_person(table)
    assert not any(o.kind.startswith(SLUG) for o in table.state.open_questions)
    table.answers("crest", "crest", "macleod")
    votes(table, "most_sets", "aye", "nay", "nay")
    assert OWN_STATE.of(table.state).cards["most_sets"] == "refused"
    assert tokens_left(table.state, "red") == (2, 2)
    assert tokens_left(table.state, "yellow") == (3, 1)


@pytest.mark.rule("C7-07")
def test_no_card_is_asked_for_once_the_last_open_one_is_put_right() -> None:
    table = seated()
    takes_person(table)
    table.answers("crest", "crest", "none")
    for card in FIVE[1:]:
        table.corrects(f"{SLUG}.card", card, "refused")
    assert table.choices(f"{SLUG}.card", "card") == [FIVE[0]]
    table.corrects(f"{SLUG}.card", FIVE[0], "accepted")
    assert table.kinds() == ["end"]
    table.fits()


@pytest.mark.rule("C7-08")
def test_each_voice_is_addressed_and_secret() -> None:
    table = seated()
    takes_person(table)
    table.answers("crest", "crest", "none")
    table.answers(f"{SLUG}.card", "card", "most_sets")
    table.answers(f"{SLUG}.fists", "each")
    asked = [q for q in table.history.game.questions(table.state) if q.kind == f"{SLUG}.voice"]
    assert [(q.player, q.secret) for q in asked] == [("red", "red"), ("yellow", "yellow"), ("blue", "blue")]


@pytest.mark.rule("C7-09")
@pytest.mark.parametrize("name", ["rule-vote-tie-passes", "rule-vote-fails"])
def test_aye_at_least_as_often_as_nay(name: str) -> None:
    given, expect = vector(name)
    assert is_accepted(given["aye"], given["nay"]) is expect["accepted"]


@pytest.mark.rule("C7-04")
def test_more_votes_than_tokens_are_refused_with_the_number_left() -> None:
    table = seated(3)
    for card in FIVE[:2]:
        takes_person(table)
        table.answers("crest", "crest", "none")
        votes(table, card, "nay", "nay", "nay")
        table.corrects("piece", "robert_the_bruce", "deck")
        table.done()
    takes_person(table)
    table.answers("crest", "crest", "none")
    table.answers(f"{SLUG}.card", "card", FIVE[2])
    table.answers(f"{SLUG}.fists", "each")
    refusal = table.refused(f"{SLUG}.voice", "nay")
    assert str(refusal.reason.text) == "Red has 3 Aye and 0 Nay left."


@pytest.mark.rule("C7-05")
def test_two_players_use_two_tokens_once_in_a_game() -> None:
    table = seated(2)
    takes_person(table)
    table.answers("crest", "crest", "none")
    votes(table, "most_sets", "aye_aye", "nay")
    assert OWN_STATE.of(table.state).cards["most_sets"] == "accepted"
    assert tokens_left(table.state, "red") == (1, 3)
    table.corrects("piece", "robert_the_bruce", "deck")
    table.done()
    takes_person(table)
    table.answers("crest", "crest", "none")
    table.answers(f"{SLUG}.card", "card", "most_animals")
    table.answers(f"{SLUG}.fists", "each")
    assert table.refused(f"{SLUG}.voice", "nay_nay") is not None


@pytest.mark.rule("C7-04", "C7-05")
def test_one_of_each_may_be_laid_together_too() -> None:
    table = seated(2)
    takes_person(table)
    table.answers("crest", "crest", "none")
    votes(table, "most_sets", "aye_nay", "nay")
    assert (tokens_left(table.state, "red"), tokens_left(table.state, "yellow")) == ((2, 2), (3, 2))


@pytest.mark.rule("C7-10")
@pytest.mark.parametrize("calls", [0, 1])
def test_david_hume_calls_no_vote_unless_the_table_wants_it(calls: int) -> None:
    table = seated(3, switches={f"{SLUG}.hume_calls": calls})
    table.enters("red", "crest", "mckay")
    table.answers("good_cost", "own")
    assert any(o.kind == f"{SLUG}.card" for o in table.state.open_questions) is bool(calls)


@pytest.mark.rule("C7-11")
def test_after_five_votes_nobody_votes_any_more() -> None:
    table = seated(4)
    for card in FIVE:
        takes_person(table)
        table.answers("crest", "crest", "none")
        votes(table, card, *(["aye"] * 4 if card != "farthest_scot" else ["nay"] * 4))
        table.corrects("piece", "robert_the_bruce", "deck")
        table.done()
    takes_person(table)
    table.answers("crest", "crest", "none")
    assert not any(o.kind.startswith(SLUG) for o in table.state.open_questions)


@pytest.mark.rule("C7-14")
@pytest.mark.parametrize("tied", [1, 2, 3, 4])
def test_the_prize_is_divided_and_rounded_up(tied: int) -> None:
    given, expect = vector(f"rule-great-glen-tie-{tied}")
    table = accepted("smallest_territory", players=4)
    for number, player in enumerate(table.state.players):
        table.has(player.id, tiles=4 if number < given["tied_players"] else 5)
    result = score_standings("final", player_standings(table.state), parts=scoring_parts(table.state))
    prizes = [[gain.points for gain in player.gains if gain.source == SLUG] for player in result.players]
    assert prizes == [[expect["vp_each"]]] * tied + [[]] * (4 - tied)


@pytest.mark.rule("C7-19")
@pytest.mark.parametrize("name", ["printed-sets-2", "rule-sets-with-moil"])
def test_sets_take_the_smallest_of_four_counts(name: str) -> None:
    given, expect = vector(name)
    others = given["landmark_cards"] - given["castle_moil"]
    standing = Standing(
        name="red",
        points=0,
        scots_in_home_castle=given["scotsmen_in_home_castle"],
        whisky=given["barrels"],
        persons=given["person_tiles"],
        david_hume=given["david_hume"],
        landmarks=(*(["castle_moil"] if given["castle_moil"] else []), *(f"card{i}" for i in range(others))),
    )
    assert complete_sets(standing) == expect["sets"]


@pytest.mark.rule("C7-19")
def test_david_hume_is_two_persons_in_a_set_or_one() -> None:
    standing = Standing(
        name="red",
        points=0,
        scots_in_home_castle=5,
        whisky=5,
        persons=1,
        david_hume=True,
        landmarks=("a", "b", "c"),
    )
    assert complete_sets(standing) == 3
    assert complete_sets(standing, counts_hume_once=True) == 2


def scored(table: Table, who: str) -> int:
    """The prizes a player would get in a final scoring now."""
    result = score_standings("final", player_standings(table.state), parts=scoring_parts(table.state))
    return sum(g.points for p in result.players if p.name == who for g in p.gains if g.source == SLUG)


def accepted(card: str, players: int = 3, **more: Any) -> Table:
    table = seated(players, (card, *(c for c in CARDS if c != card))[:5], **more)
    takes_person(table)
    table.answers("crest", "crest", "none")
    votes(table, card, *["aye"] * players)
    return table


@pytest.mark.rule("C7-13", "C7-22")
def test_the_smallest_territory_gets_ten_points_once() -> None:
    table = accepted("smallest_territory")
    for who, tiles in (("red", 7), ("yellow", 5), ("blue", 6)):
        table.corrects("count", who, "tiles", tiles)
    assert [scored(table, who) for who in ("red", "yellow", "blue")] == [0, 10, 0]


@pytest.mark.rule("C7-12")
def test_a_card_never_voted_on_is_not_scored() -> None:
    table = seated()
    assert scored(table, "red") == 0


@pytest.mark.rule("C7-15")
@pytest.mark.parametrize(("nothing", "each"), [(0, 4), (1, 0)])
def test_everybody_at_zero_is_a_tie_like_any_other(nothing: int, each: int) -> None:
    table = accepted("most_sets", switches={f"{SLUG}.zero_gives_nothing": nothing})
    table.corrects("card", "loch_ness", "red")
    assert scored(table, "yellow") == each


COUNTED = [
    pytest.param(card.id, marks=pytest.mark.rule(card.rule))
    for card in CARDS.values()
    if card.count_text is not None
]


@pytest.mark.parametrize("card", COUNTED)
def test_what_only_the_table_sees_is_asked_before_the_final_scoring(card: str) -> None:
    table = accepted(card)
    others = " ".join(p.id for p in table.state.players)
    table.done()
    who = table.on_turn
    rest = [p for p in others.split() if p != who]
    table.arrange(f"{who} END+{'+'.join(rest)} S-1")
    table.answers("take", "worlds_end")
    table.done()
    table.answers(f"{SLUG}.count", "counted", 4, 4, 1)
    assert counts_for(table.state, card, player_standings(table.state)) == {"red": 4, "yellow": 4, "blue": 1}
    assert [scored(table, w) for w in ("red", "yellow", "blue")] == [5, 5, 0]


@pytest.mark.rule("C7-25")
def test_discards_by_a_move_go_to_the_own_pile_while_the_card_lies_out() -> None:
    table = seated()
    table.arrange("red S-1 S-2 yellow blue A-6 A-7")
    table.takes("red", "A-6")
    assert [(t.piece, t.pile) for t in table.state.discards] == [("S-1", "red"), ("S-2", "red")]


@pytest.mark.rule("C7-25")
def test_without_that_card_all_discards_are_common() -> None:
    table = seated(cards=("most_animals", "most_sets", "smallest_territory", "largest_square", "farthest_scot"))
    table.arrange("red S-1 yellow blue A-6")
    table.takes("red", "A-6")
    assert [t.pile for t in table.state.discards] == [""]


def with_two_discards() -> Table:
    """Yellow passed S-1 and S-2, and is asked about the vote."""
    table = accepted("most_discards")
    table.arrange("red yellow S-1 S-2 blue A-6 A-7 A-8")
    table.takes("red", "A-6")
    table.declines()
    table.done(anyway=True)
    table.takes("yellow", "A-7")
    return table


@pytest.mark.rule("C7-25", "GM-RND-09")
def test_a_tile_that_people_find_on_the_rondel_lies_on_nobodys_pile_until_it_is_discarded_again() -> None:
    table = with_two_discards()
    discards = [counts_for(table.state, "most_discards", player_standings(table.state))["yellow"]]
    table.declines()
    table.corrects("space", f"space:{len(table.state.track) + 1}", "S-2")
    discards.append(counts_for(table.state, "most_discards", player_standings(table.state))["yellow"])
    assert discards == [2, 1], "S-1 and S-2, then S-1 alone"
    assert [t.piece for t in table.state.discards] == ["S-1"]


@pytest.mark.rule("C7-26")
def test_a_tile_removed_from_a_territory_counts_for_nobody() -> None:
    table = with_two_discards()
    table.declines()
    table.corrects("count", "red", "tiles", 6)
    table.corrects("piece", "A-6", "removed")
    assert (table.player("red").tiles, [t.piece for t in table.state.removed_tiles]) == (5, ["A-6"])
    discards = counts_for(table.state, "most_discards", player_standings(table.state))
    assert discards == {"red": 0, "yellow": 2, "blue": 0}, (
        "yellow passed S-1 and S-2 last of all; A-6 is in the box"
    )
    gains = score_standings("final", player_standings(table.state), parts=scoring_parts(table.state)).players
    assert [[g.points for g in p.gains if g.source == SLUG] for p in gains] == [[], [10], []]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", half(range(3)))
def test_random_people_finish_games(players: int, seed: int) -> None:
    history = play_random_game(
        RandomGamePlan(players, seed, die=seed == 1, told=seed == 2, chronicles=(SLUG,)), effective_facts()
    )
    state = history.state
    assert first_difference(history) is None
    for player in state.players:
        aye, nay = tokens_left(state, player.id)
        assert aye >= 0
        assert nay >= 0
    assert sum(bool(fate) for fate in OWN_STATE.of(state).cards.values()) <= 5
    end = history.hash()
    while undo := history.propose_undo():
        history.add(undo)
    while redo := history.propose_redo():
        history.add(redo)
    assert history.hash() == end


@pytest.mark.rule("C7-08")
@pytest.mark.parametrize("viewer", ["", "yellow", "blue"])
def test_while_a_vote_runs_nobody_else_can_tell_what_a_fist_holds(viewer: str) -> None:
    def after(voice: str) -> tuple[Any, list[bytes]]:
        table = seated()
        takes_person(table)
        table.answers("crest", "crest", "none")
        votes(table, "most_sets", voice)
        game: Any = table.history.game
        return game.view(table.state, viewer), list(export_journal(table.history, game.view_of_export))

    assert after("aye") == after("nay")


@pytest.mark.rule("C7-08")
def test_the_own_voice_is_seen_and_after_the_vote_everybodys() -> None:
    table = seated()
    takes_person(table)
    table.answers("crest", "crest", "none")
    votes(table, "most_sets", "nay")
    assert tokens_left(state_for_viewer(table.state, "red"), "red") == (3, 1)
    assert tokens_left(state_for_viewer(table.state, "blue"), "red") == (3, 2)
    for voice in ("aye", "nay"):
        table.answers(f"{SLUG}.voice", voice)
    assert tokens_left(state_for_viewer(table.state, "blue"), "red") == (3, 1)


@pytest.mark.rule("C7-09")
def test_a_vote_that_was_broken_off_does_not_count_in_the_next() -> None:
    table = seated()
    takes_person(table)
    table.answers("crest", "crest", "none")
    votes(table, "most_sets", "nay", "nay")
    table.done(anyway=True)
    table.corrects("piece", "robert_the_bruce", "deck")
    takes_person(table)
    table.answers("crest", "crest", "none")
    votes(table, "most_animals", "aye", "aye", "nay")
    assert OWN_STATE.of(table.state).cards["most_animals"] == "accepted"


# ---- the fists are open: counted in one go


def gathers(table: Table, card: str) -> None:
    takes_person(table)
    table.answers("crest", "crest", "none")
    table.answers(f"{SLUG}.card", "card", card)


@pytest.mark.rule("C7-08", "C7-09")
@pytest.mark.parametrize(("aye", "nay", "accepted"), [(3, 0, True), (2, 1, True), (1, 2, False), (0, 3, False)])
def test_the_open_fists_are_counted_with_one_answer_and_the_result_is_said(
    aye: int, nay: int, accepted: bool
) -> None:
    table = seated(3)
    gathers(table, "most_sets")
    asked = table.question(f"{SLUG}.fists")
    assert str(asked.text) == "Most sets: open your fists. How many Aye?"
    assert not asked.secret
    words = next(str(o.label) for o in asked.offers if o.name == f"votes_{aye}_{nay}")
    assert words == f"{aye} Aye, {nay} Nay: {'accepted' if accepted else 'refused'}"
    table.answers(f"{SLUG}.fists", f"votes_{aye}_{nay}")
    assert OWN_STATE.of(table.state).cards["most_sets"] == ("accepted" if accepted else "refused")
    fate = "accepted" if accepted else "refused"
    assert f"Most sets: {fate}, {aye} Aye, {nay} Nay" in everything_owed(table)
    assert ("Put Most sets and its tokens into the box" in everything_owed(table)) is not accepted
    assert f"{aye} Aye, {nay} Nay" in table.told()[-1]
    assert f"Voting tokens left: Aye {9 - aye}, Nay {6 - nay}" in [str(line) for line in table.view.lines]
    table.undo()
    assert table.kinds()[0] == f"{SLUG}.fists"
    table.redo()
    table.fits()


@pytest.mark.rule("C7-04")
def test_no_more_tokens_are_counted_than_all_have_together() -> None:
    table = seated(3)
    for card in FIVE[:2]:
        gathers(table, card)
        table.answers(f"{SLUG}.fists", "votes_0_3")
        table.corrects("piece", "robert_the_bruce", "deck")
        table.done()
    gathers(table, FIVE[2])
    assert table.refused(f"{SLUG}.fists", "votes_2_1").reason.rule == "C7-04"
    assert table.offers(f"{SLUG}.fists") == ["votes_3_0", "each"]


@pytest.mark.rule("C7-05")
def test_with_two_players_each_lays_two_tokens_once_in_a_game() -> None:
    table = seated(2)
    gathers(table, FIVE[0])
    assert {name.count("_") for name in table.offers(f"{SLUG}.fists") if name != "each"} == {2}
    tokens = {sum(map(int, name.split("_")[1:])) for name in table.offers(f"{SLUG}.fists") if name != "each"}
    assert tokens == {2, 3, 4}
    table.answers(f"{SLUG}.fists", "votes_2_2")
    table.corrects("piece", "robert_the_bruce", "deck")
    table.done()
    if table.state.find_question("roll"):
        table.answers("roll", "face_1")
    gathers(table, FIVE[1])
    tokens = {sum(map(int, name.split("_")[1:])) for name in table.offers(f"{SLUG}.fists") if name != "each"}
    assert tokens == {2}


@pytest.mark.rule("C7-04", "C7-05")
def test_two_who_are_left_of_three_lay_a_token_each_for_they_have_none_to_spare() -> None:
    table = seated(3)
    table.corrects("leave", "blue")
    gathers(table, FIVE[0])
    tokens = {sum(map(int, name.split("_")[1:])) for name in table.offers(f"{SLUG}.fists") if name != "each"}
    assert tokens == {2}


# ---- corrections


def test_a_vote_told_wrongly_is_put_right_and_taken_back() -> None:
    table = seated(3)
    gathers(table, "most_sets")
    table.answers(f"{SLUG}.fists", "votes_1_2")
    table.corrects(f"{SLUG}.card", "most_sets", "accepted")
    assert OWN_STATE.of(table.state).cards["most_sets"] == "accepted"
    assert table.told()[-1] == "corrected: Most sets: accepted, not refused"
    table.corrects(f"{SLUG}.card", "most_sets", "another", "largest_square")
    assert list(OWN_STATE.of(table.state).cards) == [FIVE[0], "largest_square", *FIVE[2:]]
    table.undo()
    table.undo()
    assert OWN_STATE.of(table.state).cards["most_sets"] == "refused"
    table.fits()


@pytest.mark.rule("C7-04")
def test_voting_tokens_are_put_right() -> None:
    table = seated(3)
    gathers(table, "most_sets")
    table.answers(f"{SLUG}.fists", "votes_1_2")
    table.corrects(f"{SLUG}.tokens", "red", 2, 2)
    assert tokens_left(table.state, "red") == (2, 2)
    assert all_tokens_left(table.state) == (8, 4), "the one of red is among those that were counted"
    table.undo()
    assert tokens_left(table.state, "red") == (3, 2)
    table.fits()


@pytest.mark.rule("C7-13")
def test_a_count_of_the_end_is_put_right_and_the_prize_goes_to_the_right_player() -> None:
    table = seated(3)
    glen = OWN_STATE.of(table.state)
    cards = {**glen.cards, "farthest_scot": "accepted"}
    table.stage(OWN_STATE.put(table.state, replace(glen, cards=cards)))
    state = replace(
        table.state, open_questions=(), stage="next", due_scorings=("final",), done_scorings=("A", "B", "C")
    )
    resolution = Resolution(state)
    advance_course(resolution)
    resolution.store_pending_steps()
    table.history = History(Staged(resolution.state), table.history.header)
    table.answers(f"{SLUG}.count", "counted", 4, 2, 1)
    table.answers("count_scots", "counted", 0, 0, 0)
    table.answers("count_rest", "right")
    table.declines()
    assert [table.player(who).points.get(SLUG, 0) for who in ("red", "yellow", "blue")] == [10, 0, 0]
    table.corrects(f"{SLUG}.count", "farthest_scot", "blue", 7)
    table.answers("count_rest", "right")
    assert [table.player(who).points.get(SLUG, 0) for who in ("red", "yellow", "blue")] == [0, 0, 10]
    table.fits()
