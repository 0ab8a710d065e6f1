from __future__ import annotations

import numpy as np
import pytest

from annotation.models import LabelSet
from evaluation.exceptions import SignificanceRefused
from evaluation.families.topic_plans import Wanted, plan_topics, plan_topics_from_runs
from evaluation.scores.evaluating import evaluate_runs
from ranking.models import Run
from regrade.measures import parse_measure
from tests.refusals import refused


def test_a_third_of_a_deviation_needs_ninety_topics() -> None:
    plan = plan_topics(sd=1.0, n_topics=None, wanted=Wanted(0.3))
    assert plan.needed is not None
    assert (plan.needed.n_topics, plan.detectable) == (90, None)


def test_no_difference_needs_no_number_of_topics() -> None:
    with refused(SignificanceRefused, "no_plan"):
        plan_topics(sd=1.0, n_topics=None, wanted=Wanted(0.0))


@pytest.mark.django_db
@pytest.mark.usefixtures("four_runs")
def test_a_plan_from_runs_rests_on_how_they_differ() -> None:
    runs = list(Run.objects.order_by("name")[:2])
    labels, measure = LabelSet.objects.get(name="old"), parse_measure("AP")
    plan = plan_topics_from_runs(runs=runs, label_set=labels, measure=measure, wanted=Wanted(0.1))
    evaluations = evaluate_runs(runs=runs, label_sets=[labels], measures=[measure])
    baseline, run = evaluations.table(labels, measure)
    assert plan.sd == pytest.approx(np.std(run - baseline, ddof=1))
    assert plan.observed == pytest.approx(np.mean(run - baseline))
    assert plan.n_topics == 6
