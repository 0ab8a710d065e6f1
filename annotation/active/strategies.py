"""Strategies by name, made for one topic from the runs and passages of its pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from annotation.active.design import ActiveDesign
from annotation.active.drawn import drawn_first
from annotation.models import ActiveStep, ActiveTopic
from annotation.pools.building import Contribution
from ranking.collections.texts import textless_among
from ranking.models import Collection, Ranking, Topic
from ranking.models.fields import first_numbers
from ranking.rankers.dense_features import open_dense_features, topic_row
from ranking.rankers.word_features import NO_ROW, FeatureRows, open_or_build_word_features
from regrade.active.bandits import MaxMean, MoveToFront
from regrade.active.batches import sample_batch
from regrade.active.draws import draw_batch, ranking_of, ranks_in
from regrade.active.orders import ByDepth, ByStratum, Fused, Stratum, Uniform
from regrade.active.stopping.quant import probability_sums
from regrade.active.strategy import NOTHING, Judged, Ordinals, Strategy
from regrade.fusion.fusing import Fusion, Scored, fuse

if TYPE_CHECKING:
    from regrade.active.continual import Continual, Step

NO_PASSAGES = np.zeros(0, np.int64)


class Ground(NamedTuple):
    """Passages of a topic that can be chosen.

    Attributes:
        topic: whose passages these are.
        collection: of the passages.
        rankings: first passages of each run that have a text, best first; empty without runs.
        ranks: the rank of each of these passages in its run, counted with those without a text.
    """

    topic: Topic
    collection: Collection
    rankings: Sequence[Ordinals]
    ranks: Sequence[Ordinals]

    @property
    def candidates(self) -> Ordinals:
        """The passages that any run has, ascending."""
        return np.unique(np.concatenate([np.zeros(0, np.int64), *self.rankings]))

    def contributions(self, chosen: Sequence[int]) -> dict[int, Contribution]:
        """How many runs have each of the chosen passages, and its best rank."""
        places = [
            dict(zip(run.tolist(), ranks.tolist(), strict=True))
            for run, ranks in zip(self.rankings, self.ranks, strict=True)
        ]
        found = {one: [ranks[one] for ranks in places if one in ranks] for one in chosen}
        return {
            one: Contribution(len(ranks), min(ranks, default=None)) for one, ranks in found.items()
        }


class Choice(NamedTuple):
    """Passages chosen at a step.

    Attributes:
        chosen: in the order in which they are judged.
        n_candidates: passages that could be chosen, from the first step on.
        model_hash: of what was trained.
        left_out: others of the batch, which are not judged and never chosen.
        sums: of the model's probabilities, as in `ProbabilitySums`; None where it has none.
        draws: as a step keeps them; None of strategies that do not draw by rank.
    """

    chosen: Ordinals
    n_candidates: int
    model_hash: str = ""
    left_out: Ordinals = NO_PASSAGES
    sums: NDArray[np.float64] | None = None
    draws: NDArray[np.int64] | None = None


def ground_of(topic: ActiveTopic, design: ActiveDesign) -> Ground:
    """Read the passages that a topic's runs rank, without those that have no text."""
    collection = topic.campaign.pool.collection
    first = first_numbers("ordinals", design.depth or 0, "int32")
    rows = Ranking.objects.filter(run__in=design.runs, topic=topic.topic_id).annotate(first=first)
    lists = [
        one.astype(np.int64) for one in rows.order_by("run_id").values_list("first", flat=True)
    ]
    each = np.unique(np.concatenate([np.zeros(0, np.int64), *lists]))
    textless = textless_among(collection, each)
    kept = [~np.isin(one, textless) for one in lists]
    rankings = [one[has_text] for one, has_text in zip(lists, kept, strict=True)]
    ranks = [np.flatnonzero(has_text) + 1 for has_text in kept]
    return Ground(topic.topic, collection, rankings, ranks)


def choice_of(step: ActiveStep, design: ActiveDesign, ground: Ground) -> Choice:
    """The passages that a step chooses; the same at every call.

    Raises:
        RankingError: the collection's features cannot be made.
        ValueError: the topic's text has no word that the passages have.
    """
    judged = Judged(
        step.judged.astype(np.int64),
        step.is_relevant.astype(np.bool_),
        step.waiting.astype(np.int64),
    )
    if step.is_control:
        return _control(design, ground, step)
    return CHOOSE[design.strategy](design, ground, judged, step)


def _control(design: ActiveDesign, ground: Ground, step: ActiveStep) -> Choice:
    """A simple random sample of all that can be chosen."""
    if design.runs:
        candidates = ground.candidates
    else:
        candidates = open_or_build_word_features(collection=ground.collection).ordinals
    chosen = Uniform(candidates).choose(NOTHING, step.wanted, step.seed)
    return Choice(chosen, candidates.size)


def _by(
    strategy: Callable[[ActiveDesign, Ground], Strategy],
) -> Callable[[ActiveDesign, Ground, Judged, ActiveStep], Choice]:
    def choose(design: ActiveDesign, ground: Ground, judged: Judged, step: ActiveStep) -> Choice:
        chosen = strategy(design, ground).choose(judged, step.wanted, step.seed)
        return Choice(chosen, ground.candidates.size)

    return choose


def _strata(design: ActiveDesign, ground: Ground) -> Strategy:
    strata = [Stratum(one.last, one.share) for one in design.strata]
    return ByStratum(ground.rankings, strata, ground.ranks)


def _by_reciprocal_ranks(ground: Ground) -> Ordinals:
    each = zip(ground.rankings, ground.ranks, strict=True)
    rankings = [_with_gaps(passages, ranks) for passages, ranks in each]
    fused = fuse([Scored(one, np.zeros(one.size)) for one in rankings], Fusion("rrf"), depth=None)
    return fused.passages[fused.passages >= 0]


