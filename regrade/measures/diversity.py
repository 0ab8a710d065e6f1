"""Measures on labels by subtopic. ndeval's own code computes them, as the package pyndeval."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from regrade.extras import extra
from regrade.measures.judged_rankings import JudgedRankings
from regrade.measures.labels import JudgedTopics
from regrade.measures.measure import BinaryMeasure

MAX_CUTOFF = 20  # of ndeval
UNDIVIDED = ("ERR-IA", "alpha-DCG")  # by ndeval at rank 1, where both are P-IA


@dataclass(frozen=True, kw_only=True)
class SubtopicMeasure(BinaryMeasure):
    """A measure on labels by subtopic, each relevant or not."""

    reads = "subtopics"
    cutoff_rule: ClassVar[Literal["required", "none"]] = "required"
    ndeval_name: ClassVar[str] = ""  # where it is not the symbol with a hyphen

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.cutoff is not None and self.cutoff > MAX_CUTOFF:
            reason = f"{self.symbol} has cutoffs from 1 to {MAX_CUTOFF}, as ndeval has"
            raise ValueError(f"{reason}, not {self.cutoff}")

    def values(self, rankings: JudgedRankings) -> NDArray[np.float64]:
        with extra(f"The measure {self.name}"):
            import pyndeval
        name = self.ndeval_name or self.symbol.replace("_", "-")
        if self.cutoff is not None:
            name = "P-IA@1" if self.cutoff == 1 and name in UNDIVIDED else f"{name}@{self.cutoff}"
        evaluator = pyndeval.RelevanceEvaluator(
            _lines(rankings.judged),
            [name],
            relevance_level=self.threshold(rankings.judged),
            alpha=getattr(self, "alpha", 0.5),
            beta=getattr(self, "beta", 0.5),
        )
        found = evaluator.evaluate(_ranked(rankings, self.cutoff))
        nothing = {name: 0.0}
        topics = (found.get(str(topic), nothing) for topic in range(rankings.n_topics))
        values = np.array([of_topic[name] for of_topic in topics], np.float64)
        return np.nan_to_num(values)  # NaN where none is relevant


def _lines(judged: JudgedTopics) -> Iterator[tuple[str, str, str, int]]:
    """The labels as ndeval reads them: topic, subtopic, passage, relevance."""
    if judged.subtopics is None:
        raise ValueError("the labels have no subtopics")
    topics, labels = judged.topics.tolist(), judged.subtopics
    names = _names(judged)
    rows = zip(*(column.tolist() for column in labels[:3]), strict=True)
    for label, subtopic, relevance in rows:
        yield str(topics[label]), str(subtopic), names[label], relevance


def _names(judged: JudgedTopics) -> list[str]:
    """A doc_id for each label: in the order by which ndeval breaks ties of an ideal ranking."""
    ties = [] if judged.subtopics is None else judged.subtopics.tie_order.tolist()
    return [f"{place:012d}" for place in ties]


def _ranked(rankings: JudgedRankings, cutoff: int | None) -> Iterator[tuple[str, str, int]]:
    """Each topic's passages down to the last labelled one; those between have any names."""
    hits, names = rankings.hits.where(rankings.hits.labels >= 0), _names(rankings.judged)
    if cutoff is not None:
        hits = hits.where(hits.ranks <= cutoff)
    above = np.where(np.diff(hits.topics, prepend=-1) == 0, np.roll(hits.ranks, 1), 0)
    columns = (hits.topics.tolist(), above.tolist(), hits.ranks.tolist(), hits.labels.tolist())
    for topic, rank_above, rank, label in zip(*columns, strict=True):
        for between in range(rank_above + 1, rank):
            yield str(topic), f"unlabelled {between}", -between
        yield str(topic), names[label], -rank


