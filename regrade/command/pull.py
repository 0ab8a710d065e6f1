from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from regrade.command.judgment_files import Refused, saying_why_refused
from regrade.command.server_options import JSON, PULLED, add_formats, connected, server_parser
from regrade.files.outputs import writing
from regrade.json_text import json_text

if TYPE_CHECKING:  # needs the extra `client`
    from regrade.client import Server

DESCRIPTION = """\
Write a run, the labels of a label set, or the judgments of a campaign to a file or to standard
output: a run in TREC's six columns, labels as qrels, judgments as TSV or as the file's name says
(.csv, .jsonl, .parquet). A download that breaks off leaves no file.
"""
EXAMPLES = """\
  %(prog)s bm25 -o bm25.run.gz
  %(prog)s original --kind labels > qrels.txt
  %(prog)s second-look -o votes.parquet
"""


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command; returns its exit status."""
    given = _parser(program).parse_args(list(arguments))
    with saying_why_refused("pull"), connected(given) as server:
        kind = given.kind or _kind_of(server, given.name)
        if given.format == JSON:
            rows = _rows(server, kind, given.name)
            with writing(given.output) as stream:
                stream.write(json_text({"kind": kind, "name": given.name, "rows": rows}))
        else:
            _pull(server, kind, given.name, given.output)
    return 0


def _parser(program: str) -> ArgumentParser:
    parser = server_parser(program, DESCRIPTION, examples=EXAMPLES)
    parser.add_argument("name", metavar="NAME", help="of the run, label set or campaign")
    kind = "kind of thing, if several have the name"
    parser.add_argument("--kind", choices=PULLED, help=kind)
    add_formats(parser, ("file", JSON), "the file")
    return parser


def _kind_of(server: Server, name: str) -> str:
    names = {
        "run": {row.name for row in server.runs(search=name)},
        "labels": {row.name for row in server.label_sets(search=name)},
        "judgments": {row.name for row in server.campaigns()},
    }
    found = [kind for kind in PULLED if name in names[kind]]
    if len(found) != 1:
        nothing = "No run, label set or campaign that you see has the name"
        where = f"{' and '.join(found)} have the name" if found else nothing
        how = "choose by --kind" if found else "an archived one needs --kind"
        raise Refused(f"{where} {name}: {how}.", code="unknown_name")
    return found[0]


def _pull(server: Server, kind: str, name: str, path: Path) -> None:
    if kind == "run":
        server.pull_run(name, path)
    elif kind == "labels":
        server.pull_labels(name, path)
    else:
        server.pull_judgments(name, path)


def _rows(server: Server, kind: str, name: str) -> list[Any]:
    if kind == "judgments":
        with TemporaryDirectory() as folder:
            path = Path(folder) / "votes.jsonl"
            server.pull_judgments(name, path)
            with path.open(encoding="utf-8") as lines:
                return [json.loads(line) for line in lines]
    frame = server.run_frame if kind == "run" else server.labels_frame
    rows: list[Any] = frame(name, as_="arrow").to_pylist()
    return rows
