from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np

Weights = dict[str, np.float32]

FEEDBACK_TERM = re.compile(r"[a-z0-9]{2,20}")
GREATEST_SHARE = np.float32(0.1)
NOTHING = np.float32(0)


class RM3(NamedTuple):
    """How much feedback there is, and how much of a query it leaves.

    Attributes:
        fb_terms: terms kept of each passage, and again of all of them, at least 1.
        fb_docs: passages read, at least 1.
        original_query_weight: share of the query as it was asked, in [0, 1].
    """

    fb_terms: int = 10
    fb_docs: int = 10
    original_query_weight: float = 0.5

    def checked(self) -> RM3:
        """These parameters.

        Raises:
            ValueError: one is out of range, or not a number.
        """
        if self.fb_terms < 1:
            raise ValueError(f"fb_terms must be at least 1, got {self.fb_terms}")
        if self.fb_docs < 1:
            raise ValueError(f"fb_docs must be at least 1, got {self.fb_docs}")
        if not 0 <= self.original_query_weight <= 1:
            found = self.original_query_weight
            raise ValueError(f"original_query_weight must be in [0, 1], got {found}")
        return self


class Feedback(NamedTuple):
    """A passage of the first search: its score as found there, and how often it has each term."""

    score: float
    terms: Mapping[str, int]


def expand(
    query: Mapping[str, float],
    feedback: Sequence[Feedback],
    *,
    rm3: RM3,
    document_frequency: Callable[[str], int],
    n_documents: int,
) -> dict[str, float]:
    """Mix a query with the terms of the passages it found, as Anserini's RM3 does.

    w(t) = a q(t) / |q| + (1 - a) m(t) / |m|, where |.| is the sum over the terms and
    m(t) = sum over passages d of score(d) tf(t, d) / sum over the terms kept of d of tf.
    Kept of a passage are its fb_terms most frequent terms, of m the fb_terms greatest, equal ones
    in alphabetical order. A term of feedback has 2 to 20 of a-z and 0-9, and at most a tenth of
    the passages has it. Rounded to float32 where Anserini does so.

    Args:
        query: how often each analyzed term was asked.
        feedback: best first, with scores before ties are adjusted; fb_docs of them are read.
        rm3: how many terms and passages, and the weight a.
        document_frequency: how many passages have a term.
        n_documents: how many passages have any term.

    Returns:
        The weight of each term, above 0, which sum to 1 but for rounding: the query's terms, then
        the new ones by weight. Without feedback the query's weigh a in all.

    Raises:
        ValueError: a parameter of rm3 is out of range.

    Source:
        Abdul-Jaleel et al., UMass at TREC 2004. Agrees with Rm3Reranker of Anserini 0.24.
    """
    rm3.checked()
    serves = partial(_serves, document_frequency, n_documents)
    model = _shares(_relevance_model(feedback[: rm3.fb_docs], rm3.fb_terms, serves))
    return _mixed(_shares(query), model, np.float32(rm3.original_query_weight))


def _serves(document_frequency: Callable[[str], int], n_documents: int, term: str) -> bool:
    """Whether a term of a passage may enter the model."""
    if not FEEDBACK_TERM.fullmatch(term):
        return False
    share = np.float32(document_frequency(term)) / np.float32(n_documents)
    return bool(share <= GREATEST_SHARE)


def _relevance_model(
    feedback: Iterable[Feedback], n_terms: int, serves: Callable[[str], bool]
) -> Weights:
    model: Weights = {}
    for score, terms in feedback:
        kept = list(islice(filter(serves, _greatest_first(terms)), n_terms))
        total = np.float32(sum(terms[term] for term in kept))
        for term in kept:
            share = np.float32(terms[term]) / total * np.float32(score)
            model[term] = model.get(term, NOTHING) + share
    return {term: model[term] for term in _greatest_first(model)[:n_terms]}


def _greatest_first(weights: Mapping[str, float] | Weights) -> list[str]:
    return sorted(weights, key=lambda term: (-weights[term], term))


def _shares(weights: Mapping[str, float] | Weights) -> Weights:
    # Exactly summed: Anserini's order is that of a hash table, which no result may depend on.
    total = math.fsum(weights.values())
    if not total:
        return {}
    return {term: np.float32(float(weight) / total) for term, weight in weights.items()}


def _mixed(asked: Weights, model: Weights, weight: np.float32) -> dict[str, float]:
    rest = 1.0 - float(weight)
    mixed = {
        term: float(weight * asked.get(term, NOTHING)) + rest * float(model.get(term, NOTHING))
        for term in {**asked, **model}
    }
    return {term: float(np.float32(value)) for term, value in mixed.items() if np.float32(value)}
