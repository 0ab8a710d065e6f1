"""Readers and writers of label, judgment and pair files; know nothing of Django."""

from __future__ import annotations

from regrade.files.judging.judgment_row import JudgmentRow
from regrade.files.judging.judgments import read_judgments
from regrade.files.judging.pairs import PairLine, read_pairs
from regrade.files.judging.qrels import QrelsLine, read_qrels
from regrade.files.judging.qrels_writer import write_qrels

__all__ = [
    "JudgmentRow",
    "PairLine",
    "QrelsLine",
    "read_judgments",
    "read_pairs",
    "read_qrels",
    "write_qrels",
]