@dataclass(frozen=True, kw_only=True)
class NoveltyMeasure(SubtopicMeasure):
    """A measure that values a passage less for a subtopic that those above it answered."""

    alpha: float = 0.5

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.alpha) not in (int, float) or not 0 <= self.alpha <= 1:
            raise ValueError(f"alpha must be from 0 to 1, not {self.alpha!r}")


@dataclass(frozen=True, kw_only=True)
class ShareOfIdeal(NoveltyMeasure):
    """The gain as a share of that of the ideal ranking."""

    @property
    def limits(self) -> tuple[float, float]:
        """Greed makes the ideal ranking, which need not be the best: a run may pass it."""
        return 0.0, math.inf


@dataclass(frozen=True, kw_only=True)
class PatienceMeasure(NoveltyMeasure):
    """A measure whose reader continues to the next passage with probability beta."""

    beta: float = 0.5

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.beta) not in (int, float) or not 0 < self.beta < 1:
            raise ValueError(f"beta must be above 0 and below 1, not {self.beta!r}")


@dataclass(frozen=True, kw_only=True)
class AlphaDcg(NoveltyMeasure):
    """Subtopic DCG, normalized by a bound that no run may reach; binary, on labels by subtopic.
    The bound assumes that every passage answers every subtopic.

    alpha_DCG@k = sum_{i=1..k} 1/log2(i + 1) * sum_{s: rel_is >= rel} (1 - alpha)^n_is
                  / (S * sum_{i=1..k} (1 - alpha)^(i - 1) / log2(i + 1)),
    n_is = passages above rank i relevant for subtopic s, S = subtopics that have any

    Args:
        cutoff: k, from 1 to 20, as in ndeval; required.
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's
            own threshold. An unjudged passage is relevant for none.
        alpha: how much less a reader wants a further passage on the same subtopic, from 0 to 1;
            0.5 by default.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: no cutoff or one outside of 1 to 20, alpha outside of [0, 1], or labels without
            subtopics.

    Source:
        Clarke et al., SIGIR 2008. ndeval's alpha-DCG, but that ndeval leaves its value at rank 1
        undivided. Not in trec_eval.
    """

    symbol = "alpha_DCG"
    examples = ("alpha_DCG@10", "alpha_DCG(alpha=0.9)@20")


@dataclass(frozen=True, kw_only=True)
class AlphaNdcg(ShareOfIdeal):
    """Normalized discounted cumulative gain over subtopics; binary, on labels by subtopic.
    Each further passage on the same subtopic gains less.

    alpha_nDCG@k = alpha-DCG@k / its value for the ideal ranking,
    alpha-DCG@k = sum_{i=1..k} 1/log2(i + 1) * sum_{s: rel_is >= rel} (1 - alpha)^n_is,
    n_is = passages above rank i that are relevant for subtopic s

    Args:
        cutoff: k, from 1 to 20, as in ndeval; required. It cuts the ideal ranking as well.
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's
            own threshold. An unjudged passage is relevant for none.
        alpha: how much less a reader wants a further passage on the same subtopic, from 0 to 1;
            0.5 by default.

    Returns:
        In [0, 1], rarely a little above 1. The ideal ranking takes at each rank what gains most,
        and of equals the highest docid; this need not be the best in sum. 0 when the topic has
        no relevant passage or the run lacks the topic.

    Raises:
        ValueError: no cutoff or one outside of 1 to 20, alpha outside of [0, 1], or labels without
            subtopics.

    Source:
        Clarke, Kolla, Cormack, Vechtomova, Ashkan, Buttcher and MacKinnon, SIGIR 2008. ndeval's
        alpha-nDCG. Not in trec_eval.
    """

    symbol = "alpha_nDCG"
    examples = ("alpha_nDCG@10", "alpha_nDCG(alpha=0.9)@20", "alpha_nDCG(rel=2)@10")


