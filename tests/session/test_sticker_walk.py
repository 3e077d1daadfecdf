"""The sticker walk at a case without a keyboard: buttons, taps of new stickers, and what stands on the panel."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from companion.games.sticker_registry import Registry, StickerFile
from companion.menu.pages import HomePage, ListPage, NoticePage, StickerPage
from companion.session.inputs import SessionCall
from tests.table import Table

ALL_BUT_CARDS = ("Command cards",)


class Walker(Table):
    """A table with a roll of new stickers; counts presses."""

    def __init__(self, folder: Path, **parts: object) -> None:
        super().__init__(folder, game="glen_more_2", **parts)
        self.numbers = count(1)
        self.presses = 0

    def press(self, *keys: str) -> object:  # type: ignore[override]
        self.presses += len(keys)
        return super().press(*keys)

    def to(self, *words: str) -> None:
        """Choose the row that begins so in each list, by the shorter way."""
        for each in words:
            self.press(*self.keys_to(each))

    def stickers_page(self) -> None:
        self.press("BACK+")
        self.to("This box", "Stickers")

    def walk(self, *kinds: str) -> None:
        """Begin a walk over these kinds; all where none is named."""
        self.stickers_page()
        rows = [str(row.label) for row in self.page.rows if row.ticked]  # type: ignore[union-attr]
        for each in rows if kinds else ():
            if each not in kinds:
                self.to(each)
        self.to("Begin")

    def new(self) -> str:
        return f"04{next(self.numbers):012x}"

    def stick(self, uid: str = "") -> str:
        """Put a sticker on what is asked for, and tap it."""
        uid = uid or self.new()
        self.tap(f"uid:{uid}")
        return uid

    @property
    def asks(self) -> str:
        page = self.page
        assert isinstance(page, StickerPage), page
        return str(page.piece)

    @property
    def told(self) -> str:
        assert isinstance(self.page, StickerPage), self.page
        return str(self.page.result or "")

    @property
    def kept(self) -> dict[str, str]:
        return StickerFile(self.folder / "stickers.toml").table("stickers")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Walker]:
    with Walker(tmp_path) as made:
        yield made


def test_home_tiles_are_stickered_with_a_tap_and_no_press_each(table: Walker) -> None:
    table.walk("Home tiles")
    asked, before = [], table.presses
    while len(asked) < 4:
        asked.append(table.asks)
        table.stick()
        assert table.heard(1) == ["accepted"]
    assert asked == [f"home tile of {colour}" for colour in ("Red", "Yellow", "Blue", "Green")]
    assert table.presses == before
    assert list(table.kept.values()) == ["home_red", "home_yellow", "home_blue", "home_green"]
    assert table.told == "Every chosen piece has its sticker."


def test_what_is_written_down_is_there_before_the_beep(table: Walker) -> None:
    table.walk("Home tiles")
    uid = table.stick()
    assert table.kept == {uid: "home_red"}


def test_a_deck_goes_by_its_names_and_then_by_any_tile_in_any_order(table: Walker) -> None:
    table.walk("Deck A")
    page = table.page
    assert isinstance(page, StickerPage)
    assert (str(page.title), str(page.piece), str(page.number)) == ("Deck A", "Castle Stalker", "1 of 14")
    assert [str(each) for each in page.after] == ["Donan Castle", "Loch Lochy"]
    for _ in range(6):
        table.stick()
    page = table.page
    assert isinstance(page, StickerPage)
    assert (str(page.piece), str(page.number)) == ("Any tile of deck A without a sticker", "4 of 11")
    assert [*table.kept.values()][3:] == ["A-1", "A-2", "A-3"]


def test_command_cards_come_in_the_order_of_the_printed_sheet(table: Walker) -> None:
    table.walk("Command cards")
    asked = []
    for _ in range(12):
        asked.append(table.asks)
        table.stick()
    assert asked[:3] == ["Sell wood", "Sell stone", "Sell barley"]
    assert asked[-1] == "2 points"
    assert next(iter(table.kept.values())) == "card:sell_wood"


def test_the_whole_box_takes_about_twelve_presses_and_a_tap_a_piece(table: Walker) -> None:
    table.walk()
    taps = 0
    while table.told != "Every chosen piece has its sticker.":
        table.stick()
        taps += 1
    uids = list(table.kept)
    for uid in uids[:5]:
        table.stick(uid)
    assert table.told == "Five are read: that is all."
    table.press("BACK+", "BACK")
    assert table.presses <= 12
    assert taps == len(set(table.kept.values())) == len(table.app.running.table_game.registry.stickers) > 200
    assert isinstance(table.page, HomePage | ListPage)


def test_skipping_puts_a_piece_last(table: Walker) -> None:
    table.walk("Home tiles")
    table.press("DOWN")
    assert table.asks == "home tile of Yellow"
    for _ in range(3):
        table.stick()
    assert table.asks == "home tile of Red"
    table.stick()
    assert set(table.kept.values()) == {f"home_{colour}" for colour in ("red", "yellow", "blue", "green")}


def test_one_step_back_a_piece_gets_another_sticker(table: Walker) -> None:
    table.walk("Home tiles")
    wrong = table.stick()
    table.press("UP")
    assert (table.asks, table.told) == ("home tile of Red", "It has a sticker; tap another one to change it.")
    right = table.stick()
    assert table.kept == {right: "home_red"}
    assert wrong not in table.kept
    assert table.asks == "home tile of Yellow"


def test_back_and_on_again_changes_nothing(table: Walker) -> None:
    table.walk("Home tiles")
    table.stick()
    table.stick()
    table.press("UP", "UP")
    assert table.asks == "home tile of Red"
    table.press("DOWN")
    assert table.asks == "home tile of Blue"


def test_undo_takes_the_last_sticker_off_again(table: Walker) -> None:
    table.walk("Home tiles")
    table.stick()
    table.press("UNDO")
    assert table.kept == {}
    assert table.asks == "home tile of Red"
    assert table.told == "The last sticker is taken back."
    table.press("UNDO")
    assert table.asks == "home tile of Red"


def test_a_walk_goes_on_another_day(tmp_path: Path) -> None:
    with Walker(tmp_path) as table:
        table.walk("Home tiles")
        table.stick()
        table.press("BACK")
        assert isinstance(table.page, ListPage)
    with Walker(tmp_path) as table:
        table.numbers = count(100)
        table.stickers_page()
        notes = {str(row.label): str(row.note) for row in table.page.rows}  # type: ignore[union-attr]
        assert notes["Home tiles"] == "1 of 4"
        table.press("BACK", "BACK", "BACK")
        table.walk("Home tiles")
        assert table.asks == "home tile of Yellow"


def test_a_walk_that_was_broken_off_is_gone_on_with_in_two_presses(tmp_path: Path) -> None:
    """The plug was pulled in the middle of deck A; command cards were left out on purpose."""
    with Walker(tmp_path) as table:
        table.walk("Home tiles", "Deck A", "Deck B")
        for _ in range(6):
            table.stick()
        asked, left = table.asks, 12
    assert asked == "Loch Lochy"
    with Walker(tmp_path) as table:
        table.numbers = count(100)
        table.press("BACK+")
        assert (table.rows[0], table.page.cursor) == ("Go on with the stickers", 0)  # type: ignore[union-attr]
        table.press("OK")
        assert (table.asks, table.presses) == (asked, 2)
        for _ in range(left):
            table.stick()
        assert str(table.page.title) != "Deck A"  # type: ignore[union-attr]
    with Walker(tmp_path) as table:
        table.tap("home:red")
        table.press("BACK+")
        assert "Go on with the stickers" not in table.rows, "people are playing"


def test_where_every_kind_is_done_or_not_begun_no_walk_is_offered(table: Walker) -> None:
    table.walk("Home tiles")
    for _ in range(4):
        table.stick()
    table.press("BACK", "BACK", "BACK", "BACK+")
    assert "Go on with the stickers" not in table.rows


def test_a_sticker_that_is_on_another_piece_says_so_and_moves_when_it_is_tapped_again(table: Walker) -> None:
    table.walk("Home tiles")
    uid = table.stick()
    table.stick(uid)
    assert table.heard(1) == ["asks"]
    assert table.told == "That sticker is on home tile of Red. If that is wrong, tap it once more."
    assert table.kept == {uid: "home_red"}
    table.stick(uid)
    assert table.kept == {uid: "home_yellow"}
    assert table.told == "The sticker is on home tile of Yellow now; home tile of Red has none."
    assert table.asks == "home tile of Red"


def test_one_that_was_asked_about_is_not_another_that_is_tapped_next(table: Walker) -> None:
    table.walk("Home tiles")
    one, other = table.stick(), table.stick()
    table.stick(one)
    table.stick(other)
    assert table.told.startswith("That sticker is on home tile of Yellow.")
    assert table.kept == {one: "home_red", other: "home_yellow"}


def test_two_stickers_that_were_mixed_up_change_places(table: Walker) -> None:
    table.walk("Home tiles")
    one, other = table.stick(), table.stick()
    table.press("UP", "UP")
    table.stick(other)
    assert table.told.startswith("That sticker is on home tile of Yellow.")
    table.stick(other)
    assert table.kept == {other: "home_red", one: "home_yellow"}
    assert table.told == "Swapped: home tile of Red and home tile of Yellow."
    table.press("UNDO")
    assert table.kept == {one: "home_red", other: "home_yellow"}


def test_the_right_sticker_tapped_again_changes_nothing(table: Walker) -> None:
    table.walk("Home tiles")
    uid = table.stick()
    table.press("UP")
    assert table.told == "It has a sticker; tap another one to change it."
    table.stick(uid)
    assert table.told == "That is the sticker it has: home tile of Red."
    assert table.heard(1) == ["refused"]
    assert table.kept == {uid: "home_red"}


@pytest.mark.parametrize(
    ("tag", "sentence"),
    [
        ("uid:04a1b2", "The sticker was read only in part; tap it again."),
        ("uid:08a1b2c3", "That is a phone, its number changes every time; tap a sticker."),
        ("uid:04aaaaaaaaaaaa", "That sticker is on a piece of another game: other."),
        ("tile:loch_ness", "That is not a sticker: tap the sticker itself, on the reader."),
        ("rubbish", "That sticker does not belong to this game; tap a piece or a card of the box."),
    ],
)
def test_what_is_no_sticker_of_this_box_is_one_sentence_and_the_walk_goes_on(
    table: Walker, tag: str, sentence: str
) -> None:
    StickerFile(table.folder / "stickers.toml").keep("games.other", {"04aaaaaaaaaaaa": "thing"})
    table.walk("Home tiles")
    table.tap(tag)
    assert isinstance(table.page, NoticePage)
    assert (table.says, table.heard(1)) == (sentence, ["refused"])
    table.stick()
    assert [*table.kept.values()] == ["home_red"]


def test_two_stickers_together_bind_nothing_and_what_the_first_had_bound_goes_back(table: Walker) -> None:
    table.walk("Home tiles")
    one, other = table.new(), table.new()
    for tag in (f"uid:{one}+{other}", f"uid:{other}+{one}"):
        table.tap(tag)
        assert table.told == "Two new stickers lie there together, and nothing was noted: tap one at a time."
        assert (table.kept, table.heard(1)) == ({}, ["refused"])
    table.stick(one)
    assert table.kept == {one: "home_red"}
    table.tap(f"uid:{other}+{one}")
    assert table.kept == {}
    assert table.asks == "home tile of Red"


def test_the_walk_ends_with_five_names_to_read(table: Walker) -> None:
    table.walk("Home tiles")
    uids = [table.stick() for _ in range(4)]
    assert table.asks == "Tap any five and read their names"
    for n, uid in enumerate(uids, 1):
        table.stick(uid)
        assert table.asks == f"home tile of {('Red', 'Yellow', 'Blue', 'Green')[n - 1]}"
        assert str(table.page.number) == f"{n} of 5"  # type: ignore[union-attr]


def test_a_wrong_name_in_the_check_is_put_right_with_the_list_of_pieces(table: Walker) -> None:
    table.walk("Home tiles")
    uids = [table.stick() for _ in range(4)]
    table.stick(uids[0])
    table.press("OK")
    assert table.says == "On which piece is this sticker?"
    table.to("Landmark cards", "Loch Ness")
    assert table.kept[uids[0]] == "card_loch_ness"
    assert table.asks == "Loch Ness"


def test_a_new_sticker_at_any_other_time_asks_on_which_piece_the_likeliest_first(table: Walker) -> None:
    uid = table.stick()
    assert table.says == "On which piece is this sticker?"
    assert table.rows[:4] == [f"home tile of {colour}" for colour in ("Red", "Yellow", "Blue", "Green")]
    assert {"Command cards", "Deck D", "Landmark cards", "Persons"} < set(table.rows)
    assert str(table.page.rows[-1].note) == uid  # type: ignore[union-attr]
    table.press("DOWN", "OK")
    assert table.kept == {uid: "home_yellow"}
    assert [player.colour for player in table.view.players] == ["yellow"], "and it counts as tapped"


def test_a_new_sticker_can_be_on_a_piece_of_any_kind(table: Walker) -> None:
    uid = table.stick()
    table.to("Deck B", "Any tile of deck B")
    assert table.kept == {uid: "B-1"}
    other = table.stick()
    table.to("Command cards", "Sell wood")
    assert table.kept == {uid: "B-1", other: "card:sell_wood"}


def test_kinds_that_have_all_their_stickers_come_last_in_the_choice(table: Walker) -> None:
    table.walk("Home tiles")
    for _ in range(4):
        table.stick()
    table.press("BACK", "BACK", "BACK", "BACK")
    table.stick()
    assert table.rows[0] == "Start tiles"
    assert table.rows[-2:] == ["Home tiles", "Never mind"]


def test_only_what_can_be_chosen_has_a_box_to_tick(table: Walker) -> None:
    table.stickers_page()
    rows = table.page.rows  # type: ignore[union-attr]
    assert [row.ticked for row in rows] == [None, *[True] * (len(rows) - 2), None]


def test_two_stickers_on_one_piece_count_once_and_a_lost_piece_is_left_out(tmp_path: Path) -> None:
    """As somebody may have written them into the file."""
    written = {"04aaaaaaaaaaaa": "home_red", "04bbbbbbbbbbbb": "home_red", "04cccccccccccc": "no_such_piece"}
    StickerFile(tmp_path / "stickers.toml").keep("stickers", written)
    with Walker(tmp_path) as table:
        table.walk("Home tiles")
        assert table.asks == "home tile of Yellow"
        table.stick("04cccccccccccc")
        assert table.told == "That sticker is on no_such_piece. If that is wrong, tap it once more."
        table.stick("04cccccccccccc")
        assert table.kept == {**written, "04cccccccccccc": "home_yellow"}


def test_never_mind_leaves_everything_as_it_was(table: Walker) -> None:
    table.stick()
    table.to("Never mind")
    assert table.kept == {}
    assert table.entries == []


def test_a_full_disk_is_one_sentence_and_the_same_piece_is_asked_again(
    table: Walker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    table.walk("Home tiles")
    with monkeypatch.context() as patch:
        patch.setattr("companion.games.sticker_registry.write_toml", full)
        table.stick()
    assert table.says == "The sticker was not kept (No space left on device); free some space and tap it again."
    table.press("OK")
    assert table.asks == "home tile of Red"
    assert table.kept == {}


# What is written on the sticker itself

CASTLE = "#1;gm2;tile;B;Duart Castle;1"


def keep_asked(table: Walker) -> str:
    page = table.page
    assert isinstance(page, ListPage), page
    return str(page.title)


def test_an_unknown_sticker_that_says_what_it_is_on_is_asked_for_and_never_taken_unasked(table: Walker) -> None:
    uid = table.new()
    table.tap(f"uid:{uid}{CASTLE}")
    assert table.heard(1) == ["asks"]
    assert keep_asked(table) == "This sticker says: Duart Castle. Keep it?"
    assert table.rows[0].startswith("Duart Castle")
    assert table.kept == {}
    table.press("OK")
    assert table.kept == {uid: "duart_castle"}


def test_never_mind_keeps_nothing_and_the_same_sticker_asks_again(table: Walker) -> None:
    uid = table.new()
    for _ in range(2):
        table.tap(f"uid:{uid}{CASTLE}")
        table.to("Never mind")
        assert table.kept == {}


def test_a_sticker_that_is_known_counts_whatever_is_written_on_it(table: Walker) -> None:
    uid = table.new()
    StickerFile(table.folder / "stickers.toml").keep("stickers", {uid: "home_red"})
    table.tap(f"uid:{uid}{CASTLE}")
    assert not (isinstance(table.page, ListPage) and "says" in keep_asked(table))
    assert table.kept == {uid: "home_red"}


@pytest.mark.parametrize(
    "record",
    ["#", "#1;gm2;tile;A;Nowhere;1", "#1;other;tile;B;Duart Castle;1", "#\ud800", "#1;gm2;tile;B;D\x1b[2J;1"],
)
def test_what_says_nothing_of_this_box_is_a_new_sticker_like_any_other(table: Walker, record: str) -> None:
    table.tap(f"uid:{table.new()}{record}")
    assert keep_asked(table) == "On which piece is this sticker?"


def test_in_the_walk_a_sticker_that_says_the_piece_asked_for_is_one_tap(table: Walker) -> None:
    table.walk("Home tiles")
    uid = table.new()
    table.tap(f"uid:{uid}#1;gm2;home;;red;1")
    assert table.asks == "home tile of Yellow"
    assert table.kept == {uid: "home_red"}


def test_in_the_walk_a_sticker_that_says_another_piece_asks_and_the_walk_goes_on(table: Walker) -> None:
    table.walk("Home tiles")
    uid = table.new()
    table.tap(f"uid:{uid}#1;gm2;home;;blue;1")
    assert keep_asked(table) == "This sticker says: home tile of Blue. Keep it?"
    assert table.kept == {}
    table.press("OK")
    assert (table.asks, table.told) == ("home tile of Red", "Done: home tile of Blue")
    assert table.kept == {uid: "home_blue"}
    table.press("UNDO")
    assert table.kept == {}


def test_in_the_check_too(table: Walker) -> None:
    table.walk("Home tiles")
    table.press("OK")
    uid = table.new()
    table.tap(f"uid:{uid}{CASTLE}")
    assert keep_asked(table) == "This sticker says: Duart Castle. Keep it?"
    table.press("OK")
    assert table.asks == "Duart Castle"


def test_a_tile_that_is_taken_with_a_sticker_that_says_its_name_is_taken_once_that_is_kept(
    table: Walker,
) -> None:
    table.seated("red", "blue")
    before = len(table.app.running.history.entries)
    table.tap(f"uid:{table.new()}{CASTLE}")
    assert len(table.app.running.history.entries) == before
    table.press("OK")
    assert set(table.kept.values()) == {"duart_castle"}
    assert "Duart Castle" in str(table.page)


def test_a_tile_that_got_its_name_after_the_walk_needs_no_second_sticker(table: Walker) -> None:
    table.walk("Deck A")
    while table.told != "Every chosen piece has its sticker.":
        table.stick()
    table.press("BACK", "BACK", "BACK", "BACK+")
    table.to("This box", "Tiles", "Tiles of an unknown deck", "Aberfoyle", "Deck", "A")
    tap_it = "The tiles of deck A have stickers already: tap the one that is Aberfoyle, then enter its name."
    assert table.says == tap_it
    of_deck = {*table.kept.values()}
    uid = next(uid for uid, piece in table.kept.items() if piece == "A-11")
    told = {"name": "Aberfoyle"}
    table.app.submit(SessionCall(lambda session: session.tiles.keep("A-11", told) or "accepted")).result(5)
    assert table.kept[uid] == "aberfoyle"
    assert {*table.kept.values()} == of_deck - {"A-11"} | {"aberfoyle"}
    table.press("BACK+", "BACK")
    table.walk("Deck A")
    assert table.told == "Every chosen piece has its sticker."
    table.stick(uid)
    assert table.asks == "Aberfoyle"


def test_a_nameless_tile_that_has_its_sticker_is_not_taken_for_the_next_one(table: Walker) -> None:
    table.walk("Deck A")
    for _ in range(4):
        uid = table.stick()
    before = table.kept
    for _ in range(2):
        table.stick(uid)
        assert table.heard(1) == ["refused"]
        assert table.told == "This one has its sticker already; tap another one."
    assert table.kept == before


def test_a_sticker_that_says_nothing_is_compared_with_no_record(
    table: Walker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def record_of(_registry: Registry, piece: str) -> str:
        raise AssertionError(f"the record of {piece} was made, and people wait for the beep")

    monkeypatch.setattr(Registry, "record_of", record_of)
    table.walk("Home tiles")
    uid = table.stick()
    assert table.kept == {uid: "home_red"}
