"""Sockets that our servers listen on. Loads no server: where no phone ever comes there is none in memory."""

from __future__ import annotations

import socket


def bound(address: str, port: int) -> socket.socket:
    """A socket that listens on an address of this machine, "" for all of them; OSError if the port is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # A port that a server before us left in TIME_WAIT is free; one that is listened on is not.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen(64)
    except (OSError, OverflowError):
        listener.close()
        raise
    return listener
