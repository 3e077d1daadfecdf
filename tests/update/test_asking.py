"""An update as people meet it: asked on the panel, asked for with a file, told afterwards."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from companion import __version__
from companion.app import build_app
from companion.engine.message import Message, tr
from companion.hardware.desk import desk_devices
from companion.menu.main_menu import show_update_prompt
from companion.menu.menu import menu_page as shown_page
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.pages import NoticePage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.session.inputs import ButtonPressed
from companion.session.services import UpdateOffer
from companion.settings import Settings
from companion.update import guard, update_prompt
from companion.update.bundle import key_name
from companion.update.installation import (
    ROLLBACK_RUNNING_TEXT,
    interrupted_update_text,
    requested_rollback_text,
    rollback_text,
)
from companion.update.update_prompt import (
    HEALTH_VARIABLE,
    REQUEST_VARIABLE,
    Health,
    find_update,
    read_request,
    report_last_update,
)
from tests.screens.layout import problems
from tests.update.case import Box
from tools.bundle import public_key_text

NEWEST = "9.0.0"


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def found(box: Box, trusted: bool = True, told: list[Message] | None = None) -> UpdateOffer | None:
    keys = box.root / "keys"
    keys.write_text(box.key.public_key.to_base64().decode() if trusted else "")
    troubles: list[Message] = [] if told is None else told
    environ = {REQUEST_VARIABLE: str(box.root / "request"), HEALTH_VARIABLE: str(box.places.health)}
    return find_update(troubles.append, environ, (box.root / "gone", box.root), keys)


def test_without_a_unit_or_without_a_bundle_nothing_is_asked(box: Box) -> None:
    assert found(box) is None
    box.bundle(NEWEST)
    assert find_update(lambda _sentence: None, {}, (box.root,)) is None
    assert found(box) is not None


def test_the_newest_is_offered_and_what_is_installed_or_older_is_not(box: Box) -> None:
    for version in (__version__.split(".dev")[0].replace("0.2", "0.1"), "9.10.0", "9.9.0"):
        box.bundle(version)
    offer = found(box)
    assert offer
    assert offer.version == "9.10.0"
    assert str(offer.question) == "There is a new version: 9.10.0. Install it? Games are kept."


@pytest.mark.parametrize(("ours", "theirs"), [("-bookworm", "-trixie"), ("-trixie", "-bookworm")])
def test_of_one_version_made_for_two_systems_the_one_for_this_case_is_offered(
    box: Box, ours: str, theirs: str
) -> None:
    box.bundle(NEWEST, name=theirs, python="3.99")
    box.bundle("9.1.0", name=theirs, python="3.99")
    file = box.bundle(NEWEST, name=ours)
    told: list[Message] = []
    offer = found(box, told=told)
    assert offer
    offer.ask()
    assert read_request(box.root / "request", (box.root,)) == (file, False)
    assert told == []
    file.unlink()
    assert found(box, told=told) is None
    assert [str(sentence).partition(";")[0].partition(",")[0] for sentence in told] == [
        f"companion-9.1.0{theirs}.companion is for Python 3.99"
    ]


def test_where_the_newest_is_spoilt_the_one_before_it_is_offered(box: Box) -> None:
    box.bundle("9.0.0")
    file = box.bundle("9.1.0")
    file.write_bytes(file.read_bytes()[:-1])
    told: list[Message] = []
    offer = found(box, told=told)
    assert offer
    assert offer.version == "9.0.0"
    assert [str(each) for each in told] == [f"{file.name} is not what was signed; copy it once more, whole."]


def test_a_new_key_is_asked_about_once_and_its_name_said(box: Box) -> None:
    box.bundle(NEWEST)
    told: list[Message] = []
    assert found(box, trusted=False, told=told) is None
    assert "a key that this case doesn't trust" in str(told[0])
    (box.root / "own.pub").write_text(public_key_text(box.key.public_key))
    offer = found(box, trusted=False)
    assert offer
    assert str(offer.question) == (
        f"Version 9.0.0, signed with a new key: {key_name(box.key.public_key)}. Trust that key and install it?"
    )
    offer.ask()
    assert read_request(box.root / "request", (box.root,)) == (box.root / "companion-9.0.0.companion", True)
    again = found(box)
    assert again
    again.ask()
    assert read_request(box.root / "request", (box.root,)) == (box.root / "companion-9.0.0.companion", False)


def test_a_spoilt_bundle_is_told_and_not_offered(box: Box) -> None:
    file = box.bundle(NEWEST)
    file.write_bytes(file.read_bytes()[:-1])
    told: list[Message] = []
    assert found(box, told=told) is None
    assert [str(sentence) for sentence in told] == [
        f"{file.name} is not what was signed; copy it once more, whole."
    ]


def test_a_bundle_that_was_copied_by_half_is_told_once_until_it_is_copied_anew(box: Box) -> None:
    file = box.bundle(NEWEST)
    signature = file.with_name(f"{file.name}.minisig")
    whole = signature.read_text()
    told: list[Message] = []

    def sentences() -> list[str]:
        told.clear()
        assert found(box, told=told) is None
        return [str(each) for each in told]

    signature.unlink()
    assert sentences() == [f"{signature.name} is missing; copy it beside the bundle."]
    assert sentences() == []
    signature.write_text("")
    assert sentences() == [f"{signature.name} is not a signature; copy it once more, whole."]
    assert sentences() == []
    signature.write_text(whole)
    file.write_bytes(file.read_bytes()[:-1])
    assert sentences() == [f"{file.name} is not what was signed; copy it once more, whole."]
    assert sentences() == []
    file.write_bytes(file.read_bytes()[:-1])
    assert sentences() == [f"{file.name} is not what was signed; copy it once more, whole."]


def test_an_older_one_is_told_only_where_it_lies_alone(box: Box) -> None:
    older, told = box.bundle("0.0.1"), list[Message]()
    same = box.bundle(__version__)
    assert found(box, told=told) is None
    assert told == [], "what was installed from there, and what lay there before it"
    same.unlink()
    for _ in range(2):
        assert found(box, told=told) is None
    assert [str(each) for each in told] == [
        f"{older.name} is older than version {__version__}, which is installed; take a newer one."
    ]
    box.bundle("0.0.2")
    box.bundle(NEWEST)
    assert found(box, told=told)
    assert len(told) == 1


def test_what_a_mac_lays_beside_a_bundle_is_none(box: Box) -> None:
    for name in ("._companion-9.0.0.companion", "._companion-9.0.0.companion.minisig"):
        (box.root / name).write_text("a Mac's note")
    told: list[Message] = []
    assert found(box, told=told) is None
    assert told == []


def test_a_link_on_a_stick_leads_nowhere(box: Box) -> None:
    file = box.bundle(NEWEST)
    real = file.rename(box.root / "elsewhere")
    file.symlink_to(real)
    assert found(box) is None
    real.rename(file)
    signed = file.with_name(f"{file.name}.minisig")
    signed.rename(real)
    signed.symlink_to(real)
    assert found(box) is None
    signed.unlink()
    os.mkfifo(signed)
    os.mkfifo(box.root / "waits.pub")
    assert found(box, trusted=False) is None, "and nothing is waited for"


@pytest.mark.parametrize(
    "words",
    [
        *("{folder}/../x.companion", "/tmp/x.companion", "{folder}/x.sh", "", "\n", "..", "x.companion"),
        *("{folder}/a/b.companion", "{folder}//a/../../x.companion"),
    ],
)
def test_nothing_but_a_file_of_these_folders_is_ever_taken(tmp_path: Path, words: str) -> None:
    (tmp_path / "request").write_text(words.format(folder=tmp_path))
    assert read_request(tmp_path / "request", (tmp_path,)) is None
    assert not (tmp_path / "request").exists(), "asked once"
    assert read_request(tmp_path / "request", (tmp_path,)) is None


@pytest.mark.parametrize("kind", ["link", "pipe", "no text", "endless"])
def test_a_request_that_is_no_small_text_is_taken_away_unread(tmp_path: Path, kind: str) -> None:
    request, elsewhere = tmp_path / "request", tmp_path / "elsewhere"
    elsewhere.write_text(f"{tmp_path}/x.companion\n")
    if kind == "link":
        request.symlink_to(elsewhere)
    elif kind == "pipe":
        os.mkfifo(request)
    elif kind == "no text":
        request.write_bytes(b"\xff\n")
    else:
        with request.open("wb") as file:
            file.truncate(1 << 40)
    assert read_request(request, (tmp_path,)) is None
    assert not os.path.lexists(request), "or systemd would ask again and again"
    assert elsewhere.exists()


def test_a_stick_that_is_pulled_out_while_it_is_looked_at_stops_no_start(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_path: Path) -> bool:
        raise OSError(5, "Input/output error")

    box.bundle(NEWEST)
    monkeypatch.setattr(Path, "is_file", gone)
    assert found(box) is None


@pytest.mark.parametrize("text", ["[" * 4000, "no JSON", "[]", '{"version": []}', '{"why": {}}'])
def test_whatever_lies_there_of_an_update_stops_no_start(tmp_path: Path, text: str) -> None:
    for name in ("went-back.json", "health.json"):
        (tmp_path / name).write_text(text)
    report_last_update(tmp_path, lambda sentence: str(sentence))
    Health({HEALTH_VARIABLE: str(tmp_path / "health.json")}).report_ready()
    assert guard.read_json(tmp_path / "health.json")["ready"]


def test_a_disk_that_can_not_be_written_tells_it_and_stops_no_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    guard.write_json(tmp_path / "went-back.json", {"version": "9.0.0"})
    monkeypatch.setattr(Path, "unlink", read_only)
    told: list[str] = []
    report_last_update(tmp_path, lambda sentence: told.append(str(sentence)))
    assert len(told) == 1


# On the panel


class Table:
    """A case on whose card a new version lies."""

    def __init__(self, data: Path, ask: Any = None) -> None:
        self.asked: list[str] = []
        offer = UpdateOffer(
            "9.0.0", update_prompt.update_question("9.0.0", ""), ask or (lambda: self.asked.append("asked"))
        )
        self.app = build_app(
            Settings(data_folder=str(data), language="en"), desk_devices(), game="glen_more_2", update=offer
        )
        self.app.start()

    def press(self, *buttons: str) -> Any:
        for button in buttons:
            self.app.submit(ButtonPressed(button)).result(5)
        return self.app.snapshot.page


def test_people_are_asked_at_the_start_and_no_stands_first(tmp_path: Path) -> None:
    table = Table(tmp_path)
    try:
        page: Any = table.app.snapshot.page
        assert str(page.title) == "There is a new version: 9.0.0. Install it? Games are kept."
        table.press("OK")
        assert table.asked == []
        assert table.app.snapshot.page != page
    finally:
        table.app.stop()


def test_yes_asks_for_it_and_says_what_comes(tmp_path: Path) -> None:
    table = Table(tmp_path)
    try:
        page = table.press("DOWN", "OK")
        assert table.asked == ["asked"]
        assert isinstance(page, NoticePage)
        assert str(page.text) == "Version 9.0.0 is being installed; in some minutes it starts by itself."
    finally:
        table.app.stop()


def test_where_it_can_not_be_asked_for_that_is_said(tmp_path: Path) -> None:
    def broken() -> None:
        raise OSError(30, "Read-only file system")

    table = Table(tmp_path, broken)
    try:
        page = table.press("DOWN", "OK")
        assert str(page.text) == "The update can't be asked for (Read-only file system); start the case again."
    finally:
        table.app.stop()


# Afterwards


def test_what_came_of_it_is_told_once(tmp_path: Path) -> None:
    told: list[str] = []
    guard.write_json(tmp_path / "went-back.json", {"version": "9.0.0"})
    for _ in range(2):
        report_last_update(tmp_path, lambda sentence: told.append(str(sentence)))
    guard.write_json(tmp_path / "went-back.json", {"why": "There is no room."})
    report_last_update(tmp_path, lambda sentence: told.append(str(sentence)))
    assert told == [
        f"Version 9.0.0 was not ready in a minute; {__version__} plays on, with all that was kept.",
        "There is no room.",
    ]


def test_health_says_that_it_is_ready_and_when_a_game_came_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "health.json"
    health = Health({HEALTH_VARIABLE: str(file)})
    health.watch_game(1, True)
    assert not file.exists(), "it lay there, played long ago"
    health.report_ready()
    assert guard.read_json(file) == {"version": __version__, "ready": True, "played": False}
    health.watch_game(2, False)
    health.watch_game(1, True)
    assert not guard.read_json(file)["played"], "another game was only looked at"
    health.watch_game(2, False)
    health.watch_game(2, True)
    assert guard.read_json(file)["played"]
    Health({HEALTH_VARIABLE: str(file)}).report_ready()
    assert guard.read_json(file)["played"], "that stays so"
    Health({}).report_ready()


# Read on the smallest panel, in both languages

SMALLEST = PANELS["2in13"]
KEY = "8173EC4358F53A66"


def glass(page: Any, language: str) -> str:
    pen = make_drawing(None, page, SMALLEST.paper(), Translator(language))
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn if each.kind == "text")


@pytest.mark.parametrize(("language", "words"), [("en", "Install it? Games are kept."), ("cs", "Nainstalovat?")])
def test_the_question_fits_with_both_its_answers(tmp_path: Path, language: str, words: str) -> None:
    table = Table(tmp_path)
    try:
        shown = glass(table.app.snapshot.page, language)
    finally:
        table.app.stop()
    assert words in shown
    assert Translator(language)(tr("Install")) in shown


@pytest.mark.parametrize("language", ["en", "cs"])
def test_a_new_key_is_named_whole(tmp_path: Path, language: str) -> None:
    menu = show_update_prompt(Menu(), update_prompt.update_question("10.10.10", KEY))
    page = shown_page(menu, MenuContext())
    assert KEY in glass(page, language)
    assert "10.10.10" in glass(page, language)


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize(
    "sentence",
    [
        tr("Version {version} is being installed; in some minutes it starts by itself.", version="10.10.10"),
        rollback_text("10.10.10", "10.10.9"),
        requested_rollback_text("10.10.10", "/var/lib/companion-given-up-10"),
        interrupted_update_text("10.10.10", "No space left on device"),
        ROLLBACK_RUNNING_TEXT,
    ],
)
def test_what_comes_of_it_fits_too(sentence: Message, language: str) -> None:
    shown = glass(NoticePage("told", sentence), language)
    assert shown.endswith(Translator(language)(sentence)[-10:]), shown
