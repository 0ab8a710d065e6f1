from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.measure import BinaryMeasure, Measure


@dataclass(frozen=True, kw_only=True)
class NumQueries(Measure):
    """Number of topics in the labels: 1 per topic, summed. Independent of the run.

    NumQ = 1

    Args:
        cutoff: none. Unjudged passages have no effect.

    Returns:
        1, even when the run lacks the topic. A count: tools print its total over topics.

    Raises:
        ValueError: a cutoff, or judged_only, since the ranking is not used.

    Source:
        trec_eval's num_q under -c (m_num_q.c); without -c, it counts the topics that the run and
        the labels share.
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
        rel: lowest relevance that counts. By default, every retrieved passage counts, judged or
            not, whatever the label set's threshold; with rel, unjudged passages do not count.

    Returns:
        A whole number from 0; 0 when the run lacks the topic. A count: tools print its total over
        topics.

    Raises:
        ValueError: a cutoff.

    Source:
        trec_eval's num_ret and, if rel is the threshold, num_rel_ret (m_num_ret.c,
        m_num_rel_ret.c). ir_measures uses the same notation.
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
    """Number of relevant passages in the topic's labels; binary. Independent of the run.

    NumRel = R = |{judged passages with relevance >= rel}|

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold.
            An unjudged passage is not relevant.

    Returns:
        A whole number from 0, even when the run lacks the topic. A count: tools print its total
        over topics.

    Raises:
        ValueError: a cutoff, or judged_only, since the ranking is not used.

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
        A whole number from 0; 0 when the run lacks the topic. A count: tools print its total over
        topics.

    Raises:
        ValueError: a cutoff.

    Source:
        trec_eval's num_rel_ret (m_num_rel_ret.c). ir_measures accepts this name as an alias and
        prints NumRet(rel=1).
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
    """Number of retrieved passages judged not relevant; binary.

    NumNonRelRet = |{i <= n : i is judged and 0 <= rel_i < rel}|

    Args:
        rel: lowest relevance that counts as relevant; by default the label set's own threshold. An
            unjudged passage does not count, nor does one of negative relevance, which trec_eval
            treats as unjudged.

    Returns:
        A whole number from 0; 0 when the run lacks the topic. A count: tools print its total over
        topics.

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
