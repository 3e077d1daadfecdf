"""Update bundles: reading them, and the checks whether one may be installed here.

A bundle is a ZIP of wheels with its signature beside it (`.minisig`); version, Python and machine are in the
signed comment. `minisign` is imported only if there is a bundle, because a desk installation has none.
"""

from __future__ import annotations

import base64
import platform
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.engine.message import UserError, tr

if TYPE_CHECKING:
    from minisign import PublicKey, Signature

SIGNATURE_SUFFIX, KEY_SUFFIX = ".minisig", ".pub"
COMMENT_PATTERN = re.compile(r"companion (\S+) python (\d+\.\d+) machine (\w+)")
VERSION_PATTERN = re.compile(r"(\d+)\.(\d+)\.(\d+)(?:\.dev(\d+))?")
WHEEL_PATTERN = re.compile(r"[A-Za-z0-9_.+!-]+\.whl")
MAX_TEXT_LENGTH = 4096
"""Maximum number of characters read of a signature or key."""


class UpdateRefused(UserError):
    """An update is not installed; `message` gives the reason and the remedy."""


class Bundle(NamedTuple):
    """A bundle and the values in its comment, which are trustworthy only after `verify_bundle`."""

    file: Path
    signed: Signature
    version: str
    python: str
    machine: str


def read_bundle(file: Path) -> Bundle:
    """Return the bundle from its signature. Raises UpdateRefused, also for a link, whose target may change."""
    import minisign

    beside = file.with_name(file.name + SIGNATURE_SUFFIX)
    if not _is_plain(file):
        raise UpdateRefused(tr("There is no {file}; say where the bundle lies.", file=str(file)))
    try:
        signed = minisign.Signature.from_bytes(_read_text(beside).encode())
        if not signed.is_prehashed():  # Otherwise the whole file would be read into memory.
            raise minisign.ParseError
    except FileNotFoundError:
        raise UpdateRefused(tr("{file} is missing; copy it beside the bundle.", file=beside.name)) from None
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise UpdateRefused(
            tr("{file} can't be read ({why}); copy it once more.", file=beside.name, why=why)
        ) from None
    except minisign.ParseError:
        raise UpdateRefused(tr("{file} is not a signature; copy it once more, whole.", file=beside.name)) from None
    told = COMMENT_PATTERN.fullmatch(signed.trusted_comment)
    if not told or not VERSION_PATTERN.fullmatch(told[1]):
        raise UpdateRefused(tr("{file} is not a bundle of the companion; take the right file.", file=file.name))
    return Bundle(file, signed, *told.groups())


def _is_plain(file: Path) -> bool:
    """True if it is a regular file: no link, which may lead anywhere, and nothing that blocks when read."""
    try:
        return file.is_file() and not file.is_symlink()
    except OSError:  # The stick is damaged or was removed.
        return False


def _read_text(file: Path) -> str:
    """Return the beginning of a text file. Raises FileNotFoundError unless it is a regular file."""
    if not _is_plain(file):
        raise FileNotFoundError(file)
    with file.open(encoding="utf-8", errors="replace") as text:
        return text.read(MAX_TEXT_LENGTH)


def check_fits(bundle: Bundle, now: str) -> None:
    """Raise UpdateRefused unless it is for this machine and Python, and newer than the version `now`."""
    name, python = bundle.file.name, f"{sys.version_info.major}.{sys.version_info.minor}"
    for told, here in ((bundle.machine, platform.machine()), (f"Python {bundle.python}", f"Python {python}")):
        if told != here:
            raise UpdateRefused(
                tr(
                    "{file} is for {told}, and here is {here}; take the one for {here}.",
                    file=name,
                    told=told,
                    here=here,
                )
            )
    if version_sort_key(bundle.version) == version_sort_key(now):
        raise UpdateRefused(tr("Version {version} is installed already.", version=now))
    if version_sort_key(bundle.version) < version_sort_key(now):
        raise UpdateRefused(
            tr(
                "{file} is older than version {version}, which is installed; take a newer one.",
                file=name,
                version=now,
            )
        )


def version_sort_key(version: str) -> tuple[int, ...]:
    """Return the sort key of a version; a development version comes before its release."""
    found = VERSION_PATTERN.fullmatch(version)
    assert found, version
    *numbers, under_way = found.groups()
    return (*map(int, numbers), int(under_way) if under_way is not None else sys.maxsize)


def verify_bundle(bundle: Bundle, keys: Iterable[PublicKey]) -> PublicKey:
    """Return the key among `keys` that signed the bundle. Raises UpdateRefused."""
    import minisign

    key = next((key for key in keys if key_id(key) == key_id(bundle.signed)), None)
    if key is None:
        raise UpdateRefused(
            tr(
                "{file} is signed with a key that this case doesn't trust; lay the key's {ending} file beside it "
                'and type "sudo companion update {file} --trust".',
                file=bundle.file.name,
                ending=KEY_SUFFIX,
            )
        )
    try:
        with bundle.file.open("rb") as file:
            key.verify(file, bundle.signed)
    except minisign.VerifyError:
        raise UpdateRefused(
            tr("{file} is not what was signed; copy it once more, whole.", file=bundle.file.name)
        ) from None
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise UpdateRefused(
            tr("{file} can't be read ({why}); copy it once more.", file=bundle.file.name, why=why)
        ) from None
    return key


def key_id(signed: PublicKey | Signature) -> bytes:
    """Return the eight bytes that identify a key, or the key of a signature."""
    return base64.b64decode(bytes(signed).splitlines()[1])[2:10]


def key_name(key: PublicKey) -> str:
    """Return the key's name as minisign writes it."""
    return key_id(key)[::-1].hex().upper()


def wheel_names(bundle: Bundle) -> list[str]:
    """Return the names of the wheels in the bundle. Raises UpdateRefused."""
    try:
        with zipfile.ZipFile(bundle.file) as zipped:
            names = zipped.namelist()
    except (zipfile.BadZipFile, OSError):
        names = []
    if not names or not all(WHEEL_PATTERN.fullmatch(name) for name in names):
        raise UpdateRefused(
            tr("{file} is not a bundle of the companion; take the right file.", file=bundle.file.name)
        )
    return names


def read_keys(file: Path) -> list[PublicKey]:
    """Return the keys in a file, one per line; other lines are ignored."""
    try:
        lines = _read_text(file).splitlines()
    except OSError:
        return []
    return [*_keys(lines)]


def read_keys_beside(file: Path) -> list[PublicKey]:
    """Return the keys in the folder of the bundle."""
    try:
        found = sorted(each for each in file.parent.iterdir() if each.suffix == KEY_SUFFIX)
    except OSError:
        return []
    return [key for each in found for key in read_keys(each)]


def _keys(lines: Iterable[str]) -> Iterator[PublicKey]:
    import minisign

    for line in lines:
        try:
            yield minisign.PublicKey.from_base64(line)
        except minisign.ParseError:
            continue
