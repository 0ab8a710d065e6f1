"""Learners of continuous active learning, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from regrade.active.features import Floats, PassageVectors, content_hash
from regrade.active.pairwise import DEFAULTS, Pegasos, compacted, stacked, train_pairwise
from regrade.active.row_kernel import Rows
from regrade.active.strategy import Ordinals
from regrade.extras import extra

if TYPE_CHECKING:
    from scipy.sparse import csr_array

SEEDS_OF_SKLEARN = 1 << 32


class Model(NamedTuple):
    """A linear function of a passage's vector, found by a learner.

    Attributes:
        weights: shape (n_terms,).
        bias: added to every score.
    """

    weights: Floats
    bias: float = 0.0

    @property
    def model_hash(self) -> str:
        """Hash of the weights' and the bias's bytes, in hexadecimal digits."""
        return content_hash([self.weights, np.array([self.bias])])

    def scores(self, features: PassageVectors) -> Floats:
        """Scores of all passages, shape (n_passages,); the higher, the sooner judged."""
        return features.scores(self.weights, self.bias)


class Learner(Protocol):
    """Finds a model that scores relevant passages above others."""

    def fit(
        self,
        features: PassageVectors,
        positives: Ordinals,
        negatives: Ordinals,
        topic: Rows,
        seed: int,
    ) -> Model:
        """A model from passages and the topic's row, which counts as one more positive.

        The same arguments give the same bytes.

        Args:
            negatives: at least one.
        """
        ...


@dataclass(frozen=True, slots=True)
class Pairwise:
    """Pairwise logistic loss; see `train_pairwise`."""

    options: Pegasos = DEFAULTS

    def fit(
        self,
        features: PassageVectors,
        positives: Ordinals,
        negatives: Ordinals,
        topic: Rows,
        seed: int,
    ) -> Model:
        high, low = stacked([topic, features.rows(positives)]), features.rows(negatives)
        return Model(train_pairwise(high, low, features.n_terms, seed, self.options))


@dataclass(frozen=True, slots=True)
class Pointwise:
    """A classifier of scikit-learn, each class weighing as much as the other.

    Attributes:
        classifier: makes an untrained one with `coef_` and `intercept_`, given a seed.
    """

    classifier: Callable[[int], Any]

    def fit(
        self,
        features: PassageVectors,
        positives: Ordinals,
        negatives: Ordinals,
        topic: Rows,
        seed: int,
    ) -> Model:
        rows = stacked([topic, features.rows(positives), features.rows(negatives)])
        present, rows = compacted(rows)
        is_relevant = np.arange(rows.n_rows) <= positives.size
        fitted = self.classifier(seed % SEEDS_OF_SKLEARN).fit(_csr(rows, present.size), is_relevant)
        weights = np.zeros(features.n_terms)
        weights[present] = fitted.coef_[0]
        return Model(weights, float(fitted.intercept_[0]))


def _csr(rows: Rows, n_terms: int) -> csr_array:
    from scipy.sparse import csr_array

    # liblinear reads 32-bit indices in doubles.
    parts = (rows.weights.astype(np.float64), rows.terms, rows.starts.astype(np.int32))
    return csr_array(parts, shape=(rows.n_rows, n_terms))


def _logistic(seed: int) -> Any:
    with extra("The learner logistic"):
        from sklearn.linear_model import LogisticRegression
    return LogisticRegression(
        solver="liblinear", class_weight="balanced", max_iter=1000, random_state=seed
    )


def _svm(seed: int) -> Any:
    with extra("The learner svm"):
        from sklearn.svm import LinearSVC
    return LinearSVC(C=0.11, class_weight="balanced", max_iter=10_000, random_state=seed)


LEARNERS: dict[str, Learner] = {
    "pairwise": Pairwise(),
    "logistic": Pointwise(_logistic),
    "svm": Pointwise(_svm),
}
