from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from regrade.command.judgment_files import (
    EXIT_STATUS,
    add_blanks_in_ids,
    saying_why_refused,
)
from regrade.command.outputs import add_label_output, write_labels
from regrade.documents import BY, DocumentLabel, roll_up_labels
from regrade.documents.arguments import add_document_of
from regrade.files.errors import BadInput
from regrade.files.identifiers import id_order
from regrade.files.judging import read_qrels
from regrade.files.judging.qrels import QrelsLine

DESCRIPTION = """\
Make qrels of documents from qrels of their passages. A document has the highest label of its judged
passages, or their sum. A passage without a label says nothing of its document. Labels below 0 add
nothing to a sum; where a document has no others, the highest of them is its label.
"""
EXAMPLES = """\
  %(prog)s passages.txt --by max --document-of '(.+)#(\\d+)' -o documents.txt
  %(prog)s snippets.txt.gz --by sum --document-of '(.+)_(\\d+)' > documents.txt
"""


def main(arguments: Sequence[str], program: str) -> int:
    """Run the command; returns its exit status."""
    given = _parsed(arguments, program)
    with saying_why_refused("roll-up"):
        lines = list(read_qrels(given.qrels, blanks_in_ids=given.blanks_in_ids))
        labels = [_placed(line, given) for line in lines]
        rolled = roll_up_labels(labels, given.by)
        rolled.sort(key=lambda label: (id_order(label.query_id), id_order(label.document_id)))
        n_topics = len({label.query_id for label in rolled})
        about = {"by": given.by, "n_passages": len(labels), "n_topics": n_topics}
        write_labels(rolled, about, given)
    documents = f"{len(rolled):,} labels of documents, {n_topics:,} topics"
    sys.stderr.write(f"{len(labels):,} labels of passages came to {documents}.\n")
    return 0


def _parsed(arguments: Sequence[str], program: str) -> Namespace:
    parser = ArgumentParser(
        prog=program,
        description=DESCRIPTION,
        epilog=f"examples:\n{EXAMPLES}\n{EXIT_STATUS}",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("qrels", type=Path, metavar="QRELS", help="labels of passages, gzipped or not")
    by = "the highest label of a document's judged passages (max), or all of them added up (sum)"
    add("--by", choices=BY, required=True, help=by)
    add_document_of(parser, required=True)
    add_label_output(parser)
    add_blanks_in_ids(parser)
    return parser.parse_intermixed_args(list(arguments))


def _placed(line: QrelsLine, given: Namespace) -> DocumentLabel:
    try:
        place = given.document_of.place(line.doc_id)
    except ValueError as error:
        raise BadInput(given.qrels, line.line, str(error), code="place_refused") from error
    if place is None:
        reason = f"{line.doc_id} does not match '{given.document_of.pattern}'"
        raise BadInput(
            given.qrels, line.line, f"the passage {reason}", code="pattern_matches_nothing"
        )
    return DocumentLabel(line.query_id, place.document_id, line.relevance)
