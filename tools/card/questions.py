"""Questions of `make card`, each repeated until the answer is valid. The user's password is stored as a hash."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

import bcrypt

from companion.screens.paper import PANELS, REFERENCE_PANEL, Panel
from companion.screens.translator import ENGLISH, LANGUAGES, available_languages
from tools.card.countries import country_code_of
from tools.pi.install import USER

Ask = Callable[[str], str]
"""Shows a question and returns a line. Raises EOFError at the end of the input."""
Answer = TypeVar("Answer")

SYSTEM_NAMES = frozenset(
    f"root {USER} daemon bin sys sync games man lp mail news uucp proxy www-data backup list irc gnats nobody "
    "nogroup adm tty disk kmem dialout fax voice cdrom floppy tape sudo audio dip operator src shadow utmp video "
    "sasl plugdev staff users input kvm render crontab netdev gpio i2c spi lpadmin sshd messagebus avahi".split()
)
"""Users and groups of the system."""
KEY_PATTERN = re.compile(r"(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp\d+|sk-(ssh|ecdsa)-\S+) [A-Za-z0-9+/=]{60,}( .*)?")
USUAL_KEY = "~/.ssh/id_ed25519.pub"
MAX_PASSWORD = 72
"""Maximum number of bytes that bcrypt reads."""
LANGUAGE_SPELLINGS = {code: (LANGUAGES.get(code, code).lower(),) for code in available_languages()}
YES_OR_NO = {"yes": ("y",), "no": ("n",)}


class InvalidAnswer(Exception):
    """An answer is invalid; the message is shown and the question repeated."""


class Network(NamedTuple):
    """A Wi-Fi network.

    password: password, or key of 64 hex digits; "" for a network without a password. The password is not hashed,
    because WPA3 cannot use the hash.
    """

    name: str
    password: str
    country: str


class Owner(NamedTuple):
    """User who may log in on the Pi, and its network.

    hashed: hash of the password as in /etc/shadow, "" for none.
    """

    user: str
    key: str
    hashed: str
    network: Network | None


class Case(NamedTuple):
    """Values for the companion's settings in this case."""

    panel: str
    language: str


class Questions:
    """Asks the questions. `ask` shows what is typed, `ask_secret` does not."""

    def __init__(self, ask: Ask, ask_secret: Ask, tell: Callable[[str], None]) -> None:
        self._ask, self._ask_secret, self._tell = ask, ask_secret, tell

    def case(self, before: Case | None = None, environ: Mapping[str, str] = os.environ) -> Case:
        """Return panel and language; Enter accepts the previous answer."""
        panels = ", ".join(f"{name} ({_in_words(each)})" for name, each in PANELS.items())
        languages = ", ".join(f"{code} ({LANGUAGES.get(code, code)})" for code in available_languages())
        here = environ.get("LC_ALL") or environ.get("LANG") or ""
        spoken = here[:2] if here[:2] in available_languages() else ENGLISH
        panel, spoken = before or (REFERENCE_PANEL, spoken)
        return Case(
            self._until(
                f"Panel, one of {panels} [{panel}]: ",
                lambda told: _one_of(told.strip() or panel, {name: _meant(PANELS[name]) for name in PANELS}),
            ),
            self._until(
                f"Language, one of {languages} [{spoken}]: ",
                lambda told: _one_of(told.strip() or spoken, LANGUAGE_SPELLINGS),
            ),
        )

    def owner(self, ask_network: bool = True) -> Owner:
        """Return the user who may log in, and the network."""
        self._tell("User and password are for logging in to the Pi yourself; the companion needs neither.")
        user = self._until("User name [pi]: ", user_name)
        usual = _usual_key()
        shown = f', "-" for none [{usual}]' if usual else ", empty for none"
        key = self._until(
            f"File with your public SSH key{shown}: ", lambda told: read_public_key(told.strip() or usual)
        )
        hashed = self._until_same(
            "Password, at least 8 characters" + (", empty for none" if key else ""),
            lambda told: _checked(told, key),
        )
        return Owner(user, key, _hash(hashed), self._network() if ask_network else None)

    def is_right(self, summary: str) -> bool:
        """True if the user confirms the summary."""
        self._tell(summary)
        return (
            self._until("Is that right? yes or no [yes]: ", lambda told: _one_of(told.strip() or "yes", YES_OR_NO))
            == "yes"
        )

    def _network(self) -> Network | None:
        name = self._until("Name of the Wi-Fi, empty for none (the companion needs none): ", network_name)
        if not name:
            return None
        password = self._until_same("Password of the Wi-Fi, empty for none", wifi_password)
        return Network(name, password, self._until("Country that it is in (GB, CZ ...): ", country_code))

    def _until(self, question: str, read: Callable[[str], Answer]) -> Answer:
        while True:
            try:
                return read(self._ask(question))
            except InvalidAnswer as unusable:
                self._tell(str(unusable))

    def _until_same(self, question: str, read: Callable[[str], Answer]) -> Answer:
        """Return an answer that was typed twice, because the input is not visible."""
        while True:
            told = self._ask_secret(f"{question}: ")
            try:
                answer = read(told)
            except InvalidAnswer as unusable:
                self._tell(str(unusable))
                continue
            if not told or self._ask_secret("The same again: ") == told:
                return answer
            self._tell("The two were not the same; type it again.")