@dataclass(frozen=True, kw_only=True)
class SubtopicRecall(SubtopicMeasure):
    """Subtopic recall: the share of subtopics in the first k ranks; binary, on labels by subtopic.

    StRecall@k = |{s : some i <= k has rel_is >= rel}| / S,
    S = subtopics for which some passage is relevant

    Args:
        cutoff: k, from 1 to 20, as in ndeval; required.
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's
            own threshold. An unjudged passage is relevant for none.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: no cutoff or one outside of 1 to 20, or labels without subtopics.

    Source:
        Zhai, Cohen and Lafferty, SIGIR 2003. ndeval's strec. Not in trec_eval.
    """

    symbol = "StRecall"
    examples = ("StRecall@10", "StRecall(rel=2)@10")
    ndeval_name = "strec"


@dataclass(frozen=True, kw_only=True)
class IntentAwareErr(NoveltyMeasure):
    """Expected reciprocal rank over subtopics, against a bound; binary, on labels by subtopic.
    The bound assumes that every passage answers every subtopic; no run may reach it.

    ERR_IA@k = sum_{i=1..k} 1/i * sum_{s: rel_is >= rel} (1 - alpha)^n_is
               / (S * sum_{i=1..k} (1 - alpha)^(i - 1) / i),
    n_is = passages above rank i relevant for subtopic s, S = subtopics that have any

    Args:
        cutoff: k, from 1 to 20, as in ndeval; required.
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's
            own threshold. An unjudged passage is relevant for none.
        alpha: how much less a reader wants a further passage on the same subtopic, from 0 to 1;
            0.5 by default.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: no cutoff or one outside of 1 to 20, alpha outside of [0, 1], or labels without
            subtopics.

    Source:
        Chapelle, Metzler, Zhang and Grinspan, CIKM 2009; alpha: Clarke, Craswell, Soboroff and
        Ashkan, WSDM 2011. ndeval's ERR-IA, but that ndeval leaves its value at rank 1 undivided.
        Not in trec_eval.
    """

    symbol = "ERR_IA"
    examples = ("ERR_IA@10", "ERR_IA(rel=2)@20")


@dataclass(frozen=True, kw_only=True)
class NormalizedIntentAwareErr(ShareOfIdeal):
    """Expected reciprocal rank over subtopics, divided by that of the ideal ranking; binary, on
    labels by subtopic.

    nERR_IA@k = E@k / its value for the ideal ranking,
    E@k = sum_{i=1..k} 1/i * sum_{s: rel_is >= rel} (1 - alpha)^n_is,
    n_is = passages above rank i that are relevant for subtopic s

    Args:
        cutoff: k, from 1 to 20, as in ndeval; required. It cuts the ideal ranking as well.
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's
            own threshold. An unjudged passage is relevant for none.
        alpha: how much less a reader wants a further passage on the same subtopic, from 0 to 1;
            0.5 by default.

    Returns:
        In [0, 1], rarely a little above 1: the ideal ranking is that of alpha_nDCG, which takes
        at each rank what gains most. 0 when the topic has no relevant passage or the run lacks the
        topic.

    Raises:
        ValueError: no cutoff or one outside of 1 to 20, alpha outside of [0, 1], or labels without
            subtopics.

    Source:
        Chapelle et al., CIKM 2009; Clarke et al., WSDM 2011. ndeval's nERR-IA. Not in trec_eval.
    """

    symbol = "nERR_IA"
    examples = ("nERR_IA@10", "nERR_IA(rel=2)@20")


