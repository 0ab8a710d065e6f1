"""Where the server is and which token opens it: given, or from the environment."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from regrade.client.errors import NotSent

SERVER, TOKEN, TOKEN_FILE = "REGRADE_SERVER", "REGRADE_TOKEN", "REGRADE_TOKEN_FILE"
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
WORD = re.compile(r"[!-~]+")
HOST = re.compile(r"[\w.-]+|[0-9a-f.:]+", re.IGNORECASE)


class Place(NamedTuple):
    """The address of a server, without a slash at its end."""

    address: str
    is_local: bool
    is_sealed: bool


def place_of(address: str | None, *, allow_http: bool) -> Place:
    """The server to ask.

    Raises:
        NotSent: no address, no address of a server, or one that would carry the token openly.
    """
    text = (address or os.environ.get(SERVER, "")).strip()
    if not text:
        raise NotSent(f"No server is named: give its address or set {SERVER}.", code="no_server")
    parts = _parts(text)
    place = Place(text.rstrip("/"), parts.hostname in LOOPBACK, parts.scheme == "https")
    if not (place.is_sealed or place.is_local or allow_http):
        raise NotSent(
            f"{place.address} is not https: others could read the token on its way. Use https, or"
            " allow_http (--allow-http) in a network that you trust.",
            code="plain_http",
        )
    return place


def token_from(given: str | None) -> str:
    """The token given, else that of the environment, else that of the file named there.

    Raises:
        NotSent: there is none, or it is not one word. The sentence never shows it.
    """
    token = given or os.environ.get(TOKEN) or _in_file(os.environ.get(TOKEN_FILE))
    if not token:
        raise NotSent(
            f"No token is given: make one on the page of your account and set {TOKEN}, or name its"
            f" file in {TOKEN_FILE}.",
            code="no_token",
        )
    return one_word(token)


def read_token(path: Path) -> str:
    """The token in a file.

    Raises:
        NotSent: the file cannot be read, or holds no single word.
    """
    try:
        return one_word(path.expanduser().read_text("utf-8"))
    except (OSError, RuntimeError, UnicodeDecodeError) as error:  # RuntimeError: no home
        reason = getattr(error, "strerror", None) or "it is not text"
        sentence = f"The token file {path} cannot be read ({reason})."
        raise NotSent(sentence, code="no_token") from None


def one_word(token: str) -> str:
    word = token.strip()
    if not WORD.fullmatch(word):
        raise NotSent("The token is not one word of ASCII characters.", code="bad_token_text")
    return word


def _in_file(named: str | None) -> str | None:
    return read_token(Path(named)) if named else None


def _parts(text: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        is_web = parts.scheme in {"http", "https"} and parts.port != 0 and text.isprintable()
        is_server = is_web and HOST.fullmatch(parts.hostname or "") is not None
    except ValueError:
        is_server = False
    # A password in it would be shown with the address.
    if not is_server or parts.username is not None or parts.query or parts.fragment:
        sentence = "The server's address must look like https://regrade.example.org."
        raise NotSent(sentence, code="bad_address")
    return parts
