"""Strategies by name, made for one topic from the runs and passages of its pool."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from annotation.active.design import ActiveDesign
from annotation.models import ActiveStep, ActiveTopic
from annotation.pools.building import Contribution
from ranking.collections.texts import textless_among
from ranking.models import Collection, Ranking, Topic
from ranking.models.fields import first_numbers
from regrade.active.bandits import MaxMean, MoveToFront

LEARNERS = ("pairwise", "logistic", "svm")
from regrade.active.orders import ByDepth, ByStratum, Stratum, Uniform
from regrade.active.strategy import Judged, Ordinals, Strategy


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
    """Passages chosen, in the order in which they are judged, and the hash of what was trained."""

    chosen: Ordinals
    model_hash: str = ""


class Kind(NamedTuple):
    """A strategy that can be asked for.

    Attributes:
        sentence: that describes it.
        needs_runs: whether it orders passages by ranks of runs.
        learns: whether it trains a model at each step.
        choose: for one step.
    """

    sentence: str
    needs_runs: bool
    learns: bool
    choose: Callable[[ActiveDesign, Ground, Judged, ActiveStep], Choice]


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
    return STRATEGIES[design.strategy].choose(design, ground, judged, step)


def _by(
    strategy: Callable[[ActiveDesign, Ground], Strategy],
) -> Callable[[ActiveDesign, Ground, Judged, ActiveStep], Choice]:
    def choose(design: ActiveDesign, ground: Ground, judged: Judged, step: ActiveStep) -> Choice:
        return Choice(strategy(design, ground).choose(judged, step.wanted, step.seed))

    return choose


def _strata(design: ActiveDesign, ground: Ground) -> Strategy:
    strata = [Stratum(one.last, one.share) for one in design.strata]
    return ByStratum(ground.rankings, strata)


def _learned(design: ActiveDesign, ground: Ground, judged: Judged, step: ActiveStep) -> Choice: ...


STRATEGIES: Mapping[str, Kind] = {
    "cal": Kind(
        "continuous active learning: a model of the judgments so far scores all passages",
        needs_runs=False,
        learns=True,
        choose=_learned,
    ),
    "mtf": Kind(
        "move to front: stay with a run while it gives relevant passages",
        needs_runs=True,
        learns=False,
        choose=_by(lambda _, ground: MoveToFront(ground.rankings)),
    ),
    "maxmean": Kind(
        "the run whose passages were relevant most often gives the next",
        needs_runs=True,
        learns=False,
        choose=_by(lambda _, ground: MaxMean(ground.rankings)),
    ),
    "depth": Kind(
        "rank by rank: what any run ranks first, then second, and so on",
        needs_runs=True,
        learns=False,
        choose=_by(lambda _, ground: ByDepth(ground.rankings)),
    ),
    "strata": Kind(
        "a share of each stratum of ranks, drawn at random",
        needs_runs=True,
        learns=False,
        choose=_by(_strata),
    ),
    "uniform": Kind(
        "at random among the runs' passages",
        needs_runs=True,
        learns=False,
        choose=_by(lambda _, ground: Uniform(ground.candidates)),
    ),
}
