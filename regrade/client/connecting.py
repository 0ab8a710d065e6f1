from __future__ import annotations

from regrade.client.connection import Connection
from regrade.client.server import Server
from regrade.client.settings import place_of, token_from


def connect(
    address: str | None = None,
    token: str | None = None,
    *,
    timeout_s: float = 60,
    allow_http: bool = False,
) -> Server:
    """A server of Regrade, which sees what the token's account sees. Nothing is sent yet.

    Args:
        address: https://regrade.example.org; by default that in REGRADE_SERVER.
        token: by default that in REGRADE_TOKEN, or in the file that REGRADE_TOKEN_FILE names.
        timeout_s: patience with each part of an answer; an import has twenty times as long.
        allow_http: send the token without encryption, to a server that is not this machine.

    Raises:
        NotSent: no address or token, or none that can be used.
    """
    place = place_of(address, allow_http=allow_http)
    return Server(Connection(place, token_from(token), timeout_s))
