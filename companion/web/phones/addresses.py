"""Where this case is in the house: its number address, its name, and who counts as of the house. Sends nothing."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct

SIOCGIFADDR = 0x8915
"""Linux: what is the address of this interface?"""
ELSEWHERE = ("192.168.0.1", 9)
"""No packet goes there: the system only says from which of its addresses it would."""


def is_local(address: str) -> bool:
    """Whether it is of this house: nobody from the internet, whatever a router may let through."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return (found.is_private or found.is_loopback or found.is_link_local) and not found.is_unspecified


def own_address() -> str:
    """The number address that phones in the house reach this case by; "" where it is in no network."""
    found = [each for each in (*_of_interfaces(), _towards_the_house()) if _of_a_house(each)]
    return next(iter(found), "")


def _of_a_house(address: str) -> bool:
    return bool(address) and is_local(address) and not ipaddress.ip_address(address).is_loopback


def _of_interfaces() -> list[str]:
    """The addresses of the interfaces, in the system's order; none on a system that tells them otherwise."""
    try:
        import fcntl

        names = [name for _number, name in socket.if_nameindex()]
    except (ImportError, OSError):
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for name in names:
            with contextlib.suppress(OSError):
                told = fcntl.ioctl(asked.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(told[20:24]))
    return found


def _towards_the_house() -> str:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(ELSEWHERE)
        return str(asked.getsockname()[0])
    return ""


def own_name() -> str:
    """What the case is called in the house's network: "companion.local"; "" where it has no name of its own."""
    name = socket.gethostname().partition(".")[0].lower()
    return "" if name in ("", "localhost") else f"{name}.local"


def hosts(address: str, port: int) -> frozenset[str]:
    """By which names a connection may call that came to this address and port."""
    name = own_name()
    return frozenset({f"{address}:{port}", *((f"{name}:{port}",) if name else ())})
