"""What people read who look something up: the facts in our words, and that nobody has told the rest yet."""

from __future__ import annotations

import pytest

from companion.engine.help_topics import Article, prepare_articles, search_articles
from companion.games.glen_more_2.bot import RandomGamePlan, RandomPlayer, new_history
from companion.games.glen_more_2.definition import GAME
from companion.games.glen_more_2.help_pages import (
    article_keys,
    entry_article_key,
    event_article_keys,
    find_article,
    tutorial_article_keys,
)
from companion.games.glen_more_2.installed_chronicles import game_rules
from companion.games.glen_more_2.screens.counts import UNCERTAIN_SIGN
from companion.games.random_play import play_step
from companion.state.glen_more_2.facts import Cost, Effect
from companion.state.glen_more_2.model import HouseRules
from tests.state.glen_more_2.table import Table, facts_of, with_piece


def read(table: Table, key: str) -> tuple[str, str]:
    """Title and text."""
    told = find_article(table.state, key)
    assert told, key
    return str(told.title), " ".join(map(str, told.text))


def about_last(table: Table) -> tuple[str, ...]:
    return event_article_keys(table.state, table.events)


def test_a_tile_that_nobody_has_told_about_says_what_is_unknown() -> None:
    title, text = read(Table(2, box="bare"), "loch_lochy")
    assert title == "Loch Lochy"
    assert "Put 2 goods of your choice on the Loch Lochy tile." in text
    assert text.endswith(
        "its cost, what it brings at once, whether it covers another tile, what it gives when activated."
    )


def test_a_tile_tells_cost_gain_kind_and_sign_as_soon_as_the_box_knows_them() -> None:
    facts = with_piece(
        facts_of("bare"),
        "loch_lochy",
        cost=(Cost("sheep", 2), Cost("coin", 1)),
        one_time=(Effect("landmark_card"), Effect("gain", "whisky", 2), Effect("scot_on_tile", "", 1)),
        rebuild=True,
        barred=True,
        symbol=True,
    )
    _, text = read(Table(2, facts=facts), "loch_lochy")
    assert "It costs 2 x sheep, 1 coin." in text
    assert "At once it brings its card, 2 barrels, 1 Scot onto this tile." in text
    assert "Its kind is loch. It is a rebuild tile: it covers a tile of its kind. No pawn may stop on it." in text
    assert "The die never discards it." in text
    assert text.endswith("look at the tile: what it gives when activated.")


def test_a_person_without_a_name_has_its_cost_in_the_text_and_a_short_title() -> None:
    cost = (Cost("scot", 1), Cost("whisky", 16))
    facts = with_piece(facts_of("bare"), "S-1", deck="S", category="person", cost=cost)
    title, text = read(Table(2, facts=facts), "S-1")
    assert title == "a person among the start tiles"
    assert "It costs 1 Scot, 16 barrels." in text


def test_a_free_tile_says_so() -> None:
    _, text = read(Table(2, facts=with_piece(facts_of("bare"), "halkirk", cost=())), "halkirk")
    assert "It costs nothing." in text
    assert "its cost" not in text


def test_a_tile_without_a_name_is_explained_as_far_as_it_can_be() -> None:
    title, text = read(Table(2, box="bare"), "A-4")
    assert title == "a tile of deck A"
    assert "whether it is a land tile, a person or a landmark, its cost, what it brings at once" in text


def test_a_person_is_explained_and_one_that_counts_twice_says_so() -> None:
    table = Table(2, box="bare")
    assert "places 1 clan marker" in read(table, "robert_the_bruce")[1]
    assert "It counts as 2 persons." in read(table, "david_hume")[1]
    assert "activated" not in read(table, "robert_the_bruce")[1]


def test_a_landmark_card_is_explained_with_when_it_works() -> None:
    assert read(Table(2), "card_castle_moil") == (
        "Castle Moil",
        "Scots in your home castle count twice in every scoring round. It works until the end of the game.",
    )


@pytest.mark.parametrize(
    ("crest", "when"),
    [
        ("ross", "It works once, for the first player who places a marker there."),
        ("sinclair", "It works for the player with the marker there, until the end of the game."),
        ("douglas", "Anybody may take it, as often as they like."),
    ],
)
def test_a_crest_is_explained_with_for_whom_it_works(crest: str, when: str) -> None:
    assert read(Table(2), crest)[1].endswith(when)


def test_home_tiles_world_s_end_and_signs_are_explained() -> None:
    table = Table(2)
    assert "start village on the left" in read(table, "home_red")[1]
    assert "takes no tile and is out of the game" in read(table, "worlds_end")[1]
    assert read(table, "sign.three")[1] == "Activated, give any 3 goods for 7 points."


def test_the_sign_that_is_explained_is_the_one_that_stands_in_the_table() -> None:
    told = find_article(Table(2).state, "doubt")
    assert told
    assert str(told.title) == f"Numbers with {UNCERTAIN_SIGN}"
    assert not any("~" in str(line) for line in told.text)


def test_what_nobody_knows_has_no_article() -> None:
    assert find_article(Table(2).state, "nonsense") is None
    assert find_article(Table(2).state, "GM-XXX-99") is None


