"""Documents whose passages are judged: which they are, and what labels of passages say of them."""

from __future__ import annotations

from regrade.documents.pattern import DocumentPattern, Place
from regrade.documents.positions import PositionShare, relevance_by_position, tenths
from regrade.documents.rolling_up import BY, By, DocumentLabel, roll_up_labels

__all__ = [
    "BY",
    "By",
    "DocumentLabel",
    "DocumentPattern",
    "Place",
    "PositionShare",
    "relevance_by_position",
    "roll_up_labels",
    "tenths",
]
