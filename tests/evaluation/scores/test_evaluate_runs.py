from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.exchange.labels import import_labels
from annotation.models import LabelSet
from evaluation.exceptions import MeasureRefused, NotComparable, NoTopics
from evaluation.models import Evaluation, TopicCoverage, TopicScores
from evaluation.scores.evaluating import RunEvaluations, evaluate_runs, evaluation_rows
from ranking.models import Collection, Run, RunStatus, TopicSet
from regrade.measures import parse_measures
from regrade.measures.measure import MAX_CUTOFF
from tests.factories import make_collection, make_labels, make_run, make_topics, make_variant
from tests.refusals import refused
from tests.regrade.files.writing import write

pytestmark = pytest.mark.django_db


@pytest.fixture
def collection(db: None) -> Collection:
    return make_collection()


@pytest.fixture
def topic_set(db: None) -> TopicSet:
    return make_topics(queries={"q1": "one", "q2": "two", "q3": "three"})


@pytest.fixture
def labels(collection: Collection, topic_set: TopicSet) -> LabelSet:
    """d2 is relevant for q1, d3 for q2; q3 has no labels."""
    relevances = {"q1": {"d1": 0, "d2": 1}, "q2": {"d3": 1}}
    return make_labels("labels", collection, topic_set, relevances)


@pytest.fixture
def run(collection: Collection, topic_set: TopicSet) -> Run:
    """Finds d2 at rank 2 of q1, lacks q2, answers q3."""
    return make_run("run", collection, topic_set, {"q1": ["d1", "d2", "d3"], "q3": ["d1"]})


def evaluate(run: Run, labels: LabelSet, measures: str = "RR", **options: object) -> RunEvaluations:
    return evaluate_runs(
        runs=[run],
        label_sets=[labels],
        measures=parse_measures(measures),
        **options,  # type: ignore[arg-type]
    )


def test_a_topic_that_the_run_lacks_counts_as_worst(run: Run, labels: LabelSet) -> None:
    [row] = evaluation_rows(evaluate(run, labels), per_topic=True)
    assert row["topics"] == {"q1": 0.5, "q2": 0.0}


def test_the_worst_of_mfr_is_one_behind_the_cutoff(run: Run, labels: LabelSet) -> None:
    [row] = evaluation_rows(evaluate(run, labels, "MFR@10"), per_topic=True)
    assert row["topics"] == {"q1": 2.0, "q2": 11.0}


def test_topics_without_labels_are_no_part_of_the_mean(run: Run, labels: LabelSet) -> None:
    evaluations = evaluate(run, labels)
    [row] = evaluation_rows(evaluations, per_topic=False)
    assert (row["mean"], row["n_topics"]) == (0.25, 2)
    assert evaluations.scores[0].n_missing == 1


def test_unjudged_share_counts_retrieved_passages_only(run: Run, labels: LabelSet) -> None:
    [scores] = evaluate(run, labels, "P@10").scores
    assert scores.unjudged == {10: pytest.approx(1 / 3)}


def test_nothing_is_unjudged_where_whole_topics_were_judged(
    run: Run, labels: LabelSet, tmp_path: Path
) -> None:
    whole = import_labels(
        path=write(tmp_path, "q1 0 d2 1\nq2 0 d3 1\n"),
        name="whole",
        collection=run.collection,
        topic_set=run.topic_set,
        is_whole=True,
    ).label_set
    [listed], [scores] = (evaluate(run, one, "P@10").scores for one in (labels, whole))
    assert scores.unjudged == {10: 0}
    assert scores.values["P@10"].tolist() == listed.values["P@10"].tolist()


def test_common_topics_leave_out_what_the_run_lacks(run: Run, labels: LabelSet) -> None:
    [row] = evaluation_rows(evaluate(run, labels, common_topics=True), per_topic=True)
    assert row["topics"] == {"q1": 0.5}


def test_several_label_sets_are_scored_on_their_common_topics(
    run: Run, labels: LabelSet, collection: Collection, topic_set: TopicSet
) -> None:
    other = make_labels("other", collection, topic_set, {"q1": {"d1": 1}, "q3": {"d1": 1}})
    evaluations = evaluate_runs(
        runs=[run], label_sets=[labels, other], measures=parse_measures("RR")
    )
    rows = evaluation_rows(evaluations, per_topic=True)
    assert [row["topics"] for row in rows] == [{"q1": 0.5}, {"q1": 1.0}]


