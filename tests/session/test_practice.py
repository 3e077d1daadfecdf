"""Trying the desk first spoils no box: what its page makes up stays in the practice folder."""

from __future__ import annotations

from pathlib import Path

from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.sticker_registry import StickerFile
from companion.menu.pages import ListPage, StickerPage
from companion.state.glen_more_2.facts import is_unknown_slot
from tests.table import Table

INVENTED, REAL = "00a1b2c3d4e5f6", "04a1b2c3d4e5f6"


class Desk(Table):
    """A table as `companion desk` lays it; a case without `practice`."""

    def __init__(self, folder: Path, practice: bool = True) -> None:
        super().__init__(folder, game="glen_more_2", practice=practice)

    def to(self, *words: str) -> None:
        for each in words:
            self.press(*self.keys_to(each))

    def laid_out(self) -> Desk:
        if not self.app.running.has_no_entries():
            self.app.running.new()
        self.tap("home:red", "home:blue", "home:green")
        self.press("OK")
        while self.app.running.history.state.phase != "take":
            self.press("OK")
        return self

    def taken(self, tag: str) -> str:
        """Take the next tile with this tag and say that it is a person; gives its id."""
        self.tap(tag)
        self.to("tile 1 ahead", "A person")
        return self.told_now()

    def told_now(self) -> str:
        """The tile of which something was told last."""
        events = [event for entry in self.entries for event in entry.events]
        return next(event.fact.piece for event in reversed(events) if hasattr(event, "fact"))


def stickers(folder: Path) -> dict[str, str]:
    return StickerFile(folder / "stickers.toml").table("stickers")


def test_what_is_told_of_a_tile_of_the_tray_stays_in_the_practice_folder(tmp_path: Path) -> None:
    with Desk(tmp_path) as desk:
        desk.laid_out().taken("tile:S-2")
    assert not (tmp_path / "box.toml").exists() or read_box(tmp_path / "box.toml").tile == {}
    assert read_box(tmp_path / "practice" / "box.toml").tile["S-2"].category == "person"


def test_the_desk_itself_remembers_it_in_its_next_game(tmp_path: Path) -> None:
    with Desk(tmp_path) as desk:
        desk.laid_out().taken("tile:S-2")
    with Desk(tmp_path) as desk:
        desk.app.running.new()
        assert desk.app.running.history.state.facts.pieces["S-2"].category == "person"
    with Desk(tmp_path, practice=False) as case:
        case.app.running.new()
        assert is_unknown_slot(case.app.running.history.state.facts.pieces["S-2"])


def test_a_sticker_that_the_page_made_up_stays_in_the_practice_folder(tmp_path: Path) -> None:
    with Desk(tmp_path) as desk:
        piece = desk.laid_out().taken(f"uid:{INVENTED}")
    assert stickers(tmp_path) == {}
    assert stickers(tmp_path / "practice") == {INVENTED: piece}
    assert not (tmp_path / "box.toml").exists() or read_box(tmp_path / "box.toml").tile == {}


def test_a_real_sticker_at_the_desk_is_the_owners(tmp_path: Path) -> None:
    with Desk(tmp_path) as desk:
        piece = desk.laid_out().taken(f"uid:{REAL}")
    assert stickers(tmp_path) == {REAL: piece}
    assert read_box(tmp_path / "box.toml").tile[piece].category == "person"
    assert not (tmp_path / "practice" / "stickers.toml").exists()


def test_a_new_sticker_after_a_game_with_the_tray_inherits_nothing(tmp_path: Path) -> None:
    with Desk(tmp_path) as desk:
        desk.laid_out().taken("tile:S-1")
    for practice in (True, False):
        with Desk(tmp_path, practice=practice) as table:
            table.laid_out()
            uid = f"04a1b2c3d4e5{int(practice):02x}"
            table.tap(f"uid:{uid}")
            assert table.rows, "people are asked what it is"
            table.to("tile 1 ahead", "A tile for")
            piece = table.told_now()
            told = table.app.running.history.state.facts.pieces[piece]
            assert (told.category, told.cost) == ("land", None)


def test_a_slot_that_somebody_described_is_given_to_no_new_sticker(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text('[tile."S-1"]\nsort = "person"\n[tile."S-2"]\ncost = { coin = 1 }\n')
    with Desk(tmp_path, practice=False) as table:
        table.laid_out()
        table.tap(f"uid:{REAL}")
        table.to("tile 1 ahead", "A tile for")
        assert table.told_now() == "S-3"


def test_stickers_of_the_practice_folder_count_for_nothing_in_the_walk(tmp_path: Path) -> None:
    StickerFile(tmp_path / "practice" / "stickers.toml").keep("stickers", {INVENTED: "home_red"})
    with Desk(tmp_path) as desk:
        assert desk.app.running.table_game.registry.stickers == {INVENTED: "home_red"}
        desk.press("BACK", "BACK+")
        desk.to("This box", "Stickers")
        assert isinstance(desk.page, ListPage)
        assert {str(row.label): str(row.note) for row in desk.page.rows}["Home tiles"] == "0 of 4"


def test_an_enrolment_goes_on_with_stickers_that_the_page_invents(tmp_path: Path) -> None:
    with Desk(tmp_path) as desk:
        desk.press("BACK", "BACK+")
        desk.to("This box", "Stickers", "Begin")
        pieces = []
        for number in range(4):
            assert isinstance(desk.page, StickerPage)
            pieces.append(str(desk.page.piece))
            desk.tap(f"uid:00a1b2c3d4e5f{number}")
        assert len(set(pieces)) == 4, "each piece is asked for once"
        assert len(stickers(tmp_path / "practice")) == 4
        desk.press("UNDO")
        assert isinstance(desk.page, StickerPage)
        assert str(desk.page.piece) == pieces[3], "the last one taken back is asked for again"


def test_a_spoilt_practice_folder_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "practice").mkdir()
    (tmp_path / "practice" / "stickers.toml").write_text("stickers = 1")
    (tmp_path / "practice" / "box.toml").write_text("rondel_spaces = 'many'")
    with Desk(tmp_path) as desk:
        assert "stickers.toml" in desk.says
        desk.press("OK")
        while not isinstance(desk.page, ListPage) and desk.says.startswith(("box.toml", "stickers.toml")):
            desk.press("OK")
        desk.tap("home:red")
        assert desk.entries
