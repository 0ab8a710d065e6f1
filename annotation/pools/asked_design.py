"""Requests for pools by design, checked before anything is read or drawn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from annotation.exceptions import PoolRefused
from annotation.models import LabelSet
from annotation.pools.building import refuse_labels_of_others
from annotation.pools.designs import DIVIDED, MIN_RANKS, Design, on_same_scale
from annotation.pools.drawing import Sample, common_ground
from ranking.models import Run, Topic
from regrade.counted import counted
from regrade.limits import INT64_MAX
from regrade.measures import Measure, MeasureError, parse_measures
from regrade.measures.average_precision import AveragePrecision
from regrade.measures.dcg import Ndcg
from regrade.sampling.question import Kind, Question
from regrade.whatif.weights import rank_weights

MOST_RANKED = 20_000_000  # ranks of all runs and topics, which are read at once
NOT_LINEAR = (
    "how much one label of it counts depends on the labels of other pairs, which may not be drawn."
    " P, DCG, nDCG and RBP can, and AP where labels give the number of relevant passages."
)
WITHOUT_R = (
    "it divides by the number of relevant passages, and a sample does not show how many there are."
    " Name labels that give it, or choose P, DCG, nDCG or RBP."
)
LEAST_RUNS = {"pair": 2, "against": 2, "all": 2, "means": 1}


class Asked(NamedTuple):
    """A question about runs, by name.

    Without names it is about all runs of the pool; "against" one name, about each of the others.
    """

    kind: Kind
    runs: Sequence[str] = ()


class ByDesign(NamedTuple):
    """A draw apart from its number of pairs; see `Design`."""

    measures: Sequence[Measure]
    question: Asked
    seed: int = 0
    ideal_of: LabelSet | None = None
    predicted_by: LabelSet | None = None


class Draw(NamedTuple):
    """How many pairs are drawn, and what for."""

    n: int
    by: ByDesign


def planned_design(*, runs: Sequence[Run], depth: int, by: ByDesign) -> Design:
    """The design that is asked for; nothing is stored.

    Raises:
        PoolRefused: what `build_pool_from_runs` refuses in runs and depth, a question that does
            not fit them, measures that a sample cannot estimate, labels that lack ideal rankings
            of some topics, or a seed out of its range.
    """
    runs = list(dict.fromkeys(runs))
    collection, topic_set = common_ground(runs, depth)
    if not 0 <= by.seed <= INT64_MAX:
        raise PoolRefused(
            f"A seed is from 0 to 2^63 - 1, not {by.seed}.", code="out_of_range", field="seed"
        )
    check_measures(by.measures, has_ideal=by.ideal_of is not None)
    named = [one for one in (by.ideal_of, by.predicted_by) if one is not None]
    refuse_labels_of_others(named, collection, topic_set)
    if by.ideal_of is not None:
        _check_ideal(by.ideal_of, by.measures, runs)
    n_ranked = len(runs) * topic_set.topics.count() * max(depth, MIN_RANKS)
    if n_ranked > MOST_RANKED:
        raise PoolRefused(
            f"{counted(len(runs), 'run')} over {counted(topic_set.topics.count(), 'topic')}, each"
            f" {max(depth, MIN_RANKS)} passages deep, are too many to draw from; take fewer runs,"
            " or topics.",
            code="too_many_pairs",
        )
    question = _question(by.question, [run.name for run in runs])
    return Design(runs, depth, question, by.measures, by.seed, by.ideal_of, by.predicted_by)


def measures_to_draw_for(text: str) -> Sequence[Measure]:
    """The measures of a list such as "nDCG@10, P@10".

    Raises:
        PoolRefused: one is unknown, misspelt or there twice.
    """
    try:
        return parse_measures(text)
    except MeasureError as error:
        raise PoolRefused(str(error), code=error.code, field="measures") from error


def check_measures(measures: Sequence[Measure], *, has_ideal: bool) -> None:
    """Refuse measures that a sample of pairs cannot estimate.

    Raises:
        PoolRefused: there is none, one that is not a sum over the pairs, or AP where no labels
            give the number of relevant passages.
    """
    if not measures:
        raise PoolRefused(
            "Pairs are drawn for a measure; name one, such as nDCG@10.",
            code="no_measure",
            field="measures",
        )
    for measure in measures:
        if reason := _why_not_drawn_for(measure, has_ideal=has_ideal):
            raise PoolRefused(
                f"{measure.name} cannot be estimated from a sample: {reason}",
                code="measure_not_estimated",
                field="ideal_of" if reason == WITHOUT_R else "measures",
            )


def _why_not_drawn_for(measure: Measure, *, has_ideal: bool) -> str:
    """Why a sample cannot be drawn for a measure; '' where it can."""
    if isinstance(measure, AveragePrecision):
        return "" if has_ideal else WITHOUT_R
    try:
        rank_weights(measure, np.ones(1, np.int64))
    except ValueError:
        return NOT_LINEAR
    return ""


def _check_ideal(labels: LabelSet, measures: Sequence[Measure], runs: Sequence[Run]) -> None:
    if not any(isinstance(measure, DIVIDED) for measure in measures):
        raise PoolRefused(
            f"nDCG and AP alone divide by what {labels.name} says; leave it out, or draw for one"
            " of them.",
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
    ranked = Topic.objects.filter(rankings__run__in=runs).distinct().order_by("ordinal")
    lacked = ranked.exclude(topic_labels__label_set=labels).values_list("query_id", flat=True)
    if lacking := list(lacked):
        raise PoolRefused(
            f"{labels.name} lacks {counted(len(lacking), 'topic')} that the runs rank, such as"
            f" {lacking[0]}: nDCG or AP would be 0 there. Name labels of all of them, make runs"
            " over the labelled topics alone, or draw for DCG.",
            code="ideal_lacks_topics",
            field="ideal_of",
        )


def check_scale_of_ideal(design: Design, grades: Collection[int]) -> None:
    """Refuse grades that the ideal rankings of a draw are not made of.

    Labels may lack the highest grade: of imported ones only the values in use are known.

    Raises:
        PoolRefused: the highest label is above the highest grade, or one scale is binary and the
            other graded, so that nDCG would divide gains on one scale by gains on another.
    """
    labels = design.ideal_of
    is_divided = any(isinstance(measure, Ndcg) for measure in design.measures)
    if labels is not None and is_divided and grades and not on_same_scale(labels.scale, grades):
        raise PoolRefused(
            f"Pairs are drawn for the ideal rankings of {labels.name}, whose highest label is"
            f" {max(labels.scale)}, and the highest grade is {max(grades)}: nDCG would divide gains"
            " on one scale by gains on another. Take grades on the scale of these labels, draw for"
            " others, or draw for DCG.",
            code="ideal_on_other_scale",
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


def refuse_part(sample: Sample | None, without: Sequence[LabelSet]) -> None:
    """Refuse to draw pairs from a part of the topics or pairs.

    Raises:
        PoolRefused: a sample of topics, or label sets whose pairs are left out.
    """
    if sample is not None or without:
        raise PoolRefused(
            "Pairs are drawn from all topics and top passages of the runs: without a sample of"
            " topics, and without leaving out what labels have, or estimates would be of another"
            " question.",
            code="draw_of_a_part",
        )
