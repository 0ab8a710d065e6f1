from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray


class JudgedRanking(NamedTuple):
    """One topic's ranking seen through one label set; all that a measure may look at.

    Attributes:
        relevance: shape (n_retrieved,). Relevance in rank order, rank 1 first; 0 where
            unjudged. Empty when the run lacks the topic.
        is_judged: shape (n_retrieved,). Whether the label set holds a relevance, negative ones
            included, for the passage at that rank.
        judged: shape (n_judged,). Every relevance the label set holds for the topic, any
            order, retrieved or not.
        min_relevance: lowest relevance that counts as relevant for binary measures, the label
            set's own.
        max_relevance: top of the label set's scale, whether or not any passage reached it.
    """

    relevance: NDArray[np.int64]
    is_judged: NDArray[np.bool_]
    judged: NDArray[np.int64]
    min_relevance: int
    max_relevance: int

    @classmethod
    def from_labels(
        cls,
        ordinals: NDArray[np.integer],
        labelled: NDArray[np.integer],
        relevances: NDArray[np.integer],
        *,
        min_relevance: int,
        max_relevance: int,
    ) -> Self:
        """Look up each retrieved passage among one topic's labels.

        Args:
            ordinals: shape (n_retrieved,). The passages in rank order; may be empty.
            labelled: shape (n_judged,). The passages that have a label, any order, each once.
            relevances: shape (n_judged,). Their labels, aligned with `labelled`.
            min_relevance: the label set's binary threshold.
            max_relevance: the top of its scale.

        Raises:
            ValueError: `labelled` and `relevances` differ in length.
        """
        if labelled.shape != relevances.shape:
            raise ValueError(f"{labelled.size} labelled passages have {relevances.size} labels")
        judged = relevances.astype(np.int64)
        order = np.argsort(labelled, kind="stable")
        ranks = np.searchsorted(labelled, ordinals, sorter=order)  # (n_retrieved,)
        is_judged = np.isin(ordinals, labelled)
        relevance = np.zeros(ordinals.shape, np.int64)
        relevance[is_judged] = judged[order[ranks[is_judged]]]
        return cls(relevance, is_judged, judged, min_relevance, max_relevance)
