from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure


@dataclass(frozen=True, kw_only=True)
class ReciprocalRank(BinaryMeasure):
    """Reciprocal rank of the first relevant passage; binary. Its mean over topics is MRR.

    RR@k = 1 / min{i <= k : rel_i >= rel},  0 if there is no such i

    Args:
        cutoff: k, counted in ranks from 1; without one the whole ranking counts.
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        In [0, 1]; 0 when the run lacks the topic.

    Raises:
        ValueError: a cutoff below 1.

    Source:
        Kantor and Voorhees, Information Retrieval 2(2/3), 2000. trec_eval's recip_rank
        (m_recip_rank.c); the cutoff is Regrade's own.
    """

    symbol = "RR"
    examples = ("RR", "RR@10", "RR(rel=2)@10")
    cutoff_rule = "optional"
    trec_eval_name = "recip_rank"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        hits = self.relevant(rankings)
        first = hits.nth == 1
        return rankings.per_topic(hits.topics[first], 1 / hits.ranks[first])


@dataclass(frozen=True, kw_only=True)
class FirstRank(BinaryMeasure):
    """Rank of the first relevant passage; binary, lower is better. Its mean over topics is MFR.

    MFR@N = min{i <= N : rel_i >= rel},  N + 1 if there is no such i

    Args:
        cutoff: N, counted in ranks from 1; required, since a miss scores N + 1.
        rel: lowest relevance that counts as relevant; by default the label set's own
            threshold. An unjudged passage is not relevant.

    Returns:
        In [1, N + 1]; N + 1 when the run lacks the topic.

    Raises:
        ValueError: no cutoff, or one below 1.

    Source:
        Fuhr, SIGIR Forum 51(3), 2017 (published 2018). Not in trec_eval; equals 1 / recip_rank if
        that is at most N, and N + 1 otherwise.
    """

    symbol = "MFR"
    examples = ("MFR@10", "MFR(rel=2)@10")
    cutoff_rule = "required"
    lower_is_better = True

    cutoff: int

    @property
    def worst(self) -> float:
        return self.cutoff + 1.0

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        hits = self.relevant(rankings)
        first = hits.nth == 1
        values = np.full(rankings.n_topics, self.worst)
        values[hits.topics[first]] = hits.ranks[first]
        return values


@dataclass(frozen=True, kw_only=True)
class Success(BinaryMeasure):
    """Success: 1 if a relevant passage is in the first k ranks, otherwise 0; binary.

    Success@k = 1 if some i <= k has rel_i >= rel, otherwise 0

    Args:
        cutoff: k, counted in ranks from 1; required.
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        0 or 1; 0 when the run lacks the topic.

    Raises:
        ValueError: no cutoff, or one below 1.

    Source:
        Craswell and Hawking, Overview of the TREC-2004 Web Track, 2004. trec_eval's success
        (m_success.c).
    """

    symbol = "Success"
    examples = ("Success@10", "Success(rel=2)@10")
    cutoff_rule = "required"
    trec_eval_name = "success"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        hits = self.relevant(rankings)
        return rankings.per_topic(hits.topics[hits.nth == 1])
