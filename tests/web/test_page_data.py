"""What the page draws, made from views: the ring, the tray, the forms, the words of the panel."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine.message import literal, tr
from companion.engine.offers import Amount, Choice, Offer, Pick, Question, Reason, Text
from companion.games.glen_more_2.definition import GAME
from companion.games.glen_more_2.web import tray_groups
from companion.menu.pages import Hint, KeysPage, ListItem, ListPage, NumberPage
from companion.screens.game_screens import CardToPrint
from companion.screens.translator import Translator
from companion.session.inputs import TapPreview
from companion.state.glen_more_2.view import NeutralView, PlayerView, SpaceView, TableTask, View, outline_of
from companion.web import page_data
from companion.web.game_page import TrayGroup, TrayPiece
from companion.web.session_calls import translate_value
from tests.state.glen_more_2.table import Table
from tests.state.glen_more_2.test_decks import at

WORDS = Translator("en")


def player(colour: str, name: str = "") -> PlayerView:
    return PlayerView(colour, colour, name, 0, 0, 0, 0, 0, 0, 2, 0, 10)


def view(**more: Any) -> View:
    ring = (
        SpaceView(("red",), "", None, "", 0, True),
        SpaceView((), "loch_ness", literal("Loch Ness"), "C", 1, True),
        SpaceView((), "", tr("a tile of deck {deck}", deck="C"), "C", 2, False),
        SpaceView(("die",), "", None, "", 0, True),
        SpaceView(("blue", "green"), "worlds_end", tr("World's End"), "", 0, True),
    )
    players = (player("red", "Ann"), player("blue"), player("green"))
    start: dict[str, Any] = {
        "phase": "take", "turn": 3, "on_turn": "red", "next_up": "die", "players": players, "market": (),
        "track": ring, "spaces": 7, "deck": "C", "left": 4, "discards": (),
    }  # fmt: skip
    return View(**{**start, **more})


def rondel(shown: View) -> dict[str, Any]:
    """The board as the page gets it."""
    board = page_data.board_data(GAME, shown, outline_of(shown), WORDS)
    found: dict[str, Any] = translate_value(board, WORDS)
    return found


def test_the_ring_shows_figures_tiles_and_the_free_spaces_at_its_end() -> None:
    spaces = rondel(view())["spaces"]
    assert [[figure["name"] for figure in space["figures"]] for space in spaces] == [
        ["Ann"], [], [], ["The die"], ["Blue", "Green"], [], [],
    ]  # fmt: skip
    assert [space["label"] for space in spaces] == ["", "Loch Ness", "unknown", "", "World's End", "", ""]
    assert [space["tag"] for space in spaces[:3]] == ["", "tile:loch_ness", ""]


def test_what_is_owed_and_what_is_booked_stand_apart() -> None:
    tasks = (TableTask(tr("Discard {tiles}", tiles="S-2")),)
    shown = rondel(view(turn_log=(tr("Took {tile}", tile="S-1"),), table_tasks=tasks))
    assert shown["to_do"] == ["Discard S-2"]
    assert shown["turn_log"] == ["Took S-1"]
    assert (shown["words"]["to_do"], shown["words"]["turn_log"]) == ("To do", "Booked")


def test_everybody_carries_the_mark_of_the_panel() -> None:
    assert [figure["id"] for space in rondel(view())["spaces"] for figure in space["figures"]] == [
        "red", "die", "blue", "green",
    ]  # fmt: skip
    englishman = NeutralView("neutral:englishman", tr("The Englishman"), "", ("##", "# "))
    shown = outline_of(view(neutrals=(englishman,)))
    drawn = page_data.figure_marks(shown)
    assert set(drawn) == {"red", "blue", "green", "die", "neutral:englishman"}
    assert len(set(drawn.values())) == len(drawn), "nobody has another's mark"
    # An open square: its first row is black from edge to edge, the one in the middle at the edges alone.
    assert drawn["blue"].startswith("M0 0h32v1h-32z")
    assert "M0 16h5v1h-5z" in drawn["blue"]
    assert drawn["neutral:englishman"].endswith("M0 31h16v1h-16z"), "the picture that its chronicle brings"


def test_the_middle_of_the_ring_says_whose_turn_it_is() -> None:
    assert rondel(view())["title"] == "Ann's turn"
    assert rondel(view())["lines"] == ["Next: The die", "Deck C: 4 left"]
    assert rondel(view(over=True))["title"] == "The game is over"
    assert rondel(view(over=True))["lines"] == []
    before = rondel(view(track=()))
    assert (before["title"], before["lines"], before["spaces"]) == ("The game has not begun", [], [])


def test_the_tray_has_the_named_pieces_first_and_the_command_cards_last() -> None:
    tiles = (
        TrayPiece("tile:C-2", "C-2", is_anonymous=True),
        TrayPiece("tile:loch_ness", "Loch Ness", "on the rondel"),
        TrayPiece("tile:C-3", "Eagles Nest"),
    )
    groups = (TrayGroup("C", "Deck C", tiles), TrayGroup("more", "Other tiles", ()))
    deck, cards = page_data.tray_data(groups, [CardToPrint("done", tr("Done"), "")], only_looked_at, WORDS)
    assert [piece.label for piece in deck.pieces] == ["Loch Ness", "Eagles Nest", "C-2"]
    assert [(piece.tag, piece.label) for piece in cards.pieces] == [("card:done", "Done")]
    assert page_data.tray_data(groups, [], only_looked_at, WORDS) == [deck], (
        "no tab for cards where a game has none"
    )


def only_looked_at(piece: str) -> TapPreview:
    return TapPreview(literal(f"{piece} lies there."))


def test_a_piece_of_the_tray_says_what_a_tap_would_do() -> None:
    asks = TapPreview(tr("What happened?"), tr("asks first"), (literal("this"), literal("that")))
    told = {"S-1": asks, "card:done": TapPreview(tr("Done"), tr("Done"))}
    groups = (TrayGroup("S", "Start tiles", (TrayPiece("tile:S-1", "S-1"),)),)
    shown = page_data.tray_data(groups, [CardToPrint("done", tr("Done"), "")], told.__getitem__, WORDS)
    (tile,), (card,) = (group.pieces for group in shown)
    assert (tile.does, tile.tells) == ("asks first", ("What happened?", "this", "that"))
    assert (card.does, card.tells) == ("Done", ("Done",))


def lying(table: Table) -> dict[str, TrayPiece]:
    return {piece.tag: piece for group in tray_groups(table.state, table.view, WORDS) for piece in group.pieces}


def test_a_tile_of_the_tray_says_what_it_is_called_and_where_it_lies() -> None:
    table = at("red yellow blue S-1 S-2 S-3")
    pieces = lying(table)
    assert (pieces["tile:S-1"].note, pieces["tile:S-1"].place, pieces["tile:S-1"].kind) == (
        "on the rondel",
        "ready",
        "deck-0",
    )
    assert (pieces["tile:aberfoyle"].note, pieces["tile:aberfoyle"].place) == ("deck A", "")
    assert not any(piece.is_anonymous for piece in pieces.values())
    table.takes("red", "S-2")
    pieces = lying(table)
    taken, passed = pieces["tile:S-2"], pieces["tile:S-1"]
    assert (taken.note, taken.place, taken.owner) == ("Red has it", "used", "red")
    assert (pieces["tile:home_red"].note, pieces["tile:home_red"].owner) == ("plays", "red")
    assert (pieces["tile:home_green"].note, pieces["tile:home_green"].owner) == ("", "")
    assert (passed.note, passed.owner) == ("on the rondel", "")
    table.corrects("piece", "S-4", "discards")
    table.corrects("piece", "S-5", "removed")
    pieces = lying(table)
    assert (pieces["tile:S-4"].note, pieces["tile:S-4"].place) == ("on the discard pile", "used")
    assert (pieces["tile:S-5"].note, pieces["tile:S-5"].place) == ("out of the game", "used")


def test_a_tile_that_nobody_told_goes_by_its_number() -> None:
    table = Table(3, box="bare")
    pieces = [piece for group in tray_groups(table.state, table.view, WORDS) for piece in group.pieces]
    assert {piece.label for piece in pieces if piece.is_anonymous} >= {"A-1", "S-1"}
    assert not {piece.label for piece in pieces if piece.is_anonymous} & {"Loch Ness"}


def test_only_offers_in_which_something_is_written_become_forms() -> None:
    closed = Reason("GM-X", tr("no"))
    new = Choice("new", tr("another name"), then=(Text("name", tr("What is the name?"), 12),))
    who = Pick("who", tr("Who?"), (Choice("red", tr("Red"), then=(Pick("which", tr("Which?"), (new,)),)),))
    offers = (
        Offer("name", tr("Name a player"), (who,)),
        Offer("pay", tr("Pay"), (Amount("coins", tr("How many?"), 0, 9, 1),)),
        Offer("note", tr("A note"), (Text("text", tr("What?")),), closed=closed),
    )
    (form,) = page_data.open_forms([Question(0, "correct", tr("What is wrong?"), offers)])
    assert translate_value(page_data.form_data(form), WORDS) == {
        "question": 0, "name": "name", "label": "Name a player", "fields": True, "open": False,
    }  # fmt: skip


def test_a_form_gives_the_fields_of_each_choice_when_it_is_chosen() -> None:
    new = Choice("new", tr("another name"), then=(Text("name", tr("What is the name?"), 12),))
    who = Pick("who", tr("Who?"), (Choice("red", tr("Red"), then=(Pick("which", tr("Which?"), (new,)),)),))
    offer = Offer("name", tr("Name a player"), (Text("note", tr("Note")), who))

    def fields(*path: str) -> Any:
        return translate_value(page_data.form_fields(offer, path), WORDS)

    red = {"value": "red", "label": "Red", "more": True, "closed": "", "caution": ""}
    assert fields()[1] == {"type": "pick", "text": "Who?", "choices": [red]}
    assert fields("1", "red")[0]["choices"][0]["value"] == "new"
    assert fields("1", "red", "0", "new") == [{"type": "text", "text": "What is the name?", "longest": 12}]
    assert [fields(*path) for path in (("0", "x"), ("1", "blue"), ("7", "red"), ("x", "red"))] == [None] * 4


def test_the_tray_says_each_sentence_once_and_nothing_of_what_is_not() -> None:
    tiles = (
        TrayPiece("tile:A", "A", tells=("It lies there.", "Take it")),
        TrayPiece("tile:B", "B", tells=("Take it",)),
    )
    assert page_data.compact_tray([TrayGroup("S", "Start tiles", tiles)]) == {
        "groups": [
            {
                "id": "S",
                "label": "Start tiles",
                "pieces": [
                    {"tag": "tile:A", "label": "A", "tells": [0, 1]},
                    {"tag": "tile:B", "label": "B", "tells": [1]},
                ],
            }
        ],
        "lines": ["It lies there.", "Take it"],
    }


def test_who_can_not_see_the_panel_hears_what_it_says() -> None:
    hints = (Hint("OK", tr("choose")),)
    rows = (ListItem(tr("Sell")), ListItem(tr("Buy")))
    listing = ListPage("menu", tr("What happened?"), rows, 1, hints)
    assert page_data.page_text(listing, WORDS) == "What happened?; Sell; chosen: Buy; OK: choose"
    on_keys = KeysPage("question", tr("Which?"), rows, ("OK", "UP+"), (Hint("OK", tr("sell")),))
    assert page_data.page_text(on_keys, WORDS) == "Which?; OK: Sell; UP+: Buy; OK: sell"
    number = NumberPage(tr("How many?"), 3, 0, 9, hints)
    assert page_data.page_text(number, WORDS) == "How many?; 3; OK: choose"


def test_values_become_json_with_their_words_put_in() -> None:
    tagged = Amount("coins", tr("How many, {name}?", name="Ann"), 0, 9, 1)
    assert translate_value({"part": (tagged, None)}, WORDS) == {
        "part": [
            {
                "type": "amount",
                "name": "coins",
                "text": "How many, Ann?",
                "low": 0,
                "high": 9,
                "default": 1,
                "why": None,
                "stride": 5,
                "starts_at_default": False,
                "is_own_count": False,
                "brief": None,
                "is_yes_no": False,
                "suggestions": [],
                "back": None,
                "soft_limit": None,
                "is_secret": False,
            },
            None,
        ]
    }


def test_what_chronicles_have_to_show_stands_under_the_ring() -> None:
    ann = msgspec.structs.replace(player("red", "Ann"), lines=(tr("boat: {place}", place="home"),))
    shown = rondel(view(players=(ann, player("blue")), lines=(literal("The jail is empty."),)))
    assert shown["notes"] == [
        {"figure": None, "lines": ["The jail is empty."]},
        {"figure": {"id": "red", "colour": "red", "name": "Ann"}, "lines": ["boat: home"]},
    ]


def test_the_tray_has_home_tiles_first_in_set_up_and_the_current_deck_first_in_play() -> None:
    def first(table: Table) -> str:
        return tray_groups(table.state, table.view, WORDS)[0].label

    assert first(Table(0)) == "Home tiles"
    table = Table(3)
    table.arrange("red S-1 blue S-2 yellow S-3 A?", deck="B")
    assert first(table) == "Deck B"


def test_every_piece_of_the_box_is_once_in_the_tray() -> None:
    table = Table(3)
    tags = [piece.tag for group in tray_groups(table.state, table.view, WORDS) for piece in group.pieces]
    assert sorted(tags) == sorted({f"tile:{id}" for id in table.state.facts.pieces})