@dataclass(frozen=True, kw_only=True)
class NoveltyRankBiasedPrecision(PatienceMeasure):
    """Rank-biased precision over subtopics; binary, on labels by subtopic.
    Each further passage on the same subtopic gains less.

    NRBP = (1 - (1 - alpha) * beta) / S
           * sum_i beta^(i - 1) * sum_{s: rel_is >= rel} (1 - alpha)^n_is,
    n_is = passages above rank i relevant for subtopic s, S = subtopics that have any

    Args:
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's
            own threshold. An unjudged passage is relevant for none.
        alpha: how much less a reader wants a further passage on the same subtopic, from 0 to 1;
            0.5 by default.
        beta: probability that a reader goes on to the next passage, above 0 and below 1; 0.5 by
            default.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff, alpha or beta out of range, or labels without subtopics.

    Source:
        Clarke, Kolla and Vechtomova, ICTIR 2009. ndeval's NRBP. Not in trec_eval.
    """

    symbol = "NRBP"
    examples = ("NRBP", "NRBP(alpha=0.9,beta=0.8)")
    cutoff_rule = "none"


@dataclass(frozen=True, kw_only=True)
class NormalizedNrbp(ShareOfIdeal, PatienceMeasure):
    """NRBP divided by that of the ideal ranking; binary, on labels by subtopic.

    nNRBP = N / its value for the ideal ranking,
    N = sum_i beta^(i - 1) * sum_{s: rel_is >= rel} (1 - alpha)^n_is,
    n_is = passages above rank i that are relevant for subtopic s

    Args:
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's
            own threshold. An unjudged passage is relevant for none.
        alpha: how much less a reader wants a further passage on the same subtopic, from 0 to 1;
            0.5 by default.
        beta: probability that a reader goes on to the next passage, above 0 and below 1; 0.5 by
            default.

    Returns:
        In [0, 1], rarely a little above 1: the ideal ranking is that of alpha_nDCG, which takes
        at each rank what gains most. 0 when the topic has no relevant passage or the run lacks the
        topic.

    Raises:
        ValueError: a cutoff, alpha or beta out of range, or labels without subtopics.

    Source:
        Clarke, Kolla and Vechtomova, ICTIR 2009. ndeval's nNRBP. Not in trec_eval.
    """

    symbol = "nNRBP"
    examples = ("nNRBP", "nNRBP(alpha=0.9,beta=0.8)")
    cutoff_rule = "none"


@dataclass(frozen=True, kw_only=True)
class IntentAwarePrecision(SubtopicMeasure):
    """Mean precision over a topic's subtopics; binary, on labels by subtopic.

    P_IA@k = |{(i, s) : i <= k, rel_is >= rel}| / (k * S),
    S = subtopics for which some passage is relevant

    Args:
        cutoff: k, from 1 to 20, as in ndeval; required. A shorter ranking is divided by k too.
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's
            own threshold. An unjudged passage is relevant for none.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: no cutoff or one outside of 1 to 20, or labels without subtopics.

    Source:
        Agrawal, Gollapudi, Halverson and Ieong, WSDM 2009, with equal weights. ndeval's P-IA. Not
        in trec_eval.
    """

    symbol = "P_IA"
    examples = ("P_IA@10", "P_IA(rel=2)@10")


@dataclass(frozen=True, kw_only=True)
class IntentAwareAveragePrecision(SubtopicMeasure):
    """Mean average precision over a topic's subtopics; binary, on labels by subtopic.
    Its mean over topics is MAP-IA.

    AP_IA = 1/S * sum_s 1/R_s * (sum of P_s@i over i with rel_is >= rel),
    R_s = passages relevant for subtopic s, S = subtopics with R_s > 0,
    P_s@i = share of the first i ranks that is relevant for s

    Args:
        rel: lowest relevance that counts as relevant for a subtopic; by default the label set's
            own threshold. An unjudged passage is relevant for none.

    Returns:
        In [0, 1]; 0 when the topic has no relevant passage or the run lacks the topic.

    Raises:
        ValueError: a cutoff, or labels without subtopics.

    Source:
        Agrawal et al., WSDM 2009, with equal weights. ndeval's MAP-IA. Not in trec_eval.
    """

    symbol = "AP_IA"
    examples = ("AP_IA", "AP_IA(rel=2)")
    cutoff_rule = "none"
    ndeval_name = "MAP-IA"
