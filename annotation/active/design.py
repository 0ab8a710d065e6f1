"""Designs of active pools, which decide their next pairs, and their stored form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from annotation.exceptions import PoolRefused
from annotation.models import Campaign, Pool, PoolStrategy
from ranking.exceptions import NotFound
from ranking.models import Run
from regrade.aggregation.policy import default_min_relevance


class StratumOfRanks(NamedTuple):
    """Ranks behind the stratum before, down to `last`, with the share that is judged."""

    last: int
    share: float


class ActiveDesign(NamedTuple):
    """All that decides which pairs of a topic are chosen, besides its judgments.

    Attributes:
        strategy: a name in `STRATEGIES`.
        runs: whose first `depth` passages can be chosen; without runs all with a text can.
        learner: that scores passages, of strategies that learn.
        vectors_of: a bi-encoder's run over the collection, whose vectors of passages it is trained
            on; without one it is trained on their words.
        strata: of the strategy `strata`.
        relevant_from: the least grade that counts as relevant; by default the scale's middle.
        first_batch, growth: pairs of the first step, and by how many percent each step has more
            than the one before, rounded up.
        ahead: a step follows when no more than this many pairs of the last wait for judgments.
        limit: pairs chosen of a topic at most.
        control: pairs drawn at random that are judged first, by which a stopping rule can promise
            a recall.
        rule: the stopping rule that ends a topic; without one only organizers and the limit do.
        target: the recall that the rule aims for.
        seed: of all draws.
    """

    strategy: str
    seed: int
    runs: Sequence[Run] = ()
    depth: int | None = None
    learner: str = "logistic"
    vectors_of: Run | None = None
    strata: Sequence[StratumOfRanks] = ()
    relevant_from: int | None = None
    first_batch: int = 1
    growth: int = 10
    ahead: int = 1
    limit: int | None = None
    control: int = 0
    rule: str = ""
    target: float = 0.8

    def as_json(self) -> dict[str, Any]:
        """The stored form, with names in place of runs."""
        return {
            **self._asdict(),
            "runs": [run.name for run in self.runs],
            "vectors_of": _named(self.vectors_of),
            "strata": [stratum._asdict() for stratum in self.strata],
        }


def design_of(pool: Pool) -> ActiveDesign:
    """The design of an active pool, to choose by; its runs are the pool's.

    Raises:
        NotFound: the run whose vectors it learns from is gone.
    """
    named = pool.recipe["active"].get("vectors_of")
    return design_to_read(pool)._replace(vectors_of=_vectors_of(named))


def design_to_read(pool: Pool) -> ActiveDesign:
    """The design of an active pool, without the run of vectors, which may be gone."""
    document: Mapping[str, Any] = pool.recipe["active"]
    strata = [StratumOfRanks(**stratum) for stratum in document["strata"]]
    runs = list(pool.runs.order_by("name"))
    named = {"runs": runs, "strata": strata, "vectors_of": None}
    return ActiveDesign(**{**document, **named})


def _named(run: Run | None) -> dict[str, Any] | None:
    return None if run is None else {"key": run.pk, "name": run.name}


def _vectors_of(named: Mapping[str, Any] | None) -> Run | None:
    if named is None:
        return None
    run = Run.objects.select_related("collection").filter(pk=named["key"]).first()
    if run is None:
        raise NotFound(
            f"The pool learns from the vectors of run {named['name']}, which is not here any more.",
            code="run_of_design_gone",
        )
    return run


def relevant_from(campaign: Campaign, design: ActiveDesign) -> int:
    """The least grade of the campaign's scale that counts as relevant."""
    if design.relevant_from is not None:
        return design.relevant_from
    return default_min_relevance(list(campaign.grades.values_list("value", flat=True)))


def refuse_not_active(pool: Pool) -> None:
    """Refuse what only pools that learn have.

    Raises:
        PoolRefused: the pool does not learn.
    """
    if pool.strategy != PoolStrategy.ACTIVE:
        raise PoolRefused(
            f"Pool {pool} does not learn: no pairs are chosen step by step.", code="not_active"
        )


def refuse_learning(pool: Pool) -> None:
    """Refuse to put runs' passages into a pool that learns.

    Raises:
        PoolRefused: the pool learns.
    """
    if pool.strategy == PoolStrategy.ACTIVE:
        raise PoolRefused(
            f"Pool {pool} learns: its strategy chooses the pairs. Make another campaign for other"
            " passages, or let assessors search.",
            code="pool_learns",
        )
