"""Recorded campaigns in the forms that are read here, each by its name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from pathlib import Path

from regrade.files.errors import BadInput
from regrade.files.judging.crowd_log import read_crowd_log, read_crowd_pairs
from regrade.files.judging.judgment_row import Recorded, RecordedPair, checked_pairs
from regrade.files.judging.judgments import PLAIN, Terms, read_judgments
from regrade.files.judging.mturk import read_mturk, read_mturk_pairs
from regrade.files.streams import Progress


class Form(StrEnum):
    """The file format of a recorded campaign."""

    TABLE = "table"  # a row a judgment: TSV, CSV or JSONL
    CROWD_LOG = "crowd-log"  # assignments.txt and hits.txt
    MTURK = "mturk"  # results of Mechanical Turk


FORMS_WITH_TASKS = (Form.CROWD_LOG, Form.MTURK)


def read_recorded(
    form: Form,
    paths: Sequence[Path],
    *,
    runs: Collection[str] = (),
    progress: Progress | None = None,
    max_bytes: int | None = None,
    terms: Terms = PLAIN,
) -> Recorded:
    """The judgments of these files; `runs` says which of a crowd log's runs to take.

    Raises:
        BadInput: what the reader of that form refuses, runs of files that have none, or names of
            columns or of an assessor for files that have names of their own.
    """
    if form is not Form.TABLE and (terms.columns or terms.assessor or terms.blanks_in_ids):
        raise BadInput(
            paths[0],
            None,
            "only a table has columns to name, no assessor, or blanks in ids",
            code="columns_not_named",
        )
    if form is Form.CROWD_LOG:
        return read_crowd_log(paths, runs=runs, progress=progress, max_bytes=max_bytes)
    if runs:
        raise BadInput(
            paths[0], None, "only a crowd log has runs to choose from", code="runs_not_chosen"
        )
    if form is Form.MTURK:
        return read_mturk(paths, progress=progress, max_bytes=max_bytes)
    files = (read_judgments(path, progress, max_bytes=max_bytes, terms=terms) for path in paths)
    return Recorded([row for rows in files for row in rows])


def read_pairs_of(
    form: Form, paths: Sequence[Path], *, progress: Progress | None = None
) -> Iterable[RecordedPair]:
    """The topics and passages that were judged, each pair once, in the files' order."""
    if form is Form.CROWD_LOG:
        return checked_pairs(read_crowd_pairs(paths, progress=progress))
    return checked_pairs(read_mturk_pairs(paths, progress=progress))
