"""Signatures in minisign's format: Ed25519 over BLAKE2b of the file, and a comment that is signed too.

Pure but for reading the file that is signed. `cryptography` is imported when somebody asks.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
from pathlib import Path
from typing import NamedTuple

PREHASHED, KEY_KIND = b"ED", b"Ed"
TRUSTED = "trusted comment: "
UNTRUSTED = "untrusted comment: "
BLOCK = 1 << 20
LONGEST = 4096
"""Characters of a signature or key that are read at most."""


class BadSignature(ValueError):
    """It is no signature, or not one of this file by this key."""


class PublicKey(NamedTuple):
    """Who signs, as far as anybody can tell."""

    id: bytes
    """Eight bytes that name the key."""
    raw: bytes

    @property
    def name(self) -> str:
        """As minisign writes it."""
        return self.id[::-1].hex().upper()

    @property
    def line(self) -> str:
        """What stands in a file of keys."""
        return base64.b64encode(KEY_KIND + self.id + self.raw).decode()


class Signature(NamedTuple):
    """What stands beside a file."""

    id: bytes
    """Of the key it was made with."""
    raw: bytes
    comment: str
    """Signed like the file itself."""
    over_all: bytes
    """The second signature: over the first one and the comment."""


class SecretKey(NamedTuple):
    """A key to sign with."""

    id: bytes
    seed: bytes

    @property
    def public(self) -> PublicKey:
        """What others check its signatures with."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        key = Ed25519PrivateKey.from_private_bytes(self.seed)
        return PublicKey(self.id, key.public_key().public_bytes_raw())


def public_key(text: str) -> PublicKey:
    """The key in a file as minisign makes it, or in its line alone; raises BadSignature."""
    raw = _decoded(_lines(text)[-1], 42)
    if raw[:2] != KEY_KIND:
        raise BadSignature("an unknown kind of key")
    return PublicKey(raw[2:10], raw[10:])


def signature(text: str) -> Signature:
    """The signature in a .minisig file; raises BadSignature."""
    lines = _lines(text)
    if len(lines) != 4 or not lines[0].startswith(UNTRUSTED) or not lines[2].startswith(TRUSTED):
        raise BadSignature("no signature")
    raw = _decoded(lines[1], 74)
    if raw[:2] != PREHASHED:
        raise BadSignature("an unknown kind of signature")
    return Signature(raw[2:10], raw[10:], lines[2].removeprefix(TRUSTED), _decoded(lines[3], 64))


def verify(file: Path, signed: Signature, key: PublicKey) -> None:
    """Raise BadSignature unless file and comment are what this key signed; OSError where it can't be read."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if key.id != signed.id:
        raise BadSignature("signed with another key")
    try:
        public = Ed25519PublicKey.from_public_bytes(key.raw)
        public.verify(signed.raw, digest(file))
        public.verify(signed.over_all, signed.raw + signed.comment.encode())
    except InvalidSignature:
        raise BadSignature("not what was signed") from None


def digest(file: Path) -> bytes:
    """What is signed instead of a long file."""
    hashed = hashlib.blake2b()
    with file.open("rb") as bytes_of:
        while block := bytes_of.read(BLOCK):
            hashed.update(block)
    return hashed.digest()


def sign(file: Path, key: SecretKey, comment: str) -> str:
    """The text of the .minisig file."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.from_private_bytes(key.seed)
    raw = private.sign(digest(file))
    over_all = private.sign(raw + comment.encode())
    first = base64.b64encode(PREHASHED + key.id + raw).decode()
    name = key.public.name
    second = base64.b64encode(over_all).decode()
    return f"{UNTRUSTED}signature from key {name}\n{first}\n{TRUSTED}{comment}\n{second}\n"


def new_key() -> SecretKey:
    """One that nobody has."""
    return SecretKey(os.urandom(8), os.urandom(32))


def secret_key_text(key: SecretKey) -> str:
    """As `minisign -G -W` writes it: without a password, so that only its owner may read the file."""
    sealed = key.id + key.seed + key.public.raw
    checksum = hashlib.blake2b(KEY_KIND + sealed, digest_size=32).digest()
    raw = KEY_KIND + b"\0\0" + b"B2" + bytes(48) + sealed + checksum
    return f"{UNTRUSTED}minisign secret key {key.public.name}\n{base64.b64encode(raw).decode()}\n"


def secret_key(text: str) -> SecretKey:
    """The key in such a file; raises BadSignature, for one with a password too."""
    raw = _decoded(_lines(text)[-1], 158)
    if raw[:6] != KEY_KIND + b"\0\0B2":
        raise BadSignature("a key with a password, or of an unknown kind")
    sealed, checksum = raw[54:126], raw[126:]
    if hashlib.blake2b(KEY_KIND + sealed, digest_size=32).digest() != checksum:
        raise BadSignature("a damaged key")
    return SecretKey(sealed[:8], sealed[8:40])


def public_key_text(key: PublicKey) -> str:
    """As minisign writes it."""
    return f"{UNTRUSTED}minisign public key {key.name}\n{key.line}\n"


def _lines(text: str) -> list[str]:
    lines = text[:LONGEST].splitlines()
    if not lines:
        raise BadSignature("an empty file")
    return lines


def _decoded(line: str, length: int) -> bytes:
    try:
        raw = base64.b64decode(line, validate=True)
    except (binascii.Error, ValueError):
        raise BadSignature("no signature") from None
    if len(raw) != length:
        raise BadSignature("no signature")
    return raw
