"""Readers and writers of label, judgment and pair files; know nothing of Django."""

from __future__ import annotations

from regrade.files.judging.judgment_row import JudgmentRow, Recorded, RecordedPair
from regrade.files.judging.judgments import read_judgments
from regrade.files.judging.pairs import PairLine, read_pairs
from regrade.files.judging.qrels import QrelsLine, read_qrels, write_qrels
from regrade.files.judging.recorded import Form, read_pairs_of, read_recorded

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
