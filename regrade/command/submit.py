from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regrade.command.judgment_files import saying_why_refused
from regrade.command.server_options import JSON, add_formats, connected, server_parser
from regrade.exceptions import RegradeError
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
REFUSED = 1
# Keys of a report that a taken or a refused file lacks.
NOTHING = {
    **{"run": None, "created_at": None, "counts": None, "warnings": []},
    **{"code": "", "sentence": "", "bad_lines": []},
}


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command; returns its exit status."""
    given = _parser(program).parse_args(list(arguments))
    with saying_why_refused("submit"):
        try:
            with connected(given) as server:
                taken = server.hand_in(given.file)
        except RegradeError as error:
            if given.format != JSON or not hasattr(error, "bad"):  # not refused by the server
                raise
            _write(given, json_text(_refused(given.file, error)))
            return REFUSED
        _write(given, json_text(_taken(taken)) if given.format == JSON else _text(taken))
    return 0


def _write(given: Namespace, text: str) -> None:
    with writing(given.output) as stream:
        stream.write(text)


def _taken(taken: SubmissionRow) -> dict[str, Any]:
    counts, warnings = taken.report["counts"], taken.report["warnings"]
    stored = {"run": taken.run, "created_at": taken.created_at, "counts": counts}
    return {"file": taken.file, **NOTHING, **stored, "warnings": warnings}


def _refused(file: Path, error: Any) -> dict[str, Any]:
    bad_lines = [line._asdict() for line in error.bad.first]
    why = {"code": error.code, "sentence": str(error), "bad_lines": bad_lines}
    return {"file": file.name, **NOTHING, **why}


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
