"""Training by pairs step by step, as its formula stands, and features by counting."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from regrade.active.pairwise import Pegasos
from regrade.active.row_kernel import Rows
from regrade.active.words import terms_of

Floats = NDArray[np.float64]
LARGEST = 700.0  # of which a double holds the exponential


def plain_train(positives: Floats, negatives: Floats, seed: int, options: Pegasos) -> Floats:
    """Weights of Pegasos on the pairwise logistic loss, from dense rows."""
    rng = np.random.default_rng(seed)
    high = rng.integers(0, len(positives), options.n_steps).tolist()
    low = rng.integers(0, len(negatives), options.n_steps).tolist()
    radius = 1 / math.sqrt(options.regularization)
    weights = np.zeros(positives.shape[1])
    for t, (one, other) in enumerate(zip(high, low, strict=True), start=1):
        apart = positives[one] - negatives[other]
        loss = 1 / (1 + math.exp(min(weights @ apart, LARGEST)))
        weights *= 1 - 1 / t
        weights += loss / (options.regularization * t) * apart
        length = math.sqrt(weights @ weights)
        if length > radius:
            weights *= radius / length
    return weights


def dense(rows: Rows, n_terms: int) -> Floats:
    found = np.zeros((rows.n_rows, n_terms))
    for row in range(rows.n_rows):
        here = slice(rows.starts[row], rows.starts[row + 1])
        found[row, rows.terms[here]] = rows.weights[here]
    return found


def plain_features(texts: Sequence[str]) -> list[dict[str, float]]:
    """Each text's weights by term."""
    counted = [Counter(terms_of(text)) for text in texts]
    n_with = Counter(term for one in counted for term in one)
    rows = []
    for one in counted:
        row = {
            term: (1 + math.log(tf)) * math.log(len(texts) / n_with[term])
            for term, tf in one.items()
            if n_with[term] > 1
        }
        length = math.sqrt(sum(weight**2 for weight in row.values())) or 1.0
        rows.append({term: weight / length for term, weight in row.items()})
    return rows