def test_only_topics_of_narrows_without_labelling(
    run: Run, labels: LabelSet, collection: Collection, topic_set: TopicSet
) -> None:
    narrow = make_labels("narrow", collection, topic_set, {"q2": {"d1": 1}})
    [row] = evaluation_rows(evaluate(run, labels, only_topics_of=narrow), per_topic=True)
    assert row["topics"] == {"q2": 0.0}


def test_label_sets_without_a_common_topic_are_refused(
    run: Run, labels: LabelSet, collection: Collection, topic_set: TopicSet
) -> None:
    other = make_labels("other", collection, topic_set, {"q3": {"d1": 1}})
    with refused(NoTopics, "no_topics"):
        evaluate(run, labels, only_topics_of=other)


def test_a_run_over_other_topics_is_refused(labels: LabelSet, collection: Collection) -> None:
    stray = make_run("stray", collection, make_topics("others"), {"q1": ["d1"]})
    with refused(NotComparable, "other_topic_set"):
        evaluate(stray, labels)


def test_labels_serve_runs_over_variants_of_their_topics(
    run: Run, labels: LabelSet, collection: Collection, topic_set: TopicSet
) -> None:
    typos = make_variant("typos", topic_set)
    more_typos = make_variant("more-typos", typos)
    rankings = {"q2": ["d1", "d3"], "q1": ["d2"]}
    runs = [
        run,
        make_run("noisy", collection, typos, rankings),
        make_run("noisier", collection, more_typos, {"q1": ["d1", "d2"]}),
    ]
    evaluations = evaluate_runs(runs=runs, label_sets=[labels], measures=parse_measures("RR"))
    rows = evaluation_rows(evaluations, per_topic=True)
    assert {row["run"]: row["topics"] for row in rows} == {
        "run": {"q1": 0.5, "q2": 0.0},
        "noisy": {"q1": 1.0, "q2": 0.5},
        "noisier": {"q1": 0.5, "q2": 0.0},
    }
    [common] = evaluation_rows(evaluate(runs[2], labels, common_topics=True), per_topic=True)
    assert common["topics"] == {"q1": 0.5}


def test_labels_serve_runs_over_variants_of_their_collection(
    labels: LabelSet, collection: Collection, topic_set: TopicSet
) -> None:
    rotated = make_collection("rotated")
    Collection.objects.filter(pk=rotated.pk).update(parent=collection, recipe={"kind": "rotate"})
    moved = make_run("moved", rotated, topic_set, {"q1": ["d2"]})
    [row] = evaluation_rows(evaluate(moved, labels), per_topic=True)
    assert row["topics"] == {"q1": 1.0, "q2": 0.0}


def test_labels_of_a_variant_do_not_serve_what_it_was_made_of(
    run: Run, collection: Collection, topic_set: TopicSet
) -> None:
    typos = make_variant("typos", topic_set)
    labels = make_labels("of-typos", collection, typos, {"q1": {"d2": 1}})
    with refused(NotComparable, "other_topic_set"):
        evaluate(run, labels)


def test_a_run_over_another_collection_is_refused(labels: LabelSet, topic_set: TopicSet) -> None:
    stray = make_run("stray", make_collection("birds"), topic_set, {"q1": ["d1"]})
    with refused(NotComparable, "other_collection"):
        evaluate(stray, labels)


def test_a_run_with_no_topic_in_common_is_refused_and_nothing_kept(
    run: Run, collection: Collection, topic_set: TopicSet
) -> None:
    labels = make_labels("apart", collection, topic_set, {"q2": {"d1": 1}})
    with refused(NotComparable, "no_labelled_topic"):
        evaluate(run, labels)
    assert not Evaluation.objects.exists()


def test_a_run_still_computing_is_refused(run: Run, labels: LabelSet) -> None:
    run.status = RunStatus.COMPUTING
    with refused(NotComparable, "run_incomplete"):
        evaluate(run, labels)