def _one_of(told: str, known: Mapping[str, Collection[str]]) -> str:
    """Return the name that the text means; `known` gives other spellings of each name in lower case."""
    for name, also in known.items():
        if told.lower() == name or told.lower() in also:
            return name
    raise InvalidAnswer(f'There is no "{told}"; type one of {", ".join(known)}.')


def _inches(panel: Panel) -> str:
    return panel.name.replace("in", ".")


def _in_words(panel: Panel) -> str:
    """Return size, version as printed on its back, and pixels of a panel."""
    version = panel.module.rpartition("_")[2]
    return f"{_inches(panel)} inch, {version}, {panel.width}x{panel.height}"


def _meant(panel: Panel) -> tuple[str, ...]:
    """Return other spellings of a panel's name."""
    inches = _inches(panel)
    return (inches, f'{inches}"', f"{inches} inch", f"{panel.width}x{panel.height}")


def _usual_key() -> str:
    """Return the most common key file, "" if it does not exist or cannot be read."""
    with suppress(OSError, RuntimeError):
        if os.access(Path(USUAL_KEY).expanduser(), os.R_OK):
            return USUAL_KEY
    return ""


def user_name(told: str) -> str:
    """Return a user name that is valid for both mechanisms. Raises InvalidAnswer."""
    told = told.strip() or "pi"
    if not re.fullmatch(r"[a-z](?:[a-z0-9-]{0,29}[a-z0-9])?", told):
        raise InvalidAnswer("Use lower-case letters, digits and hyphens only, starting with a letter.")
    if told in SYSTEM_NAMES:
        raise InvalidAnswer(f'The system has a user "{told}" of its own; choose another name.')
    return told


def read_public_key(told: str) -> str:
    """Return the public key in a file, "" for none. Raises InvalidAnswer."""
    if told in ("", "-"):
        return ""
    try:
        text = Path(told).expanduser().read_text(encoding="utf-8")
    except (OSError, ValueError, RuntimeError):
        raise InvalidAnswer(f'"{told}" can\'t be read; name a file that ends in .pub, or "-" for none.') from None
    if "PRIVATE KEY" in text:
        raise InvalidAnswer(f'"{told}" is the secret half of a key; name the file beside it that ends in .pub.')
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) != 1 or not KEY_PATTERN.fullmatch(lines[0]):
        raise InvalidAnswer(f'"{told}" is no public SSH key; name a file that ends in .pub, or "-" for none.')
    return lines[0]


def _checked(told: str, key: str) -> str:
    """Return a valid password; "" for none, which needs a key. Raises InvalidAnswer."""
    if not told and not key:
        raise InvalidAnswer("Without a key a password is needed.")
    if told and (len(told) < 8 or not told.isprintable() or len(told.encode()) > MAX_PASSWORD):
        raise InvalidAnswer(f"A password has 8 to {MAX_PASSWORD} characters.")
    return told


def _hash(password: str) -> str:
    return bcrypt.hashpw(password.encode(), bcrypt.gensalt()).decode() if password else ""


def network_name(told: str) -> str:
    """Return the name of a Wi-Fi network, "" for none. Raises InvalidAnswer."""
    told = told.strip()
    if not told.isprintable() or len(told.encode()) > 32:
        raise InvalidAnswer("The name of a Wi-Fi has at most 32 characters.")
    return told


def wifi_password(told: str) -> str:
    """Return the password of a Wi-Fi network, or its key of 64 hex digits; "" for none."""
    if not told or re.fullmatch(r"[0-9A-Fa-f]{64}", told):
        return told
    if not 8 <= len(told) <= 63 or not (told.isascii() and told.isprintable()):
        raise InvalidAnswer("The password of a Wi-Fi has 8 to 63 characters, without accents.")
    return told


def country_code(told: str) -> str:
    """Return the two letters of a country. Raises InvalidAnswer."""
    if not (code := country_code_of(told)):
        raise InvalidAnswer(
            f'There is no country "{told.strip()}"; type its two letters, for instance GB, DE or CZ.'
        )
    return code
