"""One phone's connection: only from this house, and so many of each address that none keeps the others out."""

from __future__ import annotations

from companion.web.connection import Connection
from companion.web.phones.addresses import is_local

MOST = 240
"""Connections at once: a phone has one that listens and one or two that ask."""
MOST_EACH = 12
"""Of one address; a browser opens six."""


class PhoneConnection(Connection):
    """With the limits of every connection of ours, and these."""

    def is_welcome(self) -> bool:
        """Whether it is of this house, and neither this address nor all of them have too many."""
        address = self.client[0] if self.client else ""
        clients = (each.client for each in self.connections if isinstance(each, PhoneConnection))
        alike = sum(1 for client in clients if client and client[0] == address)
        return is_local(address) and alike <= MOST_EACH and len(self.connections) <= MOST