def test_values_are_kept_for_every_topic_of_the_labels(run: Run, labels: LabelSet) -> None:
    evaluate(run, labels, common_topics=True)
    assert TopicScores.objects.get().values.tolist() == [0.5, 0.0]


def test_kept_values_are_used_again(run: Run, labels: LabelSet) -> None:
    evaluate(run, labels)
    TopicScores.objects.update(values=np.array([0.75, 0.25]))
    [row] = evaluation_rows(evaluate(run, labels), per_topic=False)
    assert row["mean"] == 0.5


def test_values_of_another_engine_are_made_again(run: Run, labels: LabelSet) -> None:
    evaluate(run, labels)
    TopicScores.objects.update(values=np.array([0.75, 0.25]), engine="an older one")
    [row] = evaluation_rows(evaluate(run, labels), per_topic=False)
    assert (row["mean"], TopicScores.objects.count()) == (0.25, 1)


def test_asking_twice_keeps_one_evaluation(run: Run, labels: LabelSet) -> None:
    evaluate(run, labels, "RR,P@5")
    evaluate(run, labels, "RR,P@10")
    assert (Evaluation.objects.count(), TopicScores.objects.count()) == (1, 3)


def test_a_run_of_which_all_is_kept_is_not_read_again(run: Run, labels: LabelSet) -> None:
    first = evaluate(run, labels, "RR,P@10")
    run.rankings.all().delete()
    again = evaluate(run, labels, "RR,P@10")
    assert evaluation_rows(again, per_topic=True) == evaluation_rows(first, per_topic=True)
    assert again.scores[0].unjudged == first.scores[0].unjudged
    assert again.scores[0].n_missing == first.scores[0].n_missing


def test_coverage_of_another_engine_is_made_again(run: Run, labels: LabelSet) -> None:
    evaluate(run, labels)
    TopicCoverage.objects.update(n_judged=np.array([0, 0]), engine="an older one")
    [scores] = evaluate(run, labels).scores
    assert scores.unjudged == {MAX_CUTOFF: pytest.approx(1 / 3)}


def test_beside_a_measure_without_a_cutoff_stands_the_share_of_the_whole_ranking(
    run: Run, labels: LabelSet
) -> None:
    rows = evaluation_rows(evaluate(run, labels, "RR,P@1"), per_topic=False)
    found = [(row["unjudged"], row["unjudged_in"]) for row in rows]
    assert found == [(pytest.approx(1 / 3), "whole ranking"), (0.0, "top 1")]


def test_nothing_is_kept_when_a_measure_is_refused(
    run: Run, collection: Collection, topic_set: TopicSet
) -> None:
    odd = LabelSet.objects.create(
        name="odd",
        collection=collection,
        topic_set=topic_set,
        source="imported",
        scale=[0, 1],
        min_relevance=1,
    )
    odd.topic_labels.create(topic=topic_set.topics.get(query_id="q1"), ordinals=[0], relevances=[3])
    with refused(MeasureRefused, "not_computable"):
        evaluate(run, odd, "RR,ERR@20")
    assert not Evaluation.objects.exists()


def test_the_number_of_queries_grows_with_the_runs_that_are_read_only(
    run: Run, labels: LabelSet, collection: Collection, topic_set: TopicSet
) -> None:
    others = [
        make_run(f"run-{i}", collection, topic_set, {"q1": ["d1", "d2", "d3"]}) for i in range(3)
    ]
    measures = parse_measures("RR,P@10")
    with CaptureQueriesContext(connection) as one:
        evaluate_runs(runs=[run], label_sets=[labels], measures=measures)
    with CaptureQueriesContext(connection) as three:
        evaluate_runs(runs=others, label_sets=[labels], measures=measures)
    assert len(three) == len(one)


def test_scores_of_many_runs_are_kept_in_parts(
    run: Run, labels: LabelSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [make_run(name, run.collection, run.topic_set, {"q1": ["d2"]}) for name in "xy"]
    monkeypatch.setattr("evaluation.scores.scoring.VALUES_AT_ONCE", 3)
    measures = parse_measures("RR")
    evaluate_runs(runs=[run, *others], label_sets=[labels], measures=measures)
    assert TopicScores.objects.count() == TopicCoverage.objects.count() == 3
