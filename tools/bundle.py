"""Makes a signed update bundle for a case: `python -m tools.bundle KEY [SYSTEM...]`.

KEY is a file with a secret key. If it does not exist, a new key is made, with KEY.pub beside it for the cases.
"""

from __future__ import annotations

import base64
import hashlib
import os
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import minisign

from companion import __version__
from companion.update.bundle import KEY_SUFFIX, SIGNATURE_SUFFIX, key_name
from companion.update.update_prompt import BUNDLE_SUFFIX
from tools.arm_wheels import SYSTEMS
from tools.uv import ROOT
from tools.wheels import WheelsUnavailable, collect, system_named

DIST = ROOT / "dist"
MACHINE = "aarch64"


def read_or_make_key(file: Path) -> minisign.KeyPair:
    """Return the keys of the file, or new ones if it does not exist. Raises WheelsUnavailable."""
    if not file.exists():
        key = minisign.KeyPair.generate()
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as secret:
            secret.write(bytes(key.secret_key) + b"\n")
        file.with_name(file.name + KEY_SUFFIX).write_text(public_key_text(key.public_key))
        print(f"A new key: {file} (keep it secret) and {file.name}{KEY_SUFFIX} (put it beside your first bundle).")
        return key
    try:
        return _key_pair(file.read_bytes())
    except (minisign.Error, OSError) as error:
        raise WheelsUnavailable(f"{file} is no secret key ({error}); name another file.") from None


def _key_pair(text: bytes) -> minisign.KeyPair:
    """Return the keys in a file of `minisign -G -W`. Raises minisign.Error, also for a key with a password."""
    secret = minisign.SecretKey.from_bytes(text)
    if secret.is_encrypted():
        raise minisign.Error("a key with a password")
    raw = base64.b64decode(secret.to_base64())
    # The minisign package does not verify this checksum.
    if hashlib.blake2b(raw[:2] + raw[54:126], digest_size=32).digest() != raw[126:]:
        raise minisign.Error("a damaged key")
    return minisign.KeyPair(secret_key=secret, public_key=secret.get_public_key())


def public_key_text(key: minisign.PublicKey) -> str:
    """Return the text of a .pub file."""
    key.untrusted_comment = f"minisign public key {key_name(key)}"
    return f"{bytes(key).decode()}\n"


def sign(file: Path, key: minisign.KeyPair, comment: str) -> str:
    """Return the text of the .minisig file."""
    with file.open("rb") as signed:
        return f"{bytes(key.secret_key.sign(signed, trusted_comment=comment)).decode()}\n"


def write_bundle(wheels: Sequence[Path], file: Path, key: minisign.KeyPair, comment: str) -> None:
    """Write the bundle of these wheels, and beside it the signature with its comment."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(file, "w") as zipped:
        for wheel in wheels:
            zipped.write(wheel, wheel.name)
    file.with_name(file.name + SIGNATURE_SUFFIX).write_text(sign(file, key, comment))


def main(arguments: Sequence[str]) -> int:
    """Make a bundle for each named system, or for all; return the exit code."""
    if not arguments:
        print("Say which key: python -m tools.bundle KEY [SYSTEM...]", file=sys.stderr)
        return 2
    try:
        key = read_or_make_key(Path(arguments[0]))
        for system in [system_named(name) for name in arguments[1:]] or SYSTEMS:
            file = DIST / f"companion-{__version__}-{system.name}{BUNDLE_SUFFIX}"
            comment = f"companion {__version__} python {system.python} machine {MACHINE}"
            with tempfile.TemporaryDirectory() as room:
                write_bundle(collect(system, Path(room)), file, key, comment)
            print(f"{file} ({file.stat().st_size // 1_000_000} MB) and {file.name}{SIGNATURE_SUFFIX}")
    except WheelsUnavailable as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
