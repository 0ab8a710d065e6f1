from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from annotation.models import LabelSet, TopicLabels
from evaluation.estimates.these_topics import AskedIntervals, intervals_for_these_topics
from evaluation.exceptions import MeasureRefused, NotComparable
from evaluation.scores.estimable import sampled, those_estimated
from evaluation.scores.evaluating import evaluate_runs
from evaluation.scores.scoring import RunScores
from ranking.models import Run
from regrade.measures import parse_measure, parse_measures
from tests.evaluation.sampled_labels import import_sample, make_design, make_sample
from tests.factories import make_labels, make_run
from tests.refusals import refused
from tests.tiers import thorough

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("four_runs")]

ESTIMATED = "DCG@3,P@3,RBP(p=0.8),nDCG@3"
N_DRAWS = 100


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


def all_relevant() -> LabelSet:
    given = whole()
    of_topics = given.topic_labels.select_related("topic")
    return make_labels(
        "all-relevant",
        given.collection,
        given.topic_set,
        {row.topic.query_id: {f"d{i}": 1 for i in row.ordinals.tolist()} for row in of_topics},
    )


def test_all_that_can_be_drawn_scores_as_plain_labels_bit_for_bit() -> None:
    census = make_sample("census", whole(), make_design(runs(), depth=6))
    imported = import_sample("imported", whole(), [1.0])  # as was possible once
    assert sampled(census) is None
    assert (values(imported, "DCG@3,P@3") == values(whole(), "DCG@3,P@3")).all()
    # These read the runs alone, not the ideal ranking, which the two passages undrawn belong to.
    linear = "DCG@3,P@3,RBP(p=0.8),RR@3"
    assert (values(census, linear) == values(whole(), linear)).all()


def test_a_run_of_relevant_passages_scores_the_share_that_could_be_drawn() -> None:
    """Every judged pair gains 1, and so each undrawn one is predicted to: any sample will do."""
    given = all_relevant()
    sample = make_sample("few", given, make_design(runs("a", "b"), depth=2), n=9)
    of_a, of_c = scored(sample, "P@2", "a", "c")
    firsts = {name: first_two(name) for name in "abc"}
    drawable = {
        (topic, one)
        for topic, (of_one, of_other) in enumerate(zip(firsts["a"], firsts["b"], strict=True))
        for one in of_one + of_other
    }
    for found, name in ((of_a, "a"), (of_c, "c")):
        known = [[(at, one) in drawable for one in two] for at, two in enumerate(firsts[name])]
        assert found.values["P@2"] == pytest.approx(np.mean(known, axis=1), abs=1e-12)
        assert found.unjudged[2] == pytest.approx(1 - np.mean(known))


def first_two(name: str) -> list[list[int]]:
    rankings = runs(name)[0].rankings.order_by("topic__ordinal")
    return [row.ordinals[:2].tolist() for row in rankings]


def test_an_imported_sample_takes_what_it_does_not_list_for_undrawn() -> None:
    run = make_run("e", runs("a")[0].collection, runs("a")[0].topic_set, {"q0": ["d1", "d2"]})
    sample = import_sample("imported", all_relevant(), [0.5])
    [score] = scored(sample, "P@4", run.name)
    assert score.values["P@4"] == pytest.approx([0.5, 0, 0, 0, 0, 0])
    assert score.unjudged == {4: 0}


@pytest.mark.parametrize("measure", ["RR@3", "AP", "nDCG@3", "DCG(judged_only=True)@3"])
def test_a_measure_that_cannot_be_estimated_is_refused(measure: str) -> None:
    sample = make_sample("few", whole(), make_design(runs()), n=20)
    with refused(MeasureRefused, "not_estimated", field="measures"):
        scored(sample, measure)


def test_measures_that_can_be_estimated_are_chosen_among_several() -> None:
    sample = make_sample("few", whole(), make_design(runs()), n=20)
    asked = list(parse_measures("RR@3,P@3,nDCG@3"))
    kept, others = those_estimated(asked, [whole(), sample])
    assert [one.name for one in kept] == ["P@3"]
    assert [one.measure for one in others] == ["RR@3", "nDCG@3"]
    assert those_estimated(asked, [whole()]) == (asked, [])


def test_three_judged_pairs_are_too_few() -> None:
    with refused(MeasureRefused, "sample_too_small"):
        scored(make_sample("few", whole(), make_design(runs()), n=3), "P@3")


