"""Continuous active learning: train on all that was judged, then judge what scores highest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from regrade.active.features import Floats, PassageVectors
from regrade.active.learners import LEARNERS, Learner, Model
from regrade.active.row_kernel import Rows
from regrade.active.strategy import Flags, Judged, Ordinals
from regrade.given import explained, explained_fields

N_NEGATIVES = 100
DEFAULT_LEARNER = "logistic"


class Step(NamedTuple):
    """One training with its choice.

    Attributes:
        chosen: passages to judge next, the highest score first.
        model_hash: of the model that chose them; "" if nothing was left to choose.
        scores: shape (n_passages,). All scores of that model; empty if nothing was left to choose.
    """

    chosen: Ordinals
    model_hash: str
    scores: Floats


NO_STEP = Step(np.zeros(0, np.int64), "", np.zeros(0))


@explained_fields
@dataclass(frozen=True, slots=True)
class Continual:
    """Strategy that chooses what a model scores highest that is trained on all judgments.

    Positives are the topic's text and the passages judged relevant. Negatives are those judged
    not relevant, and some drawn for this training alone, which count as not relevant: so there
    are negatives from the start, and relevant ones among them do no lasting harm.

    Attributes:
        features: of all passages.
        topic: the topic's row, from the same features.
        learner: trains a model.
        n_negatives: drawn at each training, from passages that were neither judged nor chosen;
            all of those if they are fewer.
        among: ordinals that may be chosen; None for all. The others are still drawn as negatives.

    Source:
        Cormack and Grossman, Evaluation of machine-learning protocols for technology-assisted
        review in electronic discovery, SIGIR 2014, and Autonomy and reliability of continuous
        active learning (AutoTAR), arXiv 1504.06868, 2015; Abualsaud et al., SIGIR 2018 (HiCAL).
    """

    features: PassageVectors
    topic: Rows
    learner: Learner = LEARNERS[DEFAULT_LEARNER]
    n_negatives: int = N_NEGATIVES
    among: Ordinals | None = None

    def __post_init__(self) -> None:
        if self.features.n_passages == 0:
            raise ValueError("features have at least one passage, not 0")
        if not self.topic.weights.any():
            raise ValueError("a topic's row has a weight that is not 0, as `features.topic` makes")
        if self.n_negatives < 1:
            raise ValueError(f"n_negatives is at least 1, not {self.n_negatives}")

    def choose(self, judged: Judged, n: int, seed: int) -> Ordinals:
        """As `Strategy.choose`; passages of equal scores come by ordinal."""
        return self.step(judged, n, seed).chosen

    @explained
    def step(self, judged: Judged, n: int, seed: int) -> Step:
        """Train once, and choose up to n passages."""
        is_seen = np.zeros(self.features.n_passages, np.bool_)
        is_seen[judged.seen] = True
        left = self._left(is_seen)
        if n < 1 or not left.size:
            return NO_STEP
        model = self._train(judged, np.flatnonzero(~is_seen), seed)
        scores = model.scores(self.features)
        return Step(left[best(scores[left], n)], model.model_hash, scores)

    def _left(self, is_seen: Flags) -> Ordinals:
        """Passages that may be chosen, ascending."""
        if self.among is None:
            return np.flatnonzero(~is_seen)
        may_be = np.zeros(is_seen.size, np.bool_)
        may_be[self.among] = True
        return np.flatnonzero(may_be & ~is_seen)

    def _train(self, judged: Judged, unseen: Ordinals, seed: int) -> Model:
        # Two streams from one seed: that of the negatives, and what the learner draws.
        for_negatives, for_learner = np.random.SeedSequence(seed).generate_state(2).tolist()
        n_drawn = min(self.n_negatives, unseen.size)
        drawn = np.random.default_rng(for_negatives).choice(unseen.size, n_drawn, replace=False)
        positives = judged.passages[judged.is_relevant]
        negatives = np.concatenate([judged.passages[~judged.is_relevant], unseen[drawn]])
        return self.learner.fit(self.features, positives, negatives, self.topic, for_learner)


def best(scores: Floats, n: int) -> Ordinals:
    """Positions of the n highest scores, falling; equal ones by position. Fewer if there are."""
    if n < scores.size:
        least = np.partition(scores, scores.size - n)[scores.size - n]
        held = np.flatnonzero(scores >= least)
    else:
        held = np.arange(scores.size)
    return held[np.argsort(-scores[held], kind="stable")][:n]
