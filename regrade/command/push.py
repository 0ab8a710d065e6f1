from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regrade.command.judgment_files import Refused, saying_why_refused
from regrade.command.server_options import JSON, KINDS, add_formats, connected, server_parser
from regrade.files.errors import BadInput
from regrade.files.file_names import name_of_file
from regrade.files.first_line import first_line
from regrade.files.identifiers import N_QRELS_COLUMNS, N_RUN_COLUMNS
from regrade.files.outputs import writing
from regrade.json_text import json_text
from regrade.tables import report

if TYPE_CHECKING:  # needs the extra `client`
    from regrade.client import Server, Stored

DESCRIPTION = """\
Import a file on a server: all of it or nothing. It prints what was stored. Runs in six columns,
qrels in four and judgments with a header are recognized; for other files name the kind.
"""
EXAMPLES = """\
  %(prog)s passages.tsv --kind collection --as trees
  %(prog)s queries.tsv --kind topics --as dev
  %(prog)s bm25.run --to trees/dev
  %(prog)s qrels.txt --to trees/dev --as original --format json
  %(prog)s votes.csv --to second-look
"""
NOTES = ("overlap", "note", "metadata_note")  # sentences of a report
OF_JUDGMENTS = {"assessor", "grade"}
# Columns, and the place of one that is a number: a topic's line may have as many words.
BY_A_NUMBER = {"run": (N_RUN_COLUMNS, 4), "labels": (N_QRELS_COLUMNS, 3)}


UNUSED = {
    "collection": {"--to", "--topics"},
    "topics": {"--to", "--topics"},
    "judgments": {"--topics", "--as"},
    "run": set[str](),
    "labels": set[str](),
}


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command; returns its exit status."""
    given = _parser(program).parse_args(list(arguments))
    with saying_why_refused("push"):
        kind = given.kind or _kind_of(given.file)
        with connected(given) as server:
            stored = _pushed(server, kind, given)
        with writing(given.output) as stream:
            shown = {"kind": kind, **stored._asdict()}
            stream.write(json_text(shown) if given.format == JSON else _text(kind, stored))
    return 0


def _parser(program: str) -> ArgumentParser:
    parser = server_parser(program, DESCRIPTION, examples=EXAMPLES)
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="what to import, gzipped or not")
    to = "for a run and labels COLLECTION/TOPICS, for judgments the campaign"
    add("--to", metavar="PLACE", default="", help=to)
    topics = "the topic set, if a name has a slash; then --to is the collection alone"
    add("--topics", metavar="NAME", default="", help=topics)
    add("--as", dest="name", metavar="NAME", help="its name (default: the file's, without endings)")
    add("--kind", choices=KINDS, help="kind of file, if it is not recognized")
    add_formats(parser, ("text", JSON), "what was stored")
    return parser


def _kind_of(path: Path) -> str:
    number, columns = first_line(path)
    header = {name.strip('"').lower() for column in columns for name in column.split(",")}
    if header >= OF_JUDGMENTS:
        return "judgments"
    for kind, (n_columns, place) in BY_A_NUMBER.items():
        if len(columns) == n_columns and _is_number(columns[place]):
            return kind
    reason = "this line does not show the kind of file: name it by --kind"
    raise BadInput(path, number, reason, code="unknown_file_kind")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _pushed(server: Server, kind: str, given: Namespace) -> Stored:
    name = given.name or name_of_file(given.file.name)
    _refuse_unused(kind, given)
    if kind == "collection":
        return server.push_collection(name, given.file)
    if kind == "topics":
        return server.push_topics(name, given.file)
    if kind == "judgments":
        if not given.to:
            raise Refused("Name the campaign by --to.", code="no_place")
        return server.push_judgments(given.to, given.file)
    push = server.push_run if kind == "run" else server.push_labels
    return push(given.file, name=name, **_ground(given))


def _refuse_unused(kind: str, given: Namespace) -> None:
    for option, value in (("--to", given.to), ("--topics", given.topics), ("--as", given.name)):
        if value and option in UNUSED[kind]:
            raise Refused(f"{option} means nothing for {kind}: leave it out.", code="unused_option")


def _ground(given: Namespace) -> dict[str, str]:
    collection, topics = given.to, given.topics
    if not topics:
        collection, _, topics = collection.partition("/")
    is_clear = given.topics or "/" not in topics
    if not (collection and topics and is_clear):
        sentence = "Say --to COLLECTION/TOPICS; if a name has a slash, --to COLLECTION --topics T."
        raise Refused(sentence, code="no_place")
    return {"collection": collection, "topic_set": topics}


def _text(kind: str, stored: Stored) -> str:
    counts: Mapping[str, Any] = {
        name.removeprefix("n_").replace("_", " "): value
        for name, value in stored.report.items()
        if name.startswith("n_") and value
    }
    notes = [str(stored.report[name]) for name in NOTES if stored.report.get(name)]
    if same := stored.report.get("same_as"):
        notes.append(f"It has the same passages and scores as {', '.join(same)}.")
    return "\n".join([report(f"Stored {kind} {stored.name}:", counts), *notes]) + "\n"
