"""Pools drawn by design: built, and drawn on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from django.db import transaction

from annotation.database import execute
from annotation.exceptions import PoolRefused
from annotation.models import Pool, PooledPair, PoolStrategy
from annotation.models.label_set import LABEL_ROLES
from annotation.pools.asked_design import Draw, planned_design
from annotation.pools.building import BATCH, passages_of
from annotation.pools.designs import (
    Design,
    Framed,
    design_as_json,
    design_from_json,
    framed,
)
from ranking.lookup import held, refuse_taken
from ranking.models import Run
from regrade.sampling.drawing import Drawn

FEWEST = 2  # pairs; one alone says nothing of how far estimates scatter
SET_PROBABILITIES = """
UPDATE annotation_pooledpair pair SET probability = given.probability
FROM unnest(%(pairs)s::bigint[], %(probabilities)s::float8[]) given(id, probability)
WHERE pair.id = given.id
"""


class DesignReport(NamedTuple):
    """A pool by design, with the number of pairs it was drawn from."""

    pool: Pool
    n_topics: int
    n_pairs: int
    n_drawable: int
    n_frame: int


@transaction.atomic
def build_pool_by_design(*, name: str, runs: Sequence[Run], depth: int, draw: Draw) -> DesignReport:
    """Build a pool of n pairs drawn from the runs' top `depth`, each with a known probability.

    Pairs are drawn in proportion to what they can move of the answer. Their rows are in the order
    drawn; the same request gives the same pairs, and a greater n gives them first.

    Raises:
        PoolRefused: what `planned_design` and `framed` refuse, fewer than 2 pairs, or
            more than can bear on the question.
        NameTaken: there is such a pool already.
        NotFound: a run, or labels of the design, were deleted meanwhile.
    """
    refuse_taken(Pool, name)
    design = planned_design(runs=runs, depth=depth, by=draw.by)
    found = framed(design)
    n = draw.n
    check_number(n, found)
    design = _kept(design)
    first = design.runs[0]
    pool = Pool.objects.create(
        name=name,
        collection=first.collection,
        topic_set=first.topic_set,
        strategy=PoolStrategy.DESIGN,
        depth=depth,
        seed=design.seed,
        recipe={"design": design_as_json(design, n, found)},
    )
    pool.runs.set(design.runs)
    drawn = found.drawn(n, design.seed)
    PooledPair.objects.bulk_create(rows_of(pool, found, drawn), batch_size=BATCH)
    n_topics = np.unique(found.frame.topics[drawn.pairs]).size
    return DesignReport(pool, n_topics, n, found.n_drawable, found.frame.n_pairs)


def _kept(design: Design) -> Design:
    """The design with its runs and labels reloaded and locked, so that their names hold."""
    runs = {run.pk: run for run in held(*sorted(design.runs, key=attrgetter("pk")))}
    named = {role: getattr(design, role) for role in LABEL_ROLES}
    labels = {role: held(one)[0] for role, one in named.items() if one is not None}
    return design._replace(runs=[runs[run.pk] for run in design.runs], **labels)


def check_number(n: int, found: Framed) -> None:
    """Refuse a number of pairs that cannot be drawn.

    Raises:
        PoolRefused: fewer than 2, or more than can bear on the question.
    """
    if n < FEWEST:
        raise PoolRefused(
            f"A sample has at least {FEWEST} pairs, not {n}; fewer give no interval.",
            code="too_few_drawn",
            field="draw",
        )
    if n > found.n_drawable:
        raise PoolRefused(
            f"{n:,} pairs cannot be drawn: of the {found.frame.n_pairs:,} with a text in the runs'"
            f" top passages, {found.n_drawable:,} can bear on the question.",
            code="too_many_drawn",
            field="draw",
        )


def rows_of(pool: Pool, found: Framed, drawn: Drawn) -> Iterator[PooledPair]:
    """The drawn pairs in their order, not stored."""
    frame, which = found.frame, drawn.pairs
    ordinals = frame.passages[which].tolist()
    passages = passages_of(pool.collection, set(ordinals))
    ranks = np.where(frame.ranks[:, which] <= (pool.depth or 0), frame.ranks[:, which], 0)
    best = np.where(ranks > 0, ranks, np.iinfo(np.int64).max).min(axis=0).tolist()
    n_runs = (ranks > 0).sum(axis=0).tolist()
    topics = found.topic_ids[frame.topics[which]].tolist()
    probabilities = np.minimum(drawn.probabilities[which], 1.0).tolist()
    for place, ordinal in enumerate(ordinals):
        yield PooledPair(
            pool=pool,
            topic_id=topics[place],
            passage_id=passages[ordinal][0],
            n_runs=n_runs[place],
            best_rank=best[place],
            draw_place=place + 1,
            probability=probabilities[place],
        )


def drawn_further(*, pool: Pool, n: int) -> Pool:
    """Draw a pool by design on until it has n pairs; those drawn keep their places.

    The probabilities of all pairs become those of n drawn at once. The caller has a transaction.

    Raises:
        PoolRefused: more pairs than can bear on the question, or the runs' rankings or the texts
            are not those that the pool was drawn from.
        NotFound: a run of the design, or the labels of its ideal rankings, are not here any more.
    """
    pool = Pool.objects.select_for_update(no_key=True).get(pk=pool.pk)
    document = pool.recipe["design"]
    if n <= document["n"]:
        return pool
    design = design_from_json(document, among=pool.runs.all())
    found = framed(design)
    check_number(n, found)
    drawn = found.drawn(n, design.seed)
    pairs = list(rows_of(pool, found, drawn))
    stored = list(pool.pairs.order_by("draw_place"))
    _refuse_changed(pool, stored, pairs, found)
    given = zip(stored, pairs, strict=False)
    probabilities = {pair.pk: again.probability for pair, again in given}
    rows = {"pairs": [*probabilities], "probabilities": [*probabilities.values()]}
    execute(SET_PROBABILITIES, rows).close()
    PooledPair.objects.bulk_create(pairs[len(stored) :], batch_size=BATCH)
    pool.recipe = {**pool.recipe, "design": design_as_json(design, n, found)}
    pool.save(update_fields=["recipe"])
    return pool


def _refuse_changed(
    pool: Pool, stored: Sequence[PooledPair], again: Sequence[PooledPair], found: Framed
) -> None:
    """Refuse to go on where the same seed now draws other pairs, or from another union."""
    keys, new = ([(one.topic_id, one.passage_id) for one in of] for of in (stored, again))
    if keys == new[: len(keys)] and pool.recipe["design"]["n_frame"] == found.frame.n_pairs:
        return
    raise PoolRefused(
        f"Pool {pool.name} cannot be drawn on: the rankings of its runs, or the texts of the"
        " passages, are not those that it was drawn from.",
        code="design_changed",
    )


def refuse_by_design(pool: Pool) -> None:
    """Refuse to put chosen pairs into a pool that was drawn.

    Raises:
        PoolRefused: it was drawn by design.
    """
    if pool.strategy == PoolStrategy.DESIGN:
        raise PoolRefused(
            f"Pool {pool} was drawn by design: a pair that is chosen has no probability, and would"
            " make estimates false. Draw more pairs, or judge chosen ones in another campaign.",
            code="pool_by_design",
        )
