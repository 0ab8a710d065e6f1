"""The real judging campaign, where it is there; nothing of it is in the repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from regrade.aggregation.votes import PairKey, Vote
from regrade.files.judging import JudgmentRow, read_judgments, read_qrels

CHECKOUT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("REGRADE_DATA") or CHECKOUT.parent / "shared" / "data")
CAMPAIGN = DATA / "msmarco_assessment"
CROWD_LOG = [DATA / "trec2011_crowd" / f"{name}.txt.gz" for name in ("assignments", "hits")]
SNIPPETS = sorted((DATA / "cast_snippets_2022").glob("*.csv.gz"))

needs_real_data = pytest.mark.skipif(
    not DATA.is_dir(), reason="the real data are absent: set REGRADE_DATA to their folder"
)


def real_rows() -> list[JudgmentRow]:
    return list(read_judgments(CAMPAIGN / "judgments.tsv"))


def real_votes() -> list[Vote]:
    return [Vote(row.query_id, int(row.doc_id), row.assessor, row.grade) for row in real_rows()]


def real_fallback() -> dict[PairKey, bool]:
    """What the original labels say: one relevant passage a topic."""
    labels = read_qrels(CAMPAIGN / "qrels.msmarco.tsv")
    return {(label.query_id, int(label.doc_id)): label.relevance >= 1 for label in labels}
