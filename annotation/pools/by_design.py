"""Pools drawn by design: what is asked for, checked, and the pairs of one draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from django.db import transaction

from annotation.database import execute
from annotation.exceptions import PoolRefused
from annotation.models import LabelSet, Pool, PooledPair, PoolStrategy
from annotation.pools.building import BATCH, passages_of, refuse_labels_of_others
from annotation.pools.designs import (
    MIN_RANKS,
    Design,
    Framed,
    design_as_json,
    design_from_json,
    framed,
)
from annotation.pools.drawing import common_ground
from ranking.lookup import refuse_taken
from ranking.models import Run
from regrade.counted import counted
from regrade.limits import INT64_MAX
from regrade.measures import Measure, MeasureError, parse_measures
from regrade.measures.dcg import Ndcg
from regrade.sampling.drawing import Drawn
from regrade.sampling.question import Kind, Question
from regrade.whatif.weights import rank_weights

FEWEST = 2  # pairs; one alone says nothing of how far estimates scatter
MOST_RANKED = 20_000_000  # ranks of all runs and topics, which are read at once
SET_PROBABILITIES = """
UPDATE annotation_pooledpair pair SET probability = given.probability
FROM unnest(%(pairs)s::bigint[], %(probabilities)s::float8[]) given(id, probability)
WHERE pair.id = given.id
"""
LEAST_RUNS = {"pair": 2, "against": 2, "all": 2, "means": 1}


class Asked(NamedTuple):
    """A question about runs, by name.

    Without names it is about all runs of the pool; "against" one name, about each of the others.
    """

    kind: Kind
    runs: Sequence[str] = ()


class ByDesign(NamedTuple):
    """What pairs are drawn for, apart from how many; see `Design`."""

    measures: Sequence[Measure]
    question: Asked
    seed: int = 0
    ideal_of: LabelSet | None = None


class DesignReport(NamedTuple):
    """A pool by design, and how many pairs there were to draw from."""

    pool: Pool
    n_topics: int
    n_pairs: int
    n_drawable: int
    n_frame: int


@transaction.atomic
def build_pool_by_design(
    *, name: str, runs: Sequence[Run], depth: int, n: int, by: ByDesign
) -> DesignReport:
    """Build a pool of n pairs drawn from the runs' top `depth`, each with a known probability.

    Pairs are drawn in proportion to what they can move of the answer. Their rows are in the order
    drawn; the same request gives the same pairs, and a greater n gives them first.

    Raises:
        PoolRefused: what `planned_design` and `frame_to_draw_from` refuse, fewer than 2 pairs, or
            more than can bear on the question.
        NameTaken: there is such a pool already.
    """
    refuse_taken(Pool, name)
    design = planned_design(runs=runs, depth=depth, by=by)
    found = frame_to_draw_from(design)
    check_number(n, found)
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


def planned_design(*, runs: Sequence[Run], depth: int, by: ByDesign) -> Design:
    """The design that is asked for; nothing is stored.

    Raises:
        PoolRefused: what `build_pool_from_runs` refuses in runs and depth, a question that does
            not fit them, measures that a sample cannot estimate, labels that give no ideal
            rankings, or a seed out of its range.
    """
    runs = list(dict.fromkeys(runs))
    collection, topic_set = common_ground(runs, depth)
    if not 0 <= by.seed <= INT64_MAX:
        raise PoolRefused(
            f"A seed is from 0 to 2^63 - 1, not {by.seed}.", code="out_of_range", field="seed"
        )
    check_measures(by.measures)
    if by.ideal_of is not None:
        refuse_labels_of_others([by.ideal_of], collection, topic_set)
        _check_ideal(by.ideal_of, by.measures)
    n_ranked = len(runs) * topic_set.topics.count() * max(depth, MIN_RANKS)
    if n_ranked > MOST_RANKED:
        raise PoolRefused(
            f"{counted(len(runs), 'run')} over {counted(topic_set.topics.count(), 'topic')}, each"
            f" {max(depth, MIN_RANKS)} passages deep, are too many to draw from; take fewer runs,"
            " or topics.",
            code="too_many_pairs",
        )
    question = _question(by.question, [run.name for run in runs])
    return Design(runs, depth, question, by.measures, by.seed, by.ideal_of)


def measures_to_draw_for(text: str) -> Sequence[Measure]:
    """The measures of a list such as "nDCG@10, P@10".

    Raises:
        PoolRefused: one is unknown, misspelt or there twice.
    """
    try:
        return parse_measures(text)
    except MeasureError as error:
        raise PoolRefused(str(error), code=error.code, field="measures") from error


def check_measures(measures: Sequence[Measure]) -> None:
    """Refuse measures that a sample of pairs cannot estimate.

    Raises:
        PoolRefused: there is none, or one that is not a sum over the pairs.
    """
    if not measures:
        raise PoolRefused(
            "Pairs are drawn for a measure; name one, such as nDCG@10.",
            code="no_measure",
            field="measures",
        )
    for measure in measures:
        try:
            rank_weights(measure, np.ones(1, np.int64))
        except ValueError as error:
            raise PoolRefused(
                f"{measure.name} cannot be estimated from a sample: how much one label of it"
                " counts depends on the labels of other pairs, which may not be drawn. P, DCG,"
                " nDCG and RBP can.",
                code="measure_not_estimated",
                field="measures",
            ) from error


def _check_ideal(labels: LabelSet, measures: Sequence[Measure]) -> None:
    if not any(isinstance(measure, Ndcg) for measure in measures):
        raise PoolRefused(
            f"Ideal rankings are for nDCG; leave {labels.name} out, or draw for nDCG.",
            code="ideal_without_ndcg",
            field="ideal_of",
        )
    if labels.is_sample:
        raise PoolRefused(
            f"{labels.name} are labels of a sample, which lacks passages of the ideal rankings;"
            " name other labels.",
            code="ideal_of_sample",
            field="ideal_of",
        )


def _question(asked: Asked, names: Sequence[str]) -> Question:
    about = list(asked.runs) or list(names)
    if asked.kind == "against" and len(asked.runs) == 1:
        about += [name for name in names if name not in about]
    for name in about:
        if name not in names:
            raise PoolRefused(
                f"The question is about {name}, which is not among the runs to draw from"
                f" ({', '.join(names)}).",
                code="run_outside_pool",
                field="question",
            )
    _check_number_of_runs(asked.kind, about)
    return Question(asked.kind, [names.index(name) for name in about])


def _check_number_of_runs(kind: Kind, about: Sequence[str]) -> None:
    if len(set(about)) < len(about):
        raise PoolRefused(
            f"The question names a run twice: {', '.join(about)}.",
            code="run_twice",
            field="question",
        )
    if len(about) < LEAST_RUNS[kind] or (kind == "pair" and len(about) > LEAST_RUNS[kind]):
        raise PoolRefused(
            f"This question is about {'exactly' if kind == 'pair' else 'at least'}"
            f" {counted(LEAST_RUNS[kind], 'run')}, not about {len(about)}.",
            code="other_number_of_runs",
            field="question",
        )


def frame_to_draw_from(design: Design) -> Framed:
    """The pairs that can be drawn.

    Raises:
        PoolRefused: none of them can move the answer.
    """
    try:
        return framed(design)
    except ValueError as error:  # all else was checked
        raise PoolRefused(
            "No pair can move the answer, so that there is nothing to judge: by these measures the"
            " runs rank the same passages alike.",
            code="nothing_to_tell",
        ) from error


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
    found = frame_to_draw_from(design)
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
