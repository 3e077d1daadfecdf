"""Tactics cards at the table: who may play which, what each asks, what comes of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.scoring.schotten_totten.border import TACTICS
from companion.state.schotten_totten import events as ev
from tests.state.schotten_totten.table import GAME, Table, place

# ---- the variant


@pytest.mark.rule("ST-CMP-03", "ST-APP-02")
def test_without_the_variant_a_tactics_card_is_refused_in_one_sentence() -> None:
    refused = Table().tap_refused("spy")
    assert (refused.rule, str(refused.text)) == (
        "ST-CMP-03",
        "Spy is a tactics card; this game is played without.",
    )


@pytest.mark.rule("ST-TAC-02")
def test_with_tactics_seven_clan_cards_are_dealt_and_no_tactics_card() -> None:
    table = Table("tactics")
    assert ([player.hand for player in table.view.players], table.view.pile) == ([7, 7], 40 + 10)
    assert str(table.view.first_task) == "Deal 7 cards each."
    assert [str(line) for line in table.view.todo] == [
        "Nine stones in a row.",
        "The ten tactics cards are a pile of their own.",
    ]


@pytest.mark.rule("ST-TAC-01", "ST-TAC-03", "ST-TAC-10")
def test_a_turn_is_one_card_of_either_sort() -> None:
    table = Table("tactics")
    table.lays("red-7", 1)
    assert table.view.to_move == "B"
    table.lays("spy", 1)
    assert table.view.to_move == "A"
    table.taps("mud_fight", "stone-2")
    assert table.view.to_move == "B"
    table.taps("banshee", "red-7")
    assert table.view.to_move == "A"
    assert [card.kind for card in table.view.players[1].tactics] == ["spy", "ruse"]


@pytest.mark.rule("ST-TAC-04")
def test_from_which_pile_is_drawn_nobody_tells() -> None:
    table = Table("tactics")
    table.lays("red-7", 1)
    assert [str(line) for line in table.view.todo] == ["Ann draws from either pile."]
    assert table.happened(ev.CardsDrawn) == [ev.CardsDrawn("A", 1)]


@pytest.mark.rule("ST-TAC-05")
def test_piles_that_ran_out_are_not_drawn_from_until_recruiter_puts_cards_under_them() -> None:
    table = Table("tactics")
    table.state = replace(table.state, pile=0)
    table.lays("red-7", 1)
    assert table.happened(ev.CardsDrawn) == [ev.CardsDrawn("A", 0)]
    table.taps("recruiter")
    assert (table.state.pile, table.state.player("B").hand) == (2, 4)
    table.lays("red-8", 1)
    assert table.happened(ev.CardsDrawn) == [ev.CardsDrawn("A", 1)]


@pytest.mark.rule("ST-TAC-06")
def test_who_holds_a_clan_card_for_certain_and_has_room_is_asked_before_passing() -> None:
    table = Table("tactics")
    assert table.offer("play", "nothing").caution is None, "all seven may be tactics cards by now"
    table.has_played("spy joker-1", "mud_fight banshee")
    doubtful = table.offer("play", "nothing").caution
    assert doubtful
    assert (doubtful.rule, str(doubtful.text)) == ("ST-TAC-06", "Ann still has a clan card, and room for it.")
    for n in range(1, 10):
        table.lies(n, f"red-{n}", owner="B")
    assert table.offer("play", "nothing").caution is None


@pytest.mark.rule("ST-TAC-06")
def test_who_passes_may_still_claim() -> None:
    table = Table("tactics")
    table.lies(1, "red-7 red-8 red-9")
    table.answers("play", "nothing")
    table.taps("stone-1")
    assert table.view.stones[0].owner == "A"


@pytest.mark.rule("ST-TAC-07")
def test_a_hand_of_seven_draws_nothing_and_a_smaller_one_does() -> None:
    table = Table("tactics")
    table.answers("play", "nothing")
    assert table.happened(ev.CardsDrawn) == []
    table.sets("B", hand=5)
    table.answers("play", "nothing")
    assert table.happened(ev.CardsDrawn) == [ev.CardsDrawn("B", 1)]
    assert table.state.passes == 0, "who drew can go on"


@pytest.mark.rule("ST-TAC-08")
def test_nobody_plays_two_tactics_cards_more_than_the_other() -> None:
    table = Table("tactics")
    table.has_played("spy recruiter", "joker-2")
    refused = table.tap_refused("mud_fight")
    assert (refused.rule, str(refused.text)) == (
        "ST-TAC-08",
        "Ann has played 2 tactics cards, Ben 1: first it is the turn of Ben to play one.",
    )
    table.has_played("spy", "joker-2")
    table.taps("mud_fight", "stone-1")
    assert [len(player.tactics) for player in table.view.players] == [2, 1]


@pytest.mark.rule("ST-TAC-09")
def test_a_tactics_card_that_is_discarded_or_moved_stays_counted() -> None:
    table = Table("tactics")
    table.lays("spy", 1)
    table.taps("banshee", "spy")
    assert table.state.discarded == ("banshee", "spy")
    assert [len(player.tactics) for player in table.view.players] == [1, 1]
    table.lays("red-7", 1)
    table.lays("red-8", 1)
    assert table.tap_refused("spy").rule == "ST-APP-01", "it doesn't come back"


# ---- elite troops


@pytest.mark.rule("ST-ELT-01", "ST-ELT-04")
def test_an_elite_troop_takes_a_place_like_a_clan_card() -> None:
    table = Table("tactics")
    table.lies(1, "red-7 red-8", "blue-1")
    table.lays("spy", 1)
    assert (table.at(1), table.view.stones[0].a.full) == ("red-7 red-8 spy / blue-1", True)
    spy = table.view.stones[0].a.cards[2]
    assert (spy.kind, spy.colour, spy.strength) == ("spy", "", 7)


@pytest.mark.rule("ST-ELT-02")
def test_a_joker_says_on_playing_what_it_stands_for_also_a_card_that_lies_there() -> None:
    table = Table("tactics")
    table.lies(1, "red-8 red-9", "green-5")
    table.taps("joker-1", "place-a1")
    view = table.view.waiting
    assert view
    assert (view.asks, view.stone, str(view.card.label)) == ("declare", 1, "Joker")
    events = table.answers("declare", "joker", "red", "7")
    assert ev.CardLaid("A", "joker-1=red-7", 1, "A") in events
    joker = table.view.stones[0].a.cards[2]
    assert (joker.id, joker.kind, joker.colour, joker.strength) == ("joker-1", "joker", "red", 7)
    table.taps("red-7", "place-b1")
    assert table.at(1) == "red-8 red-9 joker-1=red-7 / green-5 red-7", "the real card was not seen by it"


@pytest.mark.rule("ST-ELT-02")
def test_what_a_joker_was_declared_as_stays_when_it_is_moved() -> None:
    table = Table("tactics")
    table.has_played("joker-1", "spy")
    table.lies(1, "joker-1=red-7")
    table.taps("strategist", "joker-1", "place-a4")
    assert (table.at(1), table.at(4)) == ("/", "joker-1=red-7 /")


@pytest.mark.rule("ST-ELT-02")
def test_by_the_tables_ruling_a_joker_is_declared_at_the_claim() -> None:
    table = Table("tactics", joker_declared="on_claim")
    table.lies(1, "red-8 red-9")
    table.lays("joker-1", 1)
    assert table.at(1) == "red-8 red-9 joker-1 /"
    [claimed] = [event for event in table.taps("stone-1") if isinstance(event, ev.StoneClaimed)]
    assert claimed.claim.own.counted == ("red-8", "red-9", "red-7")


@pytest.mark.rule("ST-ELT-03")
@pytest.mark.parametrize(("allowed", "lies", "able"), [(False, "", False), (True, "", True), (True, "x", False)])
def test_who_has_played_a_joker_keeps_the_other(allowed: bool, lies: str, able: bool) -> None:
    table = Table("tactics", joker_after_loss=allowed)
    table.has_played("joker-1", "banshee spy")
    table.lies(1, "joker-1=red-7" if lies else "")
    assert bool({"joker-1", "joker-2"} & {*table.open_values("play", "card")}) == able
    if not able:
        refused = table.tap_refused("joker-2")
        assert (refused.rule, str(refused.text)) == (
            "ST-ELT-03",
            "Ann has played a Joker: the other one stays in the hand.",
        )


@pytest.mark.rule("ST-ELT-05", "ST-ELT-06")
def test_spy_and_shield_bearer_are_resolved_at_the_claim_to_their_owners_best() -> None:
    table = Table("tactics")
    table.lies(1, "red-8 red-9 spy", "blue-2 shield_bearer blue-1")
    table.on_turn("B", "A")
    [claimed] = [event for event in table.taps("stone-1") if isinstance(event, ev.StoneClaimed)]
    assert claimed.claim.own.counted == ("red-8", "red-9", "red-7")
    assert claimed.claim.best
    assert claimed.claim.best.counted == ("blue-2", "blue-3", "blue-1"), (
        "a colour run for Ben too, but a lower one"
    )


@pytest.mark.rule("ST-ELT-05")
def test_by_the_tables_ruling_the_shield_bearer_says_its_strength_when_it_is_laid() -> None:
    table = Table("tactics", shield_bearer_strength="on_play")
    table.taps("shield_bearer", "place-a1")
    table.answers("declare", "shield", "2")
    assert table.at(1) == "shield_bearer=2 /"


# ---- combat techniques


@pytest.mark.rule("ST-TEC-01", "ST-TEC-02", "ST-TEC-03", "ST-TIE-02")
def test_techniques_lie_on_a_stone_and_change_what_counts_there() -> None:
    table = Table("tactics")
    table.lies(1, "red-1 red-2 red-3", "green-9 blue-8 yellow-8")
    table.on_turn("A")
    table.taps("mud_fight", "stone-1")
    stone = table.view.stones[0]
    assert (stone.needed, stone.a.full, stone.full_first, [c.id for c in stone.techniques]) == (
        4,
        False,
        "",
        ["mud_fight"],
    )
    assert (table.state.stone(1).a_full, table.state.stone(1).b_full) == (0, 0), "the old moments are void"
    table.taps("blind_mans_bluff", "place-b1")
    assert [card.id for card in table.view.stones[0].techniques] == ["blind_mans_bluff", "mud_fight"]
    table.lays("red-9", 1)
    table.lays("purple-1", 1)
    stone = table.view.stones[0]
    assert (stone.a.full, stone.b.full, stone.full_first, stone.claimable) == (True, True, "A", "B")
    table.taps("red-4")
    assert table.tap_refused("place-a1").rule == "ST-TEC-02"


@pytest.mark.rule("ST-TEC-03")
def test_by_the_tables_ruling_a_second_technique_finds_no_place_there() -> None:
    table = Table("tactics", one_technique_a_stone=True)
    table.lies(1, techniques=("mud_fight",))
    table.taps("blind_mans_bluff")
    assert table.tap_refused("stone-1").rule == "ST-TEC-03"
    assert table.open_values("stone", "stone") == [str(n) for n in range(2, 10)]


# ---- ruses


@pytest.mark.rule("ST-RUS-01", "ST-RUS-02", "ST-RUS-05")
def test_banshee_discards_a_card_of_the_other_side_where_both_can_see_it() -> None:
    table = Table("tactics")
    table.lies(2, "red-7", "blue-8 spy")
    table.lies(3, "", "green-1 green-2 green-3", owner="B")
    events = table.taps("banshee", "spy")
    assert ev.RusePlayed("A", "banshee") in events
    assert ev.CardDiscarded("A", "spy", 2, "B") in events
    assert [str(card.label) for card in table.view.discards] == ["Banshee", "Spy"]
    assert (table.at(2), table.view.to_move) == ("red-7 / blue-8", "B")


@pytest.mark.rule("ST-RUS-04", "ST-RUS-05", "ST-RUS-06")
@pytest.mark.parametrize(
    ("ruse", "target", "rule", "words"),
    [
        ("banshee", "red-7", "ST-RUS-05", "Banshee takes a card of Ben."),
        ("banshee", "green-1", "ST-RUS-05", "Stone 3 is claimed by Ben."),
        ("strategist", "blue-8", "ST-RUS-04", "Strategist takes a card of Ann."),
        ("strategist", "yellow-1", "ST-RUS-04", "Stone 4 is claimed by Ann."),
        ("traitor", "spy", "ST-RUS-06", "Traitor takes clan cards only."),
        ("traitor", "red-7", "ST-RUS-06", "Traitor takes a card of Ben."),
    ],
)
def test_a_ruse_takes_only_what_its_text_names(ruse: str, target: str, rule: str, words: str) -> None:
    table = Table("tactics")
    table.lies(2, "red-7", "blue-8 spy")
    table.lies(3, "", "green-1 green-2 green-3", owner="B")
    table.lies(4, "yellow-1 yellow-2 yellow-3", owner="A")
    table.taps(ruse)
    refused = table.tap_refused(target)
    assert (refused.rule, str(refused.text)) == (rule, words)


@pytest.mark.rule("ST-RUS-04")
def test_strategist_moves_an_own_card_to_another_free_place_or_discards_it() -> None:
    table = Table("tactics")
    table.lies(2, "red-7 red-8 red-9", "blue-8")
    table.lies(3, "green-1 green-2 green-3")
    table.taps("strategist", "red-9")
    assert table.view.waiting
    assert (table.view.waiting.asks, table.view.waiting.target) == ("goal", table.view.stones[1].a.cards[2])
    assert [table.tap_refused(f"place-{each}").rule for each in ("a2", "a3", "b5")] == [
        "ST-RUS-04",
        "ST-TRN-03",
        "ST-APP-01",
    ]
    events = table.taps("place-a5")
    assert ev.CardMoved("A", "red-9", 2, "A", 5, "A") in events
    assert (table.at(2), table.at(5)) == ("red-7 red-8 / blue-8", "red-9 /")
    other = Table("tactics")
    other.lies(2, "red-7 spy")
    other.has_played("spy", "joker-1")
    other.taps("strategist", "spy")
    other.answers("goal", "away")
    assert (other.at(2), other.state.discarded) == ("red-7 /", ("strategist", "spy"))


@pytest.mark.rule("ST-RUS-06")
def test_traitor_brings_a_clan_card_to_the_own_side_also_of_the_same_stone() -> None:
    table = Table("tactics")
    table.lies(2, "red-7", "red-8 spy")
    table.taps("traitor", "red-8")
    assert place(2, "A") in table.open_values("goal", "place")
    events = table.taps("place-a2")
    assert ev.CardMoved("A", "red-8", 2, "B", 2, "A") in events
    assert (table.at(2), table.view.last and table.view.last.from_side) == ("red-7 red-8 / spy", "B")


@pytest.mark.rule("ST-RUS-06")
def test_by_the_tables_ruling_traitor_takes_troops_and_must_leave_the_stone() -> None:
    table = Table("tactics", traitor_takes_troops=True, traitor_stays=False)
    table.lies(2, "red-7", "red-8 spy")
    table.taps("traitor", "spy")
    assert table.tap_refused("place-a2").rule == "ST-RUS-06"
    table.taps("stone-4")
    assert table.at(4) == "spy /"


@pytest.mark.rule("ST-RUS-06")
def test_traitor_needs_a_free_place_of_its_own() -> None:
    table = Table("tactics")
    for n in range(1, 10):
        table.lies(
            n,
            "red-1 red-2 red-3" if n == 1 else f"blue-{n}",
            "green-4" if n == 1 else "",
            owner=None if n == 1 else "A",
        )
    assert table.tap_refused("traitor").rule == "ST-RUS-07"


@pytest.mark.rule("ST-RUS-03")
@pytest.mark.parametrize(("house", "drawn"), [({}, 3), ({"recruiter_draws": True}, 4)])
def test_recruiter_is_only_told_and_the_turn_is_over(house: dict[str, bool], drawn: int) -> None:
    table = Table("tactics", **house)
    events = table.taps("recruiter")
    assert ev.CardsDrawn("A", drawn, 2) in events
    assert len([e for e in events if isinstance(e, ev.CardsDrawn)]) == 1, "no other card at the end of the turn"
    assert (table.state.player("A").hand, table.state.discarded) == (7 + drawn - 3, ("recruiter",))
    assert str(table.view.first_task) == (f"Ann: draw {drawn}, put 2 of your hand under the piles; draw no other.")
    assert (table.view.to_move, table.view.claiming) == ("B", "A")


@pytest.mark.rule("ST-RUS-03")
def test_recruiter_draws_what_there_is() -> None:
    table = Table("tactics")
    table.state = replace(table.state, pile=1)
    assert ev.CardsDrawn("A", 1, 2) in table.taps("recruiter")
    assert table.state.pile == 2


@pytest.mark.rule("ST-RUS-07")
def test_after_a_ruse_stones_are_claimed_as_after_any_card() -> None:
    table = Table("tactics")
    table.lies(1, "red-7 red-8 red-9", "yellow-7 yellow-8")
    table.lies(2, "", "blue-8")
    table.taps("traitor", "yellow-8", "place-a9")
    assert table.view.claiming == "A"
    table.taps("stone-1")
    assert table.view.stones[0].owner == "A"


@pytest.mark.rule("ST-RUS-07")
@pytest.mark.parametrize("ruse", ["strategist", "banshee", "traitor"])
def test_a_ruse_without_a_target_is_not_played_but_by_the_tables_ruling(ruse: str) -> None:
    refused = Table("tactics").tap_refused(ruse)
    assert refused.rule == "ST-RUS-07"
    table = Table("tactics", ruse_without_target=True)
    table.taps(ruse)
    table.answers("target", "in_vain")
    assert (table.state.discarded, table.view.to_move) == ((ruse,), "B")


@pytest.mark.rule("ST-TIE-02")
@pytest.mark.parametrize(("house", "first"), [({}, "B"), ({"first_moment_counts": True}, "A")])
def test_a_side_that_lost_a_card_counts_from_when_it_was_filled_again(house: dict[str, bool], first: str) -> None:
    table = Table("tactics", **house)
    table.lies(1, "red-1 red-2 red-3", "blue-1 blue-2 blue-3")
    table.on_turn("B")
    table.taps("banshee", "red-2")
    assert table.view.stones[0].full_first == ""
    table.lays("red-4", 1)
    assert table.view.stones[0].full_first == first


@pytest.mark.rule("ST-TIE-02")
def test_a_side_filled_by_a_moved_card_is_full_from_that_moment() -> None:
    table = Table("tactics")
    table.lies(1, "red-1 red-2", "blue-1 blue-2 blue-3")
    table.lies(2, "red-3")
    table.taps("strategist", "red-3", "place-a1")
    assert table.view.stones[0].full_first == "B"
    assert table.state.stone(1).a_full == table.state.plays


# ---- dead ends


@pytest.mark.rule("ST-END-05")
@pytest.mark.parametrize(("b_owns", "winner", "points"), [(3, "A", {"A": 5, "B": 3}), (4, "", {"A": 4, "B": 4})])
def test_when_both_pass_the_table_may_end_the_round(b_owns: int, winner: str, points: dict[str, int]) -> None:
    table = Table("tactics")
    for n in range(1, 5):
        table.lies(2 * n - 1, f"red-{n}", owner="A")
        table.lies(2 * n, f"blue-{n}", owner="B" if n <= b_owns else None)
    table.answers("play", "nothing")
    assert not any(o.name == "dead_end" for q in GAME.questions(table.state) for o in q.offers)
    table.answers("play", "nothing")
    [won] = [e for e in table.answers("play", "dead_end") if isinstance(e, ev.RoundWon)]
    assert (won.player, won.why, won.points) == (winner, "ST-END-05", points)
    assert table.view.phase == "over"
    assert str(table.view.results[0].why).startswith("Nobody can go on")


@pytest.mark.rule("ST-END-05")
def test_a_claim_or_a_card_between_two_passes_is_no_dead_end() -> None:
    table = Table("tactics")
    table.lies(1, "red-7 red-8 red-9")
    table.answers("play", "nothing")
    table.taps("stone-1")
    table.answers("play", "nothing")
    assert table.state.passes == 1
    table.lays("blue-1", 3)
    assert table.state.passes == 0


@pytest.mark.rule("ST-CMP-04")
def test_each_of_the_ten_has_an_article_and_asks_what_its_text_wants() -> None:
    asked = {}
    for card in TACTICS:
        table = Table("tactics")
        table.lies(1, "red-7", "blue-7")
        table.taps(card)
        asked[card] = table.view.waiting.asks if table.view.waiting else ""
    assert asked == {
        **dict.fromkeys(("joker-1", "joker-2", "spy", "shield_bearer"), "place"),
        **dict.fromkeys(("blind_mans_bluff", "mud_fight"), "stone"),
        "recruiter": "",
        **dict.fromkeys(("strategist", "banshee", "traitor"), "target"),
    }
