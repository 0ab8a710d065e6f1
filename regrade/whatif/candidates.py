"""The pairs of topic and passage whose label can bear on the difference of two runs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.measures.average_precision import AveragePrecision
from regrade.measures.dcg import Dcg, Ndcg
from regrade.measures.first_relevant import ReciprocalRank
from regrade.measures.judged_rankings import Rankings
from regrade.measures.labels import Ints, JudgedTopics
from regrade.measures.measure import Measure
from regrade.measures.precision_recall import Precision
from regrade.measures.rbp import RankBiasedPrecision

SERVED = (Precision, ReciprocalRank, AveragePrecision, Ndcg, Dcg, RankBiasedPrecision)


class Candidates(NamedTuple):
    """Pairs that could get another label: parallel arrays, by topic and within it by passage.

    These are all labelled pairs, then those without a label that a run retrieved down to the
    measure's cutoff. Of the latter, a passage with a negative number is none: it can get no label.

    Attributes:
        topics: shape (n,). The topic's index among the topics, ascending.
        passages: shape (n,). Numbered as in the labels.
        first_ranks: shape (n,). Rank in the first run, counted from 1; 0 where it did not retrieve
            the passage, or below the measure's cutoff.
        second_ranks: shape (n,). The same in the second run.
        relevances: shape (n,). The label; 0 without one.
        is_labelled: shape (n,). A pair without a label gains nothing and is not relevant,
            whatever the threshold is.
    """

    topics: Ints
    passages: Ints
    first_ranks: Ints
    second_ranks: Ints
    relevances: Ints
    is_labelled: NDArray[np.bool_]

    def where(self, chosen: NDArray[np.bool_] | Ints) -> Candidates:
        """These pairs alone."""
        return Candidates(
            self.topics[chosen],
            self.passages[chosen],
            self.first_ranks[chosen],
            self.second_ranks[chosen],
            self.relevances[chosen],
            self.is_labelled[chosen],
        )

    def labelled(self, indices: Ints | int, relevances: Ints | int) -> Candidates:
        """The same with these labels at these indices."""
        changed, is_labelled = self.relevances.copy(), self.is_labelled.copy()
        changed[indices], is_labelled[indices] = relevances, True
        return self._replace(relevances=changed, is_labelled=is_labelled)


def why_not_served(measure: Measure) -> str:
    """Why effects of single labels are not computed for a measure; '' where they are."""
    reason = ""
    if not isinstance(measure, SERVED):
        reason = "what one label changes is not worked out for it"
    elif measure.judged_only:
        reason = "with judged_only, a label also moves the passages below it"
    elif getattr(measure, "relative", False):
        reason = "relative=True divides by the number of relevant passages"
    elif getattr(measure, "unjudged", 0):
        reason = "it has a gain of its own for unjudged passages"
    elif getattr(measure, "ideal", "judged") != "judged":
        reason = "its ideal ranking depends on what each run retrieved"
    names = ", ".join(sorted({family.symbol for family in SERVED}))
    return reason and f"not available for {measure.name}: {reason}. Choose {names}"


@explained
def find_candidates(
    measure: Measure, judged: JudgedTopics, first: Rankings, second: Rankings
) -> Candidates:
    """The pairs whose label can bear on the difference of two runs under a measure.

    Args:
        measure: P, RR, AP, nDCG, DCG or RBP; `why_not_served` names the exceptions.
        judged: the label set.
        first, second: the runs, over the topics of the labels in the same order.

    Raises:
        ValueError: a measure that is not served, another number of topics, or labels by subtopic,
            in fractions or of topics judged whole.
    """
    check_served(measure, judged)
    for rankings in (first, second):
        if rankings.starts.size != judged.starts.size:
            raise ValueError(
                f"rankings of {rankings.starts.size - 1} topics, labels of {judged.n_topics}"
            )
    stride = 1 + max(int(each.passages.max(initial=-1)) for each in (judged, first, second))
    labelled = judged.topics * stride + judged.passages
    of_runs = [_retrieved(rankings, measure.cutoff, stride) for rankings in (first, second)]
    keys = np.unique(np.concatenate([labelled, *(run_keys for run_keys, _ in of_runs)]))
    at = np.searchsorted(keys, labelled)
    relevances, is_labelled = np.zeros(keys.size, np.int64), np.zeros(keys.size, np.bool_)
    relevances[at], is_labelled[at] = judged.relevances, True
    first_ranks, second_ranks = (_ranks(keys, *run) for run in of_runs)
    topics, passages = np.divmod(keys, max(stride, 1))
    return Candidates(topics, passages, first_ranks, second_ranks, relevances, is_labelled)


def check_served(measure: Measure, judged: JudgedTopics) -> None:
    """Refuse measures and labels that nothing here is computed for.

    Raises:
        ValueError: as `find_candidates` says.
    """
    if refusal := why_not_served(measure):
        raise ValueError(refusal)
    if judged.subtopics is not None or judged.preferences is not None:
        raise ValueError(
            f"{measure.name} is served under one whole number a pair, here labels are"
            " given by subtopic or as degrees of preference"
        )
    if judged.unlisted is not None:
        raise ValueError(
            "these topics were judged whole: every passage without a label has one"
            " relevance, and no single label can be added"
        )
    measure.check(judged)


def _retrieved(rankings: Rankings, cutoff: int | None, stride: int) -> tuple[Ints, Ints]:
    """Key and rank of each passage down to the cutoff; passages with negative numbers left out."""
    sizes = np.minimum(rankings.n_retrieved, cutoff or rankings.passages.size)
    topics = np.repeat(np.arange(sizes.size), sizes)
    ranks = np.arange(1, topics.size + 1) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    passages = rankings.passages[rankings.starts[topics] + ranks - 1].astype(np.int64)
    known = passages >= 0
    return topics[known] * stride + passages[known], ranks[known]


def _ranks(keys: Ints, retrieved: Ints, ranks: Ints) -> Ints:
    """Rank of each key, 0 where it was not retrieved."""
    found = np.zeros(keys.size, np.int64)
    found[np.searchsorted(keys, retrieved)] = ranks
    return found