@pytest.mark.parametrize(
    ("chronicle", "key", "words"),
    [
        ("boat_race", "ship_builder_1", "2 movement points"),
        ("boat_race", "race_start", "The race begins for everybody"),
        ("highlander", "mountain", "puts 1 coin or 1 good"),
        ("single_cask", "single_cask_sale_b", "may sell 1 barrel"),
        ("single_cask", "ben_wyvis", "lets one mature"),
        ("hammer", "glenfinnan_church", "1 barrel may be given for 4 points"),
        ("haggis", "creek_inn", "gives a haggis token"),
        ("turbulent", "card_loch_ness", "for each of your cards with its event side up"),
        ("great_glen", "most_animals", "10 points for most sheep and cattle"),
        ("penny_mobs", "mike_mccastle", "is a Scot of yours in another home castle"),
    ],
)
def test_what_a_chronicle_brings_is_explained_where_it_is_played_with(
    chronicle: str, key: str, words: str
) -> None:
    table = Table(0, box="bare", chronicles=(chronicle,))
    table.sits("red", "yellow", "blue")
    table.answers("start", "go")
    assert words in read(table, key)[1]
    assert read(table, chronicle)[1]
    absent = "is not in this game."
    assert not any(str(line).endswith(absent) for line in find_article(table.state, key).text)  # type: ignore[union-attr]
    without = Table(3, box="bare")
    if key not in without.state.facts.pieces:  # some are the base game's too
        assert key in article_keys(without.state)
        text = read(without, key)[1]
        assert text.startswith(f"{read(without, chronicle)[1].partition(absent)[0]}{absent}")
        assert words in text


def test_what_a_chronicle_could_not_have_told_yet_is_still_a_rule_or_a_piece_of_this_game() -> None:
    table = Table(3, box="bare")
    told = [key for key in article_keys(table.state) if "is not in this game" in read(table, key)[1]]
    assert told
    assert not [key for key in told if key.startswith("GM-") or key in table.state.facts.pieces]


def test_every_key_of_the_list_has_an_article_and_each_stands_once() -> None:
    table = Table(3, chronicles=("highlander",))
    listed = article_keys(table.state)
    assert len(set(listed)) == len(listed)
    assert [key for key in listed if find_article(table.state, key) is None] == []
    assert {"loch_ness", "ross", "sign.good", "GM-MKT-03", "mountain", "C2-05"} <= set(listed)


def test_what_an_entry_brought_names_what_explains_it() -> None:
    table = Table(3)
    table.arrange("red yellow blue castle_stalker S-2 A? END")
    table.takes("red", "castle_stalker")
    assert {"take", "castle_stalker", "GM-ONE-04", "card_castle_stalker"} <= set(about_last(table))
    table.enters("red", "sell", "sheep")
    assert about_last(table)[:1] == ("GM-MKT-07",)


def test_an_automatic_consequence_names_its_rule() -> None:
    table = Table(2)
    table.arrange("red S-1 yellow S-2 S-3 A? END")
    table.takes("red", "S-2")
    assert "GM-RND-05" in about_last(table)


def test_an_entry_of_a_list_names_what_explains_it() -> None:
    state = Table(3).state
    assert entry_article_key(state, "ledger", "sell") == "GM-MKT-07"
    assert entry_article_key(state, "start", "worlds_end") == "GM-SET-12"
    assert entry_article_key(state, "take", "worlds_end") == "GM-END-03"
    assert entry_article_key(state, "end", "done") == "GM-RND-06"
    assert entry_article_key(state, "nothing", "at_all") == ""


def test_the_articles_are_found_by_some_letters_the_titles_first() -> None:
    table = Table(2)
    articles = [one for key in article_keys(table.state) if (one := GAME.look_up.article(table.state, key))]

    def hits(words: str) -> list[str]:
        return [str(one.title) for one in search_articles(prepare_articles(articles, str), words)]

    assert hits("loch ne")[0] == "Loch Ness"
    assert hits("DONAN") == ["Donan Castle"] * 2
    assert "Market" in hits("empty row")
    assert hits("zebra") == []
    assert hits("") == []


def test_a_search_needs_every_word() -> None:
    one = Article("a", GAME.name, ())
    assert search_articles(prepare_articles([one], str), "glen more") == [one]
    assert search_articles(prepare_articles([one], str), "glen less") == []


def test_whatever_happens_in_a_game_its_rule_can_be_looked_up_and_a_sentence_is_told_of_it() -> None:
    """With all eight chronicles: every rule that an event carries, every lesson one sentence."""
    slugs = tuple(game_rules().library.expansions)
    history = new_history(game_rules(), facts_of("complete"), HouseRules(), slugs)
    player = RandomPlayer(RandomGamePlan(3, 5, chronicles=slugs))
    carried, told = set(), set()
    for _ in range(400):
        if game_rules().is_finished(history.state):
            break
        play_step(history, player)
        for event in history.entries[-1].events:
            carried.add(getattr(event, "rule", ""))
            told.update(tutorial_article_keys(history.state, [event]))
    state = history.state
    assert len(carried) > 10
    assert [rule for rule in carried if rule and find_article(state, rule) is None] == []
    known = [one for key in told if (one := find_article(state, key))]
    assert len(known) > 30
    assert [one.key for one in known if ". " in str(one.text[0])] == []
