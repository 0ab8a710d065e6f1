"""Shared parts of the commands that ask a server."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from regrade.files.outputs import add_output

if TYPE_CHECKING:  # needs the extra `client`
    from regrade.client import Server

KINDS = ("run", "labels", "judgments", "collection", "topics")
PULLED = KINDS[:3]
JSON = "json"
EPILOG = """\
examples:
{examples}
environment:
  REGRADE_SERVER      the server's address, unless --server is given
  REGRADE_TOKEN       an API token, made on the page of your account; or
  REGRADE_TOKEN_FILE  the name of a file that holds it, unless --token-file is given

exit status:
  0  it is done
  1  the server refused or was not reached, or a file cannot be used; a sentence says why
  2  the command line cannot be understood
"""


def server_parser(program: str, description: str, *, examples: str) -> ArgumentParser:
    """Argument parser of a command, with the options that name the server and the token."""
    parser = ArgumentParser(
        prog=program,
        description=description,
        epilog=EPILOG.format(examples=examples),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--server", metavar="ADDRESS", help="such as https://regrade.example.org")
    # No option holds the token itself: lists of processes would show it.
    add("--token-file", type=Path, metavar="FILE", help="file that holds the API token")
    plain = "send the token without encryption to another machine than this"
    add("--allow-http", action="store_true", help=plain)
    return parser


def add_formats(parser: ArgumentParser, formats: tuple[str, ...], what: str) -> None:
    """Add --format, by default the first, and --output."""
    shown = f"{formats[0]} (default), {' or '.join(formats[1:])}"
    parser.add_argument("--format", choices=formats, default=formats[0], help=shown)
    add_output(parser, f"where {what} goes")


def connected(given: Namespace) -> Server:
    """The server that the options or the environment name.

    Raises:
        RegradeError: the extra is missing, or a setting cannot be used.
    """
    client = import_module("regrade.client")
    token = client.read_token(given.token_file) if given.token_file else None
    server: Server = client.connect(given.server, token, allow_http=given.allow_http)
    return server
