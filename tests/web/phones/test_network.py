"""How the case asks for its network rules to be opened: a word in a file that root reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.web.phones.admission import PhoneDevices
from companion.web.phones.phone_access import RULES_FILE_VARIABLE, network_rules
from tests.web.phones.house import house


def test_the_word_in_the_file_says_open_or_closed(tmp_path: Path) -> None:
    file = tmp_path / "phones"
    ask = network_rules({RULES_FILE_VARIABLE: str(file)})
    ask(True)
    assert file.read_text() == "open\n"
    ask(False)
    assert file.read_text() == "closed\n"


def test_without_a_unit_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    network_rules({})(True)
    assert list(tmp_path.iterdir()) == []


def test_rules_that_nobody_can_be_asked_to_open_are_told_on_the_panel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(tmp_path, monkeypatch) as home:
        home.phones.desk._rules = network_rules({RULES_FILE_VARIABLE: str(tmp_path / "nowhere" / "phones")})
        home.menu("Phones", "Let phones in")
        home.choose("Let phones in")
        assert home.table.says == "Phones can't come in (No such file or directory)."
        assert home.phones.listener.port == 0


def full(_phones: object, _kept: object) -> None:
    raise OSError(28, "No space left on device")


def test_where_phones_can_not_come_in_nothing_stays_half_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(tmp_path, monkeypatch) as home:
        monkeypatch.setattr(PhoneDevices, "_store", full)
        home.menu("Phones", "Let phones in", "Let phones in")
        assert home.table.says == "Phones can't come in (No space left on device)."
        assert (home.phones.listener.port, home.rules[-2:], home.phones.devices.open) == (0, [True, False], False)


def test_on_a_full_disk_phones_are_closed_out_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(tmp_path, monkeypatch) as home:
        home.open()
        home.table.press("BACK")
        monkeypatch.setattr(PhoneDevices, "_store", full)
        home.menu("Phones", "Let no phones in any more")
        assert home.table.says.startswith("That holds now, but could not be written down")
        assert (home.phones.listener.port, home.rules[-1]) == (0, False)
