"""A turn at the table: a card, its place, what is drawn, who may lay nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine.offers import Place
from companion.scoring.schotten_totten.border import STONES
from companion.state.schotten_totten import events as ev
from tests.state.schotten_totten.table import GAME, Table, place


@pytest.mark.rule("ST-SET-01", "ST-SET-02")
def test_a_round_begins_with_nine_stones_in_a_row_and_six_cards_each() -> None:
    table = Table()
    assert [(stone.number, stone.owner) for stone in table.view.stones] == [(n, "") for n in range(1, 10)]
    assert len(table.state.stones) == STONES
    assert ([player.hand for player in table.view.players], table.view.pile) == ([6, 6], 42)
    assert str(table.view.first_task) == "Deal 6 cards each."


@pytest.mark.rule("ST-SET-03")
@pytest.mark.parametrize("starter", ["A", "B"])
def test_people_say_who_begins(starter: str) -> None:
    table = Table(seated=False)
    table.answers("seat", "seat", "unnamed")
    table.answers("seat", "seat", "unnamed")
    assert table.offer("start", "go").parts[0].name == "starter"
    table.answers("start", "go", starter)
    assert table.view.to_move == starter


@pytest.mark.rule("ST-CMP-01")
def test_two_play_and_no_third_is_asked_for() -> None:
    table = Table(seated=False)
    table.answers("seat", "seat", "new", "Ann")
    table.answers("seat", "seat", "new", "Ben")
    assert table.state.find_question("seat") is None
    assert [player.name for player in table.view.players] == ["Ann", "Ben"]


@pytest.mark.rule("ST-TRN-01", "ST-APP-01")
def test_a_card_and_its_place_are_two_taps_and_then_it_is_the_other_players_turn() -> None:
    table = Table()
    table.taps("red-7")
    assert (table.view.phase, table.state.waiting and table.state.waiting.card) == ("place", "red-7")
    events = table.taps("place-a3")
    assert ev.CardLaid("A", "red-7", 3, "A") in events
    assert (table.at(3), table.view.to_move, table.view.phase) == ("red-7 /", "B", "play")
    assert str(table.view.todo[0]) == "Ann draws a card."
    assert (table.state.player("A").hand, table.state.pile) == (6, 41)


@pytest.mark.rule("ST-APP-01")
def test_without_stickers_beside_the_stones_the_stone_says_the_place_or_is_chosen() -> None:
    table = Table()
    table.taps("red-7", "stone-3")
    assert table.at(3) == "red-7 /"
    table.answers("play", "card", "blue-2")
    assert table.open_values("place", "place") == [place(n, "B") for n in range(1, 10)]
    table.answers("place", "place", place(3, "B"))
    assert table.at(3) == "red-7 / blue-2"


def test_the_likeliest_stone_is_proposed_and_each_stands_beside_its_neighbours() -> None:
    table = Table()
    table.lies(1, "blue-1 blue-2 blue-3")
    table.lies(5, "red-6")
    table.lies(7, "green-8", owner="B")
    table.taps("red-7")
    part = table.offer("place", "place").parts[0]
    assert isinstance(part, Place)
    own = [(choice.value, choice.closed and choice.closed.rule) for choice in part.choices if not choice.is_hidden]
    assert part.default == place(5, "A")
    assert part.in_order
    assert [value for value, _ in own] == [place(n, "A") for n in range(1, 10)]
    assert [each for each in own if each[1]] == [(place(1, "A"), "ST-TRN-03"), (place(7, "A"), "ST-CLM-06")]


@pytest.mark.rule("ST-APP-01")
def test_a_place_of_the_other_player_a_card_seen_already_are_refused_in_one_sentence() -> None:
    table = Table()
    table.plays("red-7:3")
    table.plays("green-1:3")
    seen = table.tap_refused("red-7")
    assert (seen.rule, str(seen.text)) == ("ST-APP-01", "Red 7 lies there already: stone 3, side of Ann.")
    table.taps("red-8")
    wrong = table.tap_refused("place-b4")
    assert (wrong.rule, str(wrong.text)) == ("ST-APP-01", "That is the side of Ben; Ann lays a card now.")
    assert table.tap_refused("red-7").rule == "ST-APP-01", "it can't come instead of the one that waits either"


@pytest.mark.rule("ST-TRN-03")
def test_a_full_side_takes_no_card() -> None:
    table = Table()
    table.lies(2, "red-1 red-2 blue-9")
    table.taps("green-4")
    full = table.tap_refused("place-a2")
    assert (full.rule, str(full.text)) == ("ST-TRN-03", "Ann has 3 cards at stone 2 already.")


@pytest.mark.rule("ST-CLM-06")
def test_at_a_claimed_stone_nothing_is_laid_even_where_a_side_has_room() -> None:
    table = Table("tactics")
    table.lies(2, "red-1 red-2 red-3", "blue-1 blue-2", owner="A")
    table.on_turn("B")
    for card in ("green-4", "spy"):
        table.taps(card)
        closed = table.tap_refused("place-b2")
        assert (closed.rule, str(closed.text)) == ("ST-CLM-06", "Stone 2 is claimed by Ann.")
    table.taps("mud_fight")
    assert table.tap_refused("stone-2").rule == "ST-CLM-06"


@pytest.mark.rule("ST-TRN-02")
def test_no_answer_moves_a_card_that_lies_but_those_of_ruses() -> None:
    table = Table()
    table.plays("red-7:3 green-1:3")
    assert {o.name for q in GAME.questions(table.state) for o in q.offers} == {"claim", "card", "nothing"}
    assert table.tap_refused("red-7").rule == "ST-APP-01"


@pytest.mark.rule("ST-TRN-04", "ST-APP-02")
def test_colour_and_strength_of_every_laid_card_are_seen_in_their_order() -> None:
    table = Table()
    table.plays("red-7:3 green-1:3 blue-9:3")
    shown = [(card.colour, card.strength, card.kind) for card in table.view.stones[2].a.cards]
    assert shown == [("red", 7, "clan"), ("blue", 9, "clan")]
    assert not any("hand" in name and name != "hand" for name in table.view.players[0].__struct_fields__)


@pytest.mark.rule("ST-TRN-05")
def test_when_the_pile_is_empty_play_goes_on_without_drawing() -> None:
    table = Table()
    table.state = replace(table.state, pile=1)
    table.plays("red-7:3")
    assert (table.state.pile, table.state.player("A").hand) == (0, 6)
    table.plays("green-7:3")
    assert (table.state.pile, table.state.player("B").hand) == (0, 5)
    assert [str(line) for line in table.view.todo] == ["No card is left to draw."]
    assert table.view.to_move == "A"


@pytest.mark.rule("ST-TRN-06")
def test_a_card_lies_at_any_free_stone_whatever_the_opponent_did_last() -> None:
    table = Table()
    table.plays("red-7:3")
    table.lies(9, "red-1 red-2 red-3", owner="A")
    table.taps("green-1")
    assert sorted(table.open_values("place", "place")) == [place(n, "B") for n in range(1, 9)]


@pytest.mark.rule("ST-TRN-06")
def test_where_no_stone_has_room_no_card_can_be_shown() -> None:
    table = Table()
    for n in range(1, 10):
        table.lies(n, f"red-{n}", owner="B")
    assert table.tap_refused("blue-1").rule == "ST-TRN-06"


@pytest.mark.rule("ST-TRN-07")
def test_who_can_lay_a_card_is_asked_before_laying_nothing() -> None:
    table = Table()
    assert table.refused("play", "nothing").rule == "ST-TRN-07"
    events = table.answers("play", "nothing", anyway=True)
    assert ev.Overruled("ST-TRN-07") in events
    assert table.view.to_move == "B"


@pytest.mark.rule("ST-TRN-07")
@pytest.mark.parametrize("why", ["no card", "no room"])
def test_who_has_no_card_or_no_room_lays_nothing_draws_nothing_and_may_still_claim(why: str) -> None:
    table = Table()
    table.lies(1, "red-7 red-8 red-9", "green-1")
    if why == "no card":
        table.sets("A", hand=0)
    else:
        for n in range(2, 10):
            table.lies(n, f"blue-{n}", owner="B" if n % 2 else "A")
    table.on_turn("A")
    events = table.answers("play", "nothing")
    assert not any(isinstance(event, ev.Overruled | ev.CardsDrawn) for event in events)
    assert (table.view.to_move, table.view.claiming) == ("B", "A")
    table.taps("stone-1")
    assert table.view.stones[0].owner == "A"


@pytest.mark.rule("ST-TRN-07", "ST-TAC-06")
@pytest.mark.parametrize(
    ("variants", "played", "says"),
    [
        ((), "", "Ann can lay nothing."),
        (("tactics",), "", "Ann, only tactics or nothing can be played."),
        (("tactics",), "spy", "Ann can lay nothing."),
    ],
)
def test_what_is_asked_where_no_place_is_left_is_what_can_be_done(
    variants: tuple[str, ...], played: str, says: str
) -> None:
    table = Table(*variants)
    assert (table.offer("play", "card").key, table.offer("play", "nothing").key) == ("UP", "")
    for n in range(1, 10):
        table.lies(n, f"blue-{n} green-{n} red-{n}", "yellow-1" if n == 1 else "")
    table.has_played(played)
    nothing = table.offer("play", "nothing")
    assert (table.offer("play", "card").key, nothing.key, nothing.is_rare, nothing.caution) == (
        "",
        "UP",
        False,
        None,
    )
    question = GAME.question(table.state, table.number("play"))
    assert question
    assert str(question.text) == says


def test_a_card_that_waits_is_dropped_by_another_one_or_by_taking_it_back() -> None:
    table = Table()
    before = GAME.canonical(table.state)
    table.taps("red-7", "blue-2")
    assert table.view.waiting
    assert table.view.waiting.card.id == "blue-2"
    table.taps("place-a1")
    assert (table.at(1), table.state.player("A").hand) == ("blue-2 /", 6)
    assert before != GAME.canonical(table.state)


def test_the_same_sticker_once_more_says_nothing_new() -> None:
    table = Table()
    for piece in ("red-7", "place-a1"):
        table.taps(piece)
        assert GAME.tap_meaning(table.state, piece).is_repeat, piece
    assert GAME.tap_meaning(table.state, "red-7").is_repeat
    table.lies(4, "red-1 red-2 red-3", "blue-1 green-5 green-7")
    table.on_turn("B", "A")
    table.taps("stone-4")
    again = GAME.tap_meaning(table.state, "stone-4")
    assert not again.is_repeat
    assert str(again.description).startswith("Stone 4 is claimed by Ann: "), "it says why, to who lost it"


def test_a_place_before_its_card_and_pieces_of_set_up_are_told_what_comes_first() -> None:
    assert str(GAME.tap_meaning(Table(seated=False).state, "red-7").description) == "The first turn has not begun."
    told = GAME.tap_meaning(Table().state, "place-a4")
    assert (str(told.description), told.is_refusal) == (
        "Stone 4, side of Ann: no card. Tap the card before its place.",
        True,
    )
    assert (
        str(GAME.tap_meaning(Table().state, "blue_bell").description) == "This piece does not belong to this game."
    )


def test_what_a_tap_does_is_told_before_anybody_taps() -> None:
    table = Table()

    def words(piece: str) -> str:
        return str(GAME.tap_meaning(table.state, piece).interpretations[0].label)

    assert words("red-7") == "Red 7"
    table.taps("red-7")
    assert [words("place-a2"), words("stone-2")] == ["Red 7 at stone 2"] * 2


@pytest.mark.rule("ST-APP-03", "ST-TIE-03")
def test_a_state_knows_the_play_that_made_each_side_full() -> None:
    table = Table()
    table.plays("red-1:1 blue-1:1 red-3:1 blue-3:1 red-9:2 blue-7:1 red-7:1")
    stone = table.state.stone(1)
    assert (stone.a_full, stone.b_full, stone.scoring_stone.full_first) == (7, 6, "B")
    assert table.view.stones[0].full_first == "B"
    state = table.state
    assert (state.to_move, state.discarded, state.results, state.variants) == ("B", (), (), ())
    assert [len(player.tactics) for player in state.players] == [0, 0]


@pytest.mark.rule("ST-APP-04")
def test_taking_back_is_no_move_of_the_game() -> None:
    names = {row.name for kind in ("play", "claim") for row in _kinds()[kind].actions}
    assert not names & {"undo", "take_back"}
    table = Table()
    (back,) = GAME.undo_instructions(table.state, table.taps("red-7"))
    assert (str(back.text), back.piece) == ("red 7 back to Ann", "red-7")


def _kinds() -> dict:  # type: ignore[type-arg]
    from companion.state.schotten_totten.questions import KINDS

    return KINDS
