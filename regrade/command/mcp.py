from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from regrade.command.judgment_files import saying_why_refused
from regrade.command.server_options import connected, server_parser

DESCRIPTION = """\
Give a language model read access to a server: an MCP server on standard input and output, which
the model's program starts. Its tools list, compare and count; none changes runs, labels or
judgments. Give it a token with the scope `read`.
"""
EXAMPLES = """\
  %(prog)s --server https://regrade.example.org --token-file ~/.regrade-token
"""


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command until its input ends; returns its exit status."""
    given = server_parser(program, DESCRIPTION, examples=EXAMPLES).parse_args(list(arguments))
    with saying_why_refused("mcp"), connected(given) as server:
        import_module("regrade.mcp.tools").mcp_server(server).run()
    return 0
