from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from annotation.models import LabelSet
from evaluation.scores.evaluating import evaluate_runs
from evaluation.scores.samples import sampled
from evaluation.scores.scoring import RunScores
from ranking.models import Run
from regrade.measures import parse_measures
from tests.evaluation.sampled_labels import import_sample, make_design, make_sample

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("four_runs")]

ESTIMATED = "DCG@3,P@3,RBP(p=0.8),nDCG@3"


def runs(*names: str) -> list[Run]:
    return [Run.objects.get(name=name) for name in names or ("a", "b", "c", "d")]


def whole() -> LabelSet:
    return LabelSet.objects.get(name="old")


def scored(labels: LabelSet, measures: str, *names: str) -> list[RunScores]:
    asked = parse_measures(measures)
    found = evaluate_runs(runs=runs(*names), label_sets=[labels], measures=asked)
    return list(found.scores)


def values(labels: LabelSet, measures: str, *names: str) -> NDArray[np.float64]:
    """shape (n_runs, n_measures, n_topics)."""
    return np.array([list(one.values.values()) for one in scored(labels, measures, *names)])


def test_all_that_can_be_drawn_scores_as_plain_labels_bit_for_bit() -> None:
    whole_draw = make_sample("census", whole(), make_design(runs(), depth=6))
    imported = import_sample("imported", whole(), [1.0])
    measures = f"{ESTIMATED},RR@3,AP"
    plain = values(whole(), measures)
    assert sampled(whole_draw) is None
    assert (values(imported, measures) == plain).all()
    # Pairs that all four runs have at one rank cannot be drawn: there are none here.
    assert (
        values(whole_draw, "DCG@3,P@3,RBP(p=0.8),RR@3")
        == values(whole(), "DCG@3,P@3,RBP(p=0.8),RR@3")
    ).all()


def test_the_mean_of_many_samples_is_the_plain_mean() -> None:
    plain = values(whole(), ESTIMATED).mean(axis=2)
    found = []
    for seed in range(60):
        design = make_design(runs(), depth=6, seed=seed, ideal_of=whole())
        found.append(values(make_sample(f"s{seed}", whole(), design, 40), ESTIMATED).mean(axis=2))
    off = np.mean(found, axis=0) - plain
    assert (np.abs(off) < 4 * np.std(found, axis=0) / np.sqrt(60)).all()
    assert (np.std(found, axis=0) > 0).all()
