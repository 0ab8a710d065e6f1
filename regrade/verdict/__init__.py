"""Verdict of a comparison on one run, or on all, in sentences made of its numbers."""

from __future__ import annotations

from regrade.verdict.cautions import Caution
from regrade.verdict.finding import Claim, ClaimKind, Finding, count_at_best
from regrade.verdict.overall import Overall, sum_up
from regrade.verdict.sampled import Sampled, sampled_of
from regrade.verdict.standing import Moves, Standing
from regrade.verdict.unjudged import how_unjudged_counts, reads_relevant_alone
from regrade.verdict.verdict import Verdict, reach_verdict

__all__ = [
    "Caution",
    "Claim",
    "ClaimKind",
    "Finding",
    "Moves",
    "Overall",
    "Sampled",
    "Standing",
    "Verdict",
    "count_at_best",
    "how_unjudged_counts",
    "reach_verdict",
    "reads_relevant_alone",
    "sampled_of",
    "sum_up",
]