def _with_gaps(passages: Ordinals, ranks: Ordinals) -> Ordinals:
    """Each passage at its rank, with numbers below 0 where there are none."""
    ranking = -1 - np.arange(ranks.max(initial=0))
    ranking[ranks - 1] = passages
    return ranking


class Trainer(NamedTuple):
    """The learner of a design over the passages of one topic.

    Rows of features are those passages that have a text, in another order than ordinals.

    Attributes:
        rows: of passages that can be chosen.
    """

    found: FeatureRows[Any]
    strategy: Continual
    rows: Ordinals

    def judged_of(self, step: ActiveStep) -> Judged:
        """Labels that a step followed from, in rows."""
        passages = step.judged.astype(np.int64)
        return Judged(
            self.found.rows_of(passages),
            step.is_relevant[self.found.rows[passages] != NO_ROW].astype(np.bool_),
            self.found.rows_of(step.waiting.astype(np.int64)),
        )

    def train(self, step: ActiveStep) -> Step:
        """Train the model of a step."""
        return self.strategy.step(self.judged_of(step), step.wanted, step.seed)


def _trainer(design: ActiveDesign, ground: Ground) -> Trainer:
    # numba compiles what it needs, and only workers choose.
    from regrade.active.continual import Continual
    from regrade.active.learners import LEARNERS

    found, topic = _features(design, ground)
    among = found.rows_of(ground.candidates) if design.runs else None
    strategy = Continual(found.features, topic, LEARNERS[design.learner], among=among)
    rows = np.arange(found.ordinals.size) if among is None else among
    return Trainer(found, strategy, rows)


def _learned(design: ActiveDesign, ground: Ground, judged: Judged, step: ActiveStep) -> Choice:
    """Train on the judged passages, and choose the best of the others."""
    trainer = _trainer(design, ground)
    return _best(design, trainer, trainer.train(step), step)


def _best(design: ActiveDesign, trainer: Trainer, taken: Step, step: ActiveStep) -> Choice:
    return Choice(
        trainer.found.ordinals[taken.chosen],
        trainer.rows.size,
        taken.model_hash,
        sums=_sums(design.learner, taken.scores, trainer.rows, trainer.judged_of(step)),
    )


def _drawn(design: ActiveDesign, ground: Ground, judged: Judged, step: ActiveStep) -> Choice:
    """Train as for the best, but draw by the ranks of all passages, judged ones too."""
    trainer = _trainer(design, ground)
    taken = trainer.train(step)
    choice = _best(design, trainer, taken, step)
    if not taken.scores.size:
        return choice
    ranking = ranking_of(taken.scores, trainer.rows)
    n_draws = min(step.wanted, ranking.size)
    rng = np.random.default_rng(step.seed)
    batch = draw_batch(ranking, trainer.judged_of(step).seen, n_draws, rng)
    chosen = trainer.found.ordinals[batch.chosen]
    return choice._replace(chosen=chosen, draws=_draws(trainer, ranking, batch.drawn, step))


def _draws(
    trainer: Trainer, ranking: Ordinals, drawn: Ordinals, step: ActiveStep
) -> NDArray[np.int64]:
    """The draws as `ActiveStep` keeps them."""
    earlier = step.topic.steps.filter(number__lt=step.number, draws__isnull=False)
    before = np.concatenate([NO_PASSAGES, *map(drawn_first, earlier)])
    passages = trainer.found.ordinals[drawn]
    is_first = ~np.isin(passages, before)
    ranks = ranks_in(ranking, trainer.found.ordinals.size)[drawn]
    return np.concatenate([[ranking.size], passages[is_first], ranks[is_first]])


def _features(design: ActiveDesign, ground: Ground) -> tuple[FeatureRows[Any], Any]:
    """The passages as a learner sees them, and the topic's row: by words or by vectors."""
    if design.vectors_of is not None:
        return open_dense_features(design.vectors_of), topic_row(
            design.vectors_of, ground.topic.query
        )
    words = open_or_build_word_features(collection=ground.collection)
    text = f"{ground.topic.query}\n{ground.topic.description}"
    return words, words.features.topic(text)


def _sums(
    learner: str, scores: NDArray[np.float64], rows: Ordinals, judged: Judged
) -> NDArray[np.float64] | None:
    """Sums of the model's probabilities over the passages that can be chosen, and the judged."""
    if learner != "logistic" or not scores.size:
        return None
    is_judged = np.zeros(scores.size, np.bool_)
    is_judged[judged.passages] = True
    each = np.union1d(rows, judged.passages)
    return np.array(probability_sums(expit(scores[each]), is_judged[each]))


def _sampled(design: ActiveDesign, ground: Ground, judged: Judged, step: ActiveStep) -> Choice:
    """As learned, but only some of the batch are judged; the others are never chosen."""
    batch = _learned(design, ground, judged, step)
    sampled = sample_batch(batch.chosen, judged.n_relevant, step.seed)
    return batch._replace(chosen=sampled.judged, left_out=sampled.left_out)


CHOOSE: Mapping[str, Callable[[ActiveDesign, Ground, Judged, ActiveStep], Choice]] = {
    "cal": _learned,
    "scal": _sampled,
    "autostop": _drawn,
    "mtf": _by(lambda _, ground: MoveToFront(ground.rankings)),
    "maxmean": _by(lambda _, ground: MaxMean(ground.rankings)),
    "rrf": _by(lambda _, ground: Fused(_by_reciprocal_ranks(ground))),
    "depth": _by(lambda _, ground: ByDepth(ground.rankings, ground.ranks)),
    "strata": _by(_strata),
    "uniform": _by(lambda _, ground: Uniform(ground.candidates)),
}
