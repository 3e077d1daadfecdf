"""What `make card` asks: an answer that can't be used gets a sentence, and the question comes again."""

from __future__ import annotations

import subprocess
from pathlib import Path

import bcrypt
import pytest

from companion.screens.paper import REFERENCE_PANEL
from tests.card.case import ANSWERS, NETWORK_NAME, NETWORK_PASSWORD, PASSWORD, Maker
from tools.card.questions import Case, InvalidAnswer, Network, Owner, country_code, wifi_password

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ4cvVe1hZ9rM2y2Q5sJX5m1mX4W4xq5mF0C4V8w7sQz ann@castle"


def owner(*lines: str) -> tuple[Owner, Maker]:
    maker = Maker(*lines)
    return maker.questions.owner(), maker


def test_everything_is_asked_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    maker = Maker(*ANSWERS)
    assert maker.questions.case() == Case("2in13", "cs")
    told = maker.questions.owner()
    assert (told.user, told.key) == ("ann", "")
    assert bcrypt.checkpw(PASSWORD.encode(), told.hashed.encode())
    assert told.network == Network(NETWORK_NAME, NETWORK_PASSWORD, "CZ")
    assert len(maker.asked) == len(ANSWERS) - 1


def test_enter_takes_what_is_usual(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "id_ed25519.pub").write_text(f"{KEY}\n")
    maker = Maker("", "")
    assert maker.questions.case(None, {"LANG": "cs_CZ.UTF-8"}) == Case(REFERENCE_PANEL, "cs")
    assert owner("", "", "", "")[0] == Owner("pi", KEY, "", None)


def test_a_password_of_a_network_is_not_hashed() -> None:
    """WPA3 cannot use the hash; a key that somebody types is taken."""
    key = "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"
    assert [wifi_password(each) for each in ("password", key, "")] == ["password", key, ""]


def test_a_real_key_is_taken(tmp_path: Path) -> None:
    made = tmp_path / "key"
    try:
        words = ("ssh-keygen", "-q", "-t", "rsa", "-N", "", "-f", str(made))
        subprocess.run(words, check=True, capture_output=True)
    except OSError:
        pytest.skip("ssh-keygen is not installed")
    told, _ = owner("", f"{made}.pub", "", "")
    assert told.key.startswith("ssh-rsa ")


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (("Ann B", "pi", "-", "our secret", "our secret", ""), "Use lower-case letters"),
        (("companion", "pi", "-", "our secret", "our secret", ""), "The system has a user"),
        (("games", "pi", "-", "our secret", "our secret", ""), "The system has a user"),
        (("ann-", "pi", "-", "our secret", "our secret", ""), "Use lower-case letters"),
        (("pi", "~nosuch/key.pub", "-", "our secret", "our secret", ""), '"~nosuch/key.pub" can\'t be read'),
        (("pi", "-", "our secret", "our secret", "caf\udce9", ""), "The name of a Wi-Fi"),
        (("pi", "-", "our secret", "our secret", "Wi-Fi", "", "XX", "GB"), 'There is no country "XX"'),
        (("root", "pi", "-", "our secret", "our secret", ""), "The system has a user"),
        (("pi", "no.pub", "-", "our secret", "our secret", ""), '"no.pub" can\'t be read'),
        (("pi", "-", "", "our secret", "our secret", ""), "Without a key a password is needed."),
        (("pi", "-", "short", "our secret", "our secret", ""), "A password has 8 to 72"),
        (("pi", "-", "ž" * 40, "our secret", "our secret", ""), "A password has 8 to 72"),
        (("pi", "-", "our secret", "their secret", "our secret", "our secret", ""), "The two were not the same"),
        (("pi", "-", "our secret", "our secret", "x" * 33, ""), "The name of a Wi-Fi"),
        (("pi", "-", "our secret", "our secret", "Wi-Fi", "short", "", "GB"), "The password of a Wi-Fi"),
        (("pi", "-", "our secret", "our secret", "Wi-Fi", "", "Nowhere", "GB"), 'There is no country "Nowhere"'),
    ],
)
def test_an_answer_that_cannot_be_used_is_asked_for_again(lines: tuple[str, ...], sentence: str) -> None:
    told, maker = owner(*lines)
    assert told.user == "pi"
    assert any(each.startswith(sentence) for each in maker.told), maker.told
    assert all(each.endswith(".") for each in maker.told)


@pytest.mark.parametrize("panel", ["4in2", "4IN2", "4.2", '4.2"', "4.2 inch", "400x300"])
@pytest.mark.parametrize("language", ["cs", "CS", "čeština", "Čeština"])
def test_panel_and_language_are_taken_as_people_call_them(panel: str, language: str) -> None:
    assert Maker(panel, language).questions.case() == Case("4in2", "cs")


@pytest.mark.parametrize(
    ("told", "code"),
    [("gb", "GB"), ("UK", "GB"), ("Scotland", "GB"), ("united kingdom", "GB"), ("Česko", "CZ"), ("USA", "US")],
)
def test_a_country_is_taken_as_people_call_it(told: str, code: str) -> None:
    assert country_code(told) == code


@pytest.mark.parametrize("told", ["XX", "ZZ", "EU", "", "001", "G"])
def test_what_is_no_country_is_none(told: str) -> None:
    with pytest.raises(InvalidAnswer, match="There is no country"):
        country_code(told)


def test_the_password_of_a_wifi_is_typed_twice() -> None:
    told, maker = owner(
        "", "-", *["our secret"] * 2, "Home", "long enough", "long enouhg", *["long enough"] * 2, "GB"
    )
    assert told.network == Network("Home", "long enough", "GB")
    assert "The two were not the same; type it again." in maker.told


def test_a_panel_that_is_not_there_is_asked_for_again() -> None:
    maker = Maker("9in9", "4in2", "de", "en")
    assert maker.questions.case() == Case("4in2", "en")
    assert maker.told == [
        'There is no "9in9"; type one of 4in2, 7in5, 2in9, 2in13.',
        'There is no "de"; type one of en, cs.',
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("-----BEGIN OPENSSH PRIVATE KEY-----\n", "is the secret half of a key"),
        ("hello\n", "is no public SSH key"),
        (f"{KEY}\n{KEY}\n", "is no public SSH key"),
        (KEY.replace("ann@castle", "\nrm -rf /"), "is no public SSH key"),
    ],
)
def test_a_file_that_holds_no_public_key_is_refused(text: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text(text)
    _, maker = owner("pi", str(file), "-", "our secret", "our secret", "")
    assert sentence in maker.told[1]
