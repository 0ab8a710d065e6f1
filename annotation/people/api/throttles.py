from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING

from django.conf import settings
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from annotation.people.limits import Limit, steady, take

if TYPE_CHECKING:  # which imports this module, by its setting
    from rest_framework.views import APIView

# Many times what a person can do: a thousand judgments that waited in a browser go at once, and
# nobody judges, takes back and claims twice a second for long.
WRITES = Limit("writes", 1_000, forget_s=0.5, first_s=0.5, longest_s=0.5)
NETWORK = 64  # bits of an IPv6 address that tell one household from another
WITH_PORT = re.compile(r"\[(?P<v6>[^]]+)\](:\d+)?|(?P<v4>[\d.]+):\d+")


class Counted(BaseThrottle):
    """Base of what counts requests in PostgreSQL."""

    _wait = 0.0

    def wait(self) -> float:
        return self._wait


class AddressThrottle(Counted):
    """Counts requests by address, also of signed-in users: an account makes guessing no harder."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        self._wait = take(steady("invitation", *settings.INVITATION_RATE), address_of(request))
        return not self._wait


class OwnWrites(Counted):
    """Limits how much one account may write."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        if request.method in SAFE_METHODS or not request.user.is_authenticated:
            return True
        self._wait = take(WRITES, str(request.user.pk))
        return not self._wait


def address_of(request: Request) -> str:
    """A request's address, as far as trusted proxies report it; for IPv6 its network."""
    address_text = BaseThrottle().get_ident(request)
    try:
        address = ipaddress.ip_address(_without_port(address_text))
    except ValueError:  # as a proxy wrote it
        return address_text
    if isinstance(address, ipaddress.IPv6Address):
        # Behind a proxy that listens for both, all of IPv4 is one network of IPv6.
        address = address.ipv4_mapped or address
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(ipaddress.ip_network((address, NETWORK), strict=False))


def _without_port(address_text: str) -> str:
    """Some proxies write the port as well: it changes with every connection."""
    found = WITH_PORT.fullmatch(address_text)
    return found["v6"] or found["v4"] if found else address_text
