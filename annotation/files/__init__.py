"""Readers and writers of label, judgment and pair files; know nothing of Django."""

from __future__ import annotations

from annotation.files.judgments import JudgmentRow, read_judgments
from annotation.files.pairs import PairLine, read_pairs
from annotation.files.qrels import QrelsLine, read_qrels
from annotation.files.qrels_writer import write_qrels

__all__ = [
    "JudgmentRow",
    "PairLine",
    "QrelsLine",
    "read_judgments",
    "read_pairs",
    "read_qrels",
    "write_qrels",
]
