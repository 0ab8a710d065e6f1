"""The option that says which document a passage is part of."""

from __future__ import annotations

from argparse import ArgumentTypeError, _ActionsContainer

from regrade.documents.pattern import DocumentPattern

HELP = (
    "a regular expression for whole doc_ids: its first group is the document that a passage is "
    "part of, the second, if there is one, the position there, as '(.+)#(\\d+)' for D123#4"
)


def add_document_of(parser: _ActionsContainer, *, note: str = "", required: bool = False) -> None:
    """Add `--document-of`, whose value is a `DocumentPattern`."""
    parser.add_argument(
        "--document-of",
        type=_pattern,
        required=required,
        metavar="PATTERN",
        help=f"{HELP}{note}",
    )


def _pattern(text: str) -> DocumentPattern:
    try:
        return DocumentPattern(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error
