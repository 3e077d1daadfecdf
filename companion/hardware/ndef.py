"""The envelope of a record: one NDEF message with one short record of our MIME type. Bytes in, bytes out.

Written out here because it is three bytes and a type: the library for it is no longer cared for, and slow to load.
"""

from __future__ import annotations

MIME_TYPE = b"application/vnd.tabletop-companion.piece"
HEADER = 0xD2
"""It begins the message and ends it, is short, has no id, and names a MIME type (NDEF 1.0, 3.2)."""
MOST_PAYLOAD = 255


def message_of(payload: bytes) -> bytes:
    """The message around at most MOST_PAYLOAD bytes."""
    return bytes((HEADER, len(MIME_TYPE), len(payload))) + MIME_TYPE + payload


def payload_of(message: bytes) -> bytes:
    """What our record holds; b"" for a message that isn't one of ours, whatever it is."""
    payload = message[3 + len(MIME_TYPE) :]
    return payload if message.lower() == message_of(payload[:MOST_PAYLOAD]).lower() else b""
