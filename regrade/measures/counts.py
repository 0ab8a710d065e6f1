from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure, Measure


@dataclass(frozen=True, kw_only=True)
class NumQueries(Measure):
    """Number of topics of the labels: 1 for each, so that the total counts them. No run changes it.

    NumQ = 1

    Args:
        cutoff: none. Unjudged passages play no part.

    Returns:
        1, also when the run lacks the topic. A count, of which tools print the total over the
        topics.

    Raises:
        ValueError: a cutoff, or judged_only, since no ranking is looked at.

    Source:
        trec_eval's num_q under -c (m_num_q.c); without -c it counts the topics that run and
        labels share.
    """

    symbol = "NumQ"
    examples = ("NumQ",)
    cutoff_rule = "none"
    trec_eval_name = "num_q"
    is_count = True
    holds_for_missing = True
    no_judged_only = "it looks at no ranking"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return np.ones(rankings.n_topics)


@dataclass(frozen=True, kw_only=True)
class NumRetrieved(BinaryMeasure):
    """Number of retrieved passages, or of those that reach a relevance.

    NumRet = n,  NumRet(rel=r) = |{i <= n : rel_i >= r}|

    Args:
        rel: lowest relevance that counts; without one every retrieved passage counts, judged or
            not, whatever the label set's own threshold is. With one an unjudged passage does not
            count.

    Returns:
        A whole number from 0; 0 when the run lacks the topic. A count, of which tools print the
        total over the topics.

    Raises:
        ValueError: a cutoff.

    Source:
        trec_eval's num_ret and, where rel is the threshold, num_rel_ret (m_num_ret.c,
        m_num_rel_ret.c). ir_measures writes it the same way.
    """

    symbol = "NumRet"
    examples = ("NumRet", "NumRet(rel=1)")
    cutoff_rule = "none"
    trec_eval_name = "num_ret"
    is_count = True

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        if self.rel is None:
            return rankings.n_retrieved.astype(np.float64)
        return self.n_found(rankings)


@dataclass(frozen=True, kw_only=True)
class NumRelevant(BinaryMeasure):
    """Number of the topic's relevant passages in the labels; binary. No run changes it.

    NumRel = R = |{judged passages with relevance >= rel}|

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        A whole number from 0, also when the run lacks the topic. A count, of which tools print
        the total over the topics.

    Raises:
        ValueError: a cutoff, or judged_only, since no ranking is looked at.

    Source:
        trec_eval's num_rel (m_num_rel.c).
    """

    symbol = "NumRel"
    examples = ("NumRel", "NumRel(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "num_rel"
    is_count = True
    holds_for_missing = True
    no_judged_only = "it looks at no ranking"

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return self.n_relevant(rankings).astype(np.float64)


@dataclass(frozen=True, kw_only=True)
class NumRelevantRetrieved(BinaryMeasure):
    """Number of relevant passages retrieved; binary.

    NumRelRet = |{i <= n : rel_i >= rel}|

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        A whole number from 0; 0 when the run lacks the topic. A count, of which tools print the
        total over the topics.

    Raises:
        ValueError: a cutoff.

    Source:
        trec_eval's num_rel_ret (m_num_rel_ret.c). NumRet(rel=1) in ir_measures, which has this
        name as another for it.
    """

    symbol = "NumRelRet"
    examples = ("NumRelRet", "NumRelRet(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "num_rel_ret"
    ir_measures_name = "NumRet(rel=1)"
    is_count = True

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        return self.n_found(rankings)


@dataclass(frozen=True, kw_only=True)
class NumNonRelevantRetrieved(BinaryMeasure):
    """Number of retrieved passages that were judged not relevant; binary.

    NumNonRelRet = |{i <= n : i is judged and 0 <= rel_i < rel}|

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage does not count, and neither does one of negative relevance, which
            trec_eval takes for unjudged.

    Returns:
        A whole number from 0; 0 when the run lacks the topic. A count, of which tools print the
        total over the topics.

    Raises:
        ValueError: a cutoff.

    Source:
        trec_eval's num_nonrel_judged_ret (m_num_nonrel_judged_ret.c).
    """

    symbol = "NumNonRelRet"
    examples = ("NumNonRelRet", "NumNonRelRet(rel=2)")
    cutoff_rule = "none"
    trec_eval_name = "num_nonrel_judged_ret"
    is_count = True

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        relevances = rankings.hits.relevances
        chosen = (relevances >= 0) & (relevances < self.threshold(rankings.judged))
        return rankings.per_topic(rankings.hits.topics[chosen])
