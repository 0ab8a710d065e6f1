"""Output of commands that write rows or labels: as a file of the field, or as JSON."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence

from regrade.command.judgment_files import Refused
from regrade.files.judging import write_qrels
from regrade.files.outputs import add_output, writing
from regrade.files.row_files import TextLayout, text_layout_of
from regrade.json_text import json_text

QRELS, JSON = LABEL_FORMS = ("qrels", "json")
Label = tuple[str, str, int]


def add_row_output(parser: ArgumentParser, what: str) -> None:
    """Add --output and --format of a command that writes rows."""
    add_output(parser, f"where {what} goes")
    form = "default by the end of the file's name (.jsonl, .csv, .tsv), else tsv"
    layouts = [layout.value for layout in TextLayout]
    parser.add_argument("--format", choices=(*layouts, JSON), help=form)


def add_label_output(parser: ArgumentParser) -> None:
    """Add --output and --format of a command that writes labels."""
    add_output(parser, "where the labels go")
    form = "qrels (default), or json: the labels with the report on them"
    parser.add_argument("--format", choices=LABEL_FORMS, default=QRELS, help=form)


def write_labels(labels: Sequence[Label], about: Mapping[str, object], given: Namespace) -> None:
    """Write labels as qrels, or as JSON below the report on them.

    Raises:
        Refused: an id that qrels cannot hold.
    """
    with writing(given.output) as stream:
        if given.format == JSON:
            columns = ("query_id", "doc_id", "relevance")
            rows = [dict(zip(columns, label, strict=True)) for label in labels]
            stream.write(json_text({**about, "labels": rows}))
            return
        try:
            write_qrels(stream, labels, blanks_in_ids=given.blanks_in_ids)
        except ValueError as error:
            reason = f"The labels cannot be written: {error}."
            raise Refused(reason, code="labels_unwritable") from error


def layout_of(given: Namespace) -> TextLayout:
    """The layout of rows that are not asked for as JSON."""
    return TextLayout(given.format) if given.format else text_layout_of(given.output)
