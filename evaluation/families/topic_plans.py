"""How many topics a difference needs, from two stored runs or a known standard deviation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from django.db import transaction

from annotation.models import LabelSet
from evaluation.exceptions import NotComparable, SignificanceRefused, refused_as
from evaluation.scores.evaluating import evaluate_runs
from evaluation.scores.measures import check_tested, measures_of
from ranking.lookup import all_by_name, by_name
from ranking.models import Run
from regrade.measures import Measure
from regrade.significance import Power, detectable_difference, topics_needed


class Wanted(NamedTuple):
    """The effect that a study should detect.

    Attributes:
        difference: in the measure's units; None asks only what the topics at hand can find.
        power: the chance to find it.
        alpha: of the family of tests.
        n_tests: in the family, corrected by Bonferroni.
    """

    difference: float | None = None
    power: float = 0.8
    alpha: float = 0.05
    n_tests: int = 1


class TopicPlan(NamedTuple):
    """Topics needed for a difference, and the difference that the present topics can detect.

    Attributes:
        sd: standard deviation of the topics' differences, in the measure's units.
        observed: mean difference of the two runs; None where the deviation was given.
        needed: None where no difference was named.
        detectable: None where there are no topics at hand.
        of: runs, measure and labels that the deviation is of; empty where it was given.
    """

    sd: float
    n_topics: int | None
    observed: float | None
    needed: Power | None
    detectable: Power | None
    of: str = ""


def plan_topics(*, sd: float, n_topics: int | None, wanted: Wanted) -> TopicPlan:
    """Plan from a known standard deviation.

    Raises:
        SignificanceRefused: numbers with which no plan can be made.
    """
    options = {"power": wanted.power, "alpha": wanted.alpha}
    needed = detectable = None
    with refused_as(SignificanceRefused, "No plan: ", code="no_plan"):
        if wanted.difference is not None:
            needed = topics_needed(wanted.difference, sd, n_tests=wanted.n_tests, **options)
        if n_topics is not None:
            detectable = detectable_difference(sd, n_topics, n_tests=wanted.n_tests, **options)
    return TopicPlan(sd, n_topics, None, needed, detectable)


@transaction.atomic
def plan_topics_from_runs(
    *,
    runs: Sequence[Run],
    label_set: LabelSet,
    measure: Measure,
    wanted: Wanted,
) -> TopicPlan:
    """Plan from the variance of two stored runs' differences over a label set's topics.

    Raises:
        SignificanceRefused: fewer than two topics, a measure that is not tested, or numbers with
            which no plan can be made.
        NotComparable, MeasureRefused: as `evaluate_runs` says.
    """
    check_tested([measure])
    evaluations = evaluate_runs(runs=runs, label_sets=[label_set], measures=[measure])
    baseline, run = evaluations.table(label_set, measure)
    differences = run - baseline
    if differences.size < 2:
        raise SignificanceRefused(
            f"{label_set} has one topic: differences need two to vary.", code="too_few_topics"
        )
    plan = plan_topics(sd=float(differences.std(ddof=1)), n_topics=differences.size, wanted=wanted)
    of = f"{runs[1]} minus {runs[0]} by {measure.name} under {label_set}"
    return plan._replace(observed=float(np.mean(differences)), of=of)


def plan_asked(asked: Mapping[str, Any]) -> TopicPlan:
    """Build a plan from the names and numbers of a command: runs, labels and measure, or sd; and
    what `Wanted` holds.

    Raises:
        NotComparable: neither or both of them, not two runs by one measure, nothing to answer,
            or topics at hand beside labels, which have their own.
        NotFound, SignificanceRefused: as `by_name` and `plan_topics` say.
    """
    wanted = Wanted(asked.get("difference"), asked["power"], asked["alpha"], asked["n_tests"])
    from_runs = [asked.get(name) for name in ("runs", "labels", "measure")]
    if asked.get("sd") is not None:
        _check_deviation(asked, names_runs=any(from_runs))
        return plan_topics(sd=asked["sd"], n_topics=asked.get("topics"), wanted=wanted)
    _check_runs(asked, names_all=all(from_runs))
    runs, measures = all_by_name(Run, asked["runs"]), measures_of(asked["measure"])
    if len(runs) != 2 or len(measures) != 1:
        message = "A plan needs two runs and one measure."
        raise NotComparable(message, code="not_two_runs_one_measure")
    label_set = by_name(LabelSet, asked["labels"])
    return plan_topics_from_runs(runs=runs, label_set=label_set, measure=measures[0], wanted=wanted)


def _check_deviation(asked: Mapping[str, Any], *, names_runs: bool) -> None:
    if names_runs:
        message = "Name two runs or a standard deviation, and not both."
        raise NotComparable(message, code="runs_beside_deviation")
    if asked.get("difference") is None and asked.get("topics") is None:
        message = "Name a difference to find, or the topics at hand."
        raise NotComparable(message, code="nothing_to_plan")


def _check_runs(asked: Mapping[str, Any], *, names_all: bool) -> None:
    if not names_all:
        message = "Name two runs, labels and a measure, or a standard deviation."
        raise NotComparable(message, code="nothing_to_plan_from")
    if asked.get("topics") is not None:
        message = "Topics at hand go with a standard deviation; labels have their own."
        raise NotComparable(message, code="topics_beside_runs")
