from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from django.db import transaction

from annotation.models import LabelSet
from evaluation.exceptions import SignificanceRefused
from evaluation.scores.evaluating import evaluate_runs
from evaluation.scores.measures import check_tested
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
    try:
        needed = None
        if wanted.difference is not None:
            needed = topics_needed(wanted.difference, sd, n_tests=wanted.n_tests, **options)
        detectable = None
        if n_topics is not None:
            detectable = detectable_difference(sd, n_topics, n_tests=wanted.n_tests, **options)
    except ValueError as error:
        raise SignificanceRefused(f"No plan: {error}.", code="no_plan") from error
    return TopicPlan(sd, n_topics, None, needed, detectable)


@transaction.atomic
def plan_topics_from_runs(
    *,
    runs: Sequence[Run],
    label_set: LabelSet,
    measure: Measure,
    wanted: Wanted,
    keeps: bool = True,
) -> TopicPlan:
    """Plan from the variance of two stored runs' differences over a label set's topics.

    Raises:
        SignificanceRefused: fewer than two topics, a measure that is not tested, or numbers with
            which no plan can be made.
        NotComparable, MeasureRefused: as `evaluate_runs` says.
    """
    check_tested([measure])
    evaluations = evaluate_runs(runs=runs, label_sets=[label_set], measures=[measure], keeps=keeps)
    baseline, run = evaluations.table(label_set, measure)
    differences = run - baseline
    if differences.size < 2:
        raise SignificanceRefused(
            f"{label_set} has one topic: differences need two to vary.", code="too_few_topics"
        )
    plan = plan_topics(sd=float(differences.std(ddof=1)), n_topics=differences.size, wanted=wanted)
    of = f"{runs[1]} minus {runs[0]} by {measure.name} under {label_set}"
    return plan._replace(observed=float(np.mean(differences)), of=of)
