"""Agreement on highlights, as spans of code points and as words."""

from __future__ import annotations

from regrade.agreement.highlights.conventions import (
    CONVENTIONS,
    Convention,
    agreement_by_conventions,
    span_agreement,
)
from regrade.agreement.highlights.in_depth import (
    HighlightAgreement,
    HighlightedPair,
    agreement_on_highlights,
)
from regrade.agreement.highlights.spans import OverlapF1, match_spans, mean_jaccard, share_empty

__all__ = [
    "CONVENTIONS",
    "Convention",
    "HighlightAgreement",
    "HighlightedPair",
    "OverlapF1",
    "agreement_by_conventions",
    "agreement_on_highlights",
    "match_spans",
    "mean_jaccard",
    "share_empty",
    "span_agreement",
]
