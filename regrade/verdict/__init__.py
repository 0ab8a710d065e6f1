"""Verdict of a comparison of two runs, as a sentence made of its numbers."""

from __future__ import annotations

from regrade.verdict.cautions import Caution
from regrade.verdict.finding import Claim, ClaimKind, Finding, count_at_best
from regrade.verdict.unjudged import how_unjudged_counts, reads_relevant_alone
from regrade.verdict.verdict import Verdict, reach_verdict

__all__ = [
    "Caution",
    "Claim",
    "ClaimKind",
    "Finding",
    "Verdict",
    "count_at_best",
    "how_unjudged_counts",
    "reach_verdict",
    "reads_relevant_alone",
]
