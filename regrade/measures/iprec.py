from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure

ELEVEN_LEVELS = tuple(tenth / 10 for tenth in range(11))
ROUNDINGS = {"up": 0.9, "nearest": 0.5}  # what is added before the fraction is dropped


@dataclass(frozen=True, kw_only=True)
class InterpolatedPrecision(BinaryMeasure):
    """Interpolated precision: the highest precision at or beyond a level of recall; binary.
    Without a level, the mean over the eleven levels 0, 0.1, ..., 1.

    IPrec@x = max{P@i : found@i >= round(x * R)},  0 if there is no such i,
    R = |{judged passages with relevance >= rel}|

    Args:
        recall: x, written after the @, from 0 to 1: a level of recall, not a rank. Without it, the
            11-point average.
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.
        rounding: 'up' (default) rounds x * R up if its fraction is at least 0.1, as trec_eval does
            up to 9.0; 'nearest' rounds halves up, as trec_eval 10 does.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a recall outside [0, 1], or an unknown rounding.

    Source:
        Salton and McGill, Introduction to Modern Information Retrieval, 1983, chapter 5.
        trec_eval's iprec_at_recall and 11pt_avg (m_iprec_at_recall.c, m_11pt_avg.c); versions 9
        and 10 differ in rounding.
    """

    symbol = "IPrec"
    examples = ("IPrec@0.1", "IPrec", "IPrec(rel=2)@0.5", "IPrec(rounding='nearest')@0.1")
    cutoff_rule = "none"
    at_parameter: ClassVar[str] = "recall"
    trec_eval_name = "iprec_at_recall, 11pt_avg"

    recall: float | None = None
    rounding: str = "up"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rounding not in ROUNDINGS:
            raise ValueError(f"rounding must be 'up' or 'nearest', not {self.rounding!r}")
        if self.recall is None:
            return
        if type(self.recall) not in (int, float) or not 0 <= self.recall <= 1:
            raise ValueError(f"the level of recall must be from 0 to 1, not {self.recall!r}")
        object.__setattr__(self, "recall", float(self.recall))  # one name for 1 and 1.0

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        levels = ELEVEN_LEVELS if self.recall is None else (self.recall,)
        hits = self.relevant(rankings)
        n_relevant = self.n_relevant(rankings)
        precisions = hits.nth / hits.ranks
        total = np.zeros(rankings.n_topics)
        for level in levels:
            enough = (
                hits.nth >= np.floor(level * n_relevant + ROUNDINGS[self.rounding])[hits.topics]
            )
            highest = np.zeros(rankings.n_topics)
            np.maximum.at(highest, hits.topics[enough], precisions[enough])
            total += highest
        return total / len(levels)
