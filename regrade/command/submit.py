from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from regrade.command.judgment_files import saying_why_refused
from regrade.command.server_options import JSON, add_formats, connected, server_parser
from regrade.files.outputs import writing
from regrade.json_text import json_text
from regrade.tables import report

if TYPE_CHECKING:  # needs the extra `client`
    from regrade.client.shapes import SubmissionRow

DESCRIPTION = """\
Hand in a run to a call for runs, with the token that the organizer gave your team. The file is
checked at once: it prints what was stored and warns of missing topics, or says why it was refused.
"""
EXAMPLES = """\
  %(prog)s run.trec.gz
  %(prog)s run.trec.gz --format json -o report.json
"""


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command; returns its exit status."""
    given = _parser(program).parse_args(list(arguments))
    with saying_why_refused("submit"):
        with connected(given) as server:
            taken = server.hand_in(given.file)
        with writing(given.output) as stream:
            shown = {
                **{"file": taken.file, "run": taken.run, "created_at": taken.created_at},
                **{name: taken.report[name] for name in ("counts", "warnings")},
            }
            stream.write(json_text(shown) if given.format == JSON else _text(taken))
    return 0


def _parser(program: str) -> ArgumentParser:
    parser = server_parser(program, DESCRIPTION, examples=EXAMPLES)
    parser.add_argument("file", type=Path, metavar="FILE", help="the run, gzipped or not")
    add_formats(parser, ("text", JSON), "the report")
    return parser


def _text(taken: SubmissionRow) -> str:
    counts = {
        name.removeprefix("n_").replace("_", " "): value
        for name, value in taken.report["counts"].items()
        if value
    }
    warnings = [f"Warning: {warning}." for warning in taken.report["warnings"]]
    return "\n".join([report(f"Handed in as {taken.run}:", counts), *warnings]) + "\n"