def test_labels_that_the_design_does_not_draw_are_refused() -> None:
    of_others = {"runs": ["c", "d"], "question": {"kind": "all", "runs": ["c", "d"]}}
    design = make_design(runs("a", "b"), depth=1)
    sample = make_sample("few", whole(), design, 5, changes=of_others)
    with refused(NotComparable, "not_of_the_design"):
        scored(sample, "P@3")


def test_intervals_for_these_topics_take_the_covariance_of_the_runs() -> None:
    """By hand from residuals: they are 0 where all gains are alike, so that nothing is open."""
    sample = make_sample("few", all_relevant(), make_design(runs(), depth=6), n=30)
    first, *others = runs()
    topics = list(TopicLabels.objects.filter(label_set=sample).values_list("topic", flat=True))
    asked = AskedIntervals(others, sample, parse_measure("P@3"), topics, first)
    found = intervals_for_these_topics(asked)
    assert found is not None
    assert np.array([one.mean for one in found]) == pytest.approx(1.0)
    assert np.array([one.difference for one in found]) == pytest.approx(0.0, abs=1e-9)
    assert intervals_for_these_topics(asked._replace(label_set=whole())) is None


def relabelled(name: str, least: int, top: int) -> LabelSet:
    """The whole labels cut at a top grade, relevant from a grade on."""
    given = whole()
    rows = given.topic_labels.select_related("topic")
    labels = {
        row.topic.query_id: {
            f"d{i}": min(value, top)
            for i, value in zip(row.ordinals.tolist(), row.relevances.tolist(), strict=True)
        }
        for row in rows
    }
    return make_labels(name, given.collection, given.topic_set, labels, min_relevance=least)


def test_relevant_passages_are_counted_from_the_grade_that_counts_in_the_sample() -> None:
    means = []
    for name, ideal in (("same", whole()), ("strict", relabelled("from-2", 2, 2))):
        design = make_design(runs(), depth=6, ideal_of=ideal)
        means.append(values(make_sample(name, whole(), design, n=30), "AP@3"))
    assert means[0] == pytest.approx(means[1])


@pytest.mark.parametrize("measure", ["nDCG@3", "AP"])
def test_a_measure_that_other_scales_would_divide_is_refused(measure: str) -> None:
    design = make_design(runs(), ideal_of=relabelled("binary", 1, 1))
    with refused(MeasureRefused, "not_estimated", field="measures"):
        scored(make_sample("few", whole(), design, n=20), measure)


def test_labels_that_predict_narrow_the_interval() -> None:
    widths = []
    for name, older in (("alone", None), ("helped", whole())):
        design = make_design(runs(), depth=6, predicted_by=older)
        sample = make_sample(name, whole(), design, n=30)
        topics = list(TopicLabels.objects.filter(label_set=sample).values_list("topic", flat=True))
        asked = AskedIntervals(runs("a"), sample, parse_measure("P@3"), topics)
        found = intervals_for_these_topics(asked)
        assert found is not None
        assert found[0].mean is not None
        widths.append(found[0].mean[1] - found[0].mean[0])
    assert widths[1] < 0.8 * widths[0]


@thorough
def test_intervals_hold_the_plain_values_nineteen_times_in_twenty() -> None:
    """Four runs on six topics, 30 pairs of some 48 a draw; their differences from the first."""
    first, *others = runs()
    topics = list(whole().topic_labels.order_by("topic__ordinal").values_list("topic", flat=True))
    asked = f"{ESTIMATED},AP@3"
    measures, plain = parse_measures(asked), values(whole(), asked).mean(axis=2)
    means, holds = [], []
    for seed in range(N_DRAWS):
        design = make_design(runs(), depth=6, seed=seed, ideal_of=whole())
        sample = make_sample(f"s{seed}", whole(), design, 30)
        means.append(values(sample, asked).mean(axis=2))
        for place, measure in enumerate(measures):
            of_measure = AskedIntervals(others, sample, measure, topics, first)
            for at, found in enumerate(intervals_for_these_topics(of_measure) or (), start=1):
                assert found.difference is not None
                low, high = found.difference
                holds.append(low <= plain[at, place] - plain[0, place] <= high)
    off = np.mean(means, axis=0) - plain
    assert (np.abs(off) < 4 * np.std(means, axis=0) / np.sqrt(N_DRAWS)).all()
    assert np.mean(holds) > 0.92
