"""Readers and writers of label, judgment and pair files; know nothing of Django."""

from __future__ import annotations

from annotation.files.judgment_row import JudgmentRow, Recorded
from annotation.files.judgments import read_judgments
from annotation.files.pairs import PairLine, read_pairs
from annotation.files.qrels import QrelsLine, read_qrels
from annotation.files.qrels_writer import write_qrels
from annotation.files.recorded import Form, read_pairs_of, read_recorded
from annotation.files.recorded_pairs import RecordedPair

__all__ = [
    "Form",
    "JudgmentRow",
    "PairLine",
    "QrelsLine",
    "Recorded",
    "RecordedPair",
    "read_judgments",
    "read_pairs",
    "read_pairs_of",
    "read_qrels",
    "read_recorded",
    "write_qrels",
]
