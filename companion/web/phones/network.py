"""Addresses and names under which phones reach this case, and which addresses are local."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct

SIOCGIFADDR = 0x8915
"""Linux ioctl that returns the address of an interface."""


OUTSIDE_ADDRESS = ("192.168.0.1", 9)
"""Address to which no packet is sent: the system only chooses the own address for it."""


def is_local_address(address: str) -> bool:
    """True if the address belongs to a local network, so that nothing from the internet is accepted."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return (found.is_private or found.is_loopback or found.is_link_local) and not found.is_unspecified


def own_address() -> str:
    """Return the IP address of this case for phones; "" without a network."""
    found = [each for each in (*_interface_addresses(), _route_address()) if _is_private(each)]
    return next(iter(found), "")


def _is_private(address: str) -> bool:
    return bool(address) and is_local_address(address) and not ipaddress.ip_address(address).is_loopback


def _interface_addresses() -> list[str]:
    """Return the addresses of the interfaces in the system's order; [] if they cannot be queried."""
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


def _route_address() -> str:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(OUTSIDE_ADDRESS)
        return str(asked.getsockname()[0])
    return ""


def own_name() -> str:
    """Return the mDNS name of this case, such as "companion.local"; "" if it has none."""
    name = socket.gethostname().partition(".")[0].lower()
    return "" if name in ("", "localhost") else f"{name}.local"


def allowed_hosts(address: str, port: int) -> frozenset[str]:
    """Return the allowed Host headers of a connection to this address and port."""
    name = own_name()
    return frozenset({f"{address}:{port}", *((f"{name}:{port}",) if name else ())})
