"""The sticker walk in a case: the real drivers on chips, metal buttons, stickers that nobody enrolled."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.games.sticker_registry import StickerFile
from companion.hardware.sticker_memory import encode_ndef, page_writes
from companion.menu.pages import ListPage, StickerPage
from companion.session.inputs import TagSeen
from companion.session.recording import Recording, RecordingHead
from tests.hardware.case import Case
from tests.hardware_fakes.pn532_chip import Tag

NUMBERS = [f"04b{n:011x}" for n in range(20)]


class WalkingCase(Case):
    """A case with a roll of new stickers."""

    def to(self, *words: str) -> None:
        for each in words:
            page = self.app.snapshot.page
            assert isinstance(page, ListPage), page
            at = next(n for n, row in enumerate(page.rows) if str(row.label).startswith(each))
            for _ in range((at - page.cursor) % len(page.rows)):
                self.press("DOWN")
            self.press("OK")

    def home_tiles(self) -> None:
        """Begin with the home tiles alone."""
        self.press("BACK", long=True)
        self.to("This box", "Stickers")
        page = self.app.snapshot.page
        assert isinstance(page, ListPage)
        for each in [str(row.label) for row in page.rows if row.ticked]:
            if each != "Home tiles":
                self.to(each)
        self.to("Begin")

    def stick(self, uid: str) -> None:
        self._stickers[uid] = uid
        self.tap(uid)

    def hold(self, tag: Tag, record: str = "") -> None:
        """Tap a sticker with a memory of its own; what is to be read of it."""
        self._stickers[tag.uid.hex()] = tag.uid.hex()
        self._until_away(tag.uid.hex())
        self._do(lambda: self.chip.lay(tag), TagSeen(f"uid:{tag.uid.hex()}{record}"))
        self.chip.lift(tag)
        self._lifted[tag.uid.hex()] = self.clock(), len(self.chip.polls)

    @property
    def asks(self) -> str:
        page = self.app.snapshot.page
        assert isinstance(page, StickerPage), page
        return str(page.piece)


@pytest.fixture(params=["uart", "i2c"])
def case(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WalkingCase:
    recording = Recording(RecordingHead(1, 2), ())
    return WalkingCase(recording, tmp_path, effective_facts(), monkeypatch, request.param)


def kept(folder: Path) -> dict[str, str]:
    return StickerFile(folder / "stickers.toml").table("stickers")


def test_home_tiles_get_their_stickers_in_the_case_and_the_check_reads_them(
    case: WalkingCase, tmp_path: Path
) -> None:
    with case:
        case.home_tiles()
        for uid, colour in zip(NUMBERS, ("Red", "Yellow", "Blue", "Green"), strict=False):
            assert case.asks == f"home tile of {colour}"
            case.stick(uid)
        assert list(kept(tmp_path).values()) == ["home_red", "home_yellow", "home_blue", "home_green"]
        case.stick(NUMBERS[2])
        assert case.asks == "home tile of Blue"


@pytest.mark.parametrize("mood", [{"every_second": True}, {"loss": 0.3}, {"one_of_two": True}])
def test_on_a_moody_board_too_a_sticker_left_lying_is_one_tap(
    case: WalkingCase, tmp_path: Path, mood: dict[str, object]
) -> None:
    for name, value in mood.items():
        setattr(case.chip, name, value)
    with case:
        case.home_tiles()
        case._do(lambda: case.chip.lay(Tag(NUMBERS[0])), TagSeen(f"uid:{NUMBERS[0]}"))
        case.clock.sleep(8)
        assert kept(tmp_path) == {NUMBERS[0]: "home_red"}
        assert case.asks == "home tile of Yellow"
        case.stick(NUMBERS[1])
        assert kept(tmp_path) == {NUMBERS[0]: "home_red", NUMBERS[1]: "home_yellow"}


def test_two_new_stickers_on_the_antenna_bind_nothing(case: WalkingCase, tmp_path: Path) -> None:
    with case:
        case.home_tiles()
        one, other = Tag(NUMBERS[0]), Tag(NUMBERS[1])
        with case.clock.still():
            case.chip.lay(one)
            case.chip.lay(other)
        case.app.wait(
            lambda now: isinstance(now.page, StickerPage) and "Two new stickers" in str(now.page.result), 20
        )
        case.clock.sleep(2)
        assert kept(tmp_path) == {}
        assert case.asks == "home tile of Red"
        case.chip.lift(one)
        case.chip.lift(other)
        case.stick(NUMBERS[2])
        assert kept(tmp_path) == {NUMBERS[2]: "home_red"}


def test_in_the_case_a_sticker_that_says_what_it_is_on_is_asked_for_and_a_known_one_never_read(
    case: WalkingCase, tmp_path: Path
) -> None:
    record = "1;gm2;home;;blue;1"
    tag = Tag(NUMBERS[0])
    assert tag.memory
    laid = page_writes(tag.memory.data, 5, encode_ndef(record.encode()))
    for page, four in laid:
        tag.memory.write(page, four)

    with case:
        case.home_tiles()
        case.hold(tag, f"#{record}")
        page = case.app.snapshot.page
        assert isinstance(page, ListPage)
        assert str(page.title) == "This sticker says: home tile of Blue. Keep it?"
        assert kept(tmp_path) == {}
        case.press("OK")
        assert kept(tmp_path) == {NUMBERS[0]: "home_blue"}
        case.hold(tag)
        assert kept(tmp_path) == {NUMBERS[0]: "home_blue"}
