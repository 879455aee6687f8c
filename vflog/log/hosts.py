"""Names of hosts: which lead to this machine alone, and under which a server may be asked."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit


def is_address(name: str) -> bool:
    """Whether a host is named by its address: no other site can lead a browser here under that."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(name: str) -> bool:
    """Whether only this machine reaches a host of that name or address."""
    return name == "localhost" or (is_address(name) and ipaddress.ip_address(name).is_loopback)


def is_ours(header: str, names: Collection[str]) -> bool:
    """Whether a `Host` header names a server that has these names (in small letters), or names it by an address: a
    page of another site can make any other name lead here, and so talk to the server through a browser."""
    try:
        name = urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return False
    return name in names or is_address(name)
