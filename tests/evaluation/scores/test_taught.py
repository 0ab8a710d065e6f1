"""Runs by models that were trained on topics which they are scored on."""

from __future__ import annotations

import pytest

from evaluation.comparisons.freezing import compare_runs
from evaluation.comparisons.question import Question
from evaluation.exceptions import NotComparable, NoTopics
from evaluation.models import Training
from evaluation.reports.rows import narrowing
from evaluation.scores.evaluating import RunEvaluations, evaluate_runs, run_notes
from evaluation.scores.measures import measures_of
from evaluation.scores.topic_choice import TrainedTopics
from ranking.asking import asked_by
from ranking.models import JobStatus, Run, TrainedModel, Visibility
from tests.evaluation.labelled import make_two_runs
from tests.factories import make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def train_on(name: str, run: Run, topics: list[str], base: str = "") -> None:
    """A training that is done, whose weights have its name for a hash."""
    model = TrainedModel.objects.create(name=name, ranker="tk", frozen={"weights_sha256": name})
    Training.objects.create(
        name=name,
        run=run,
        label_set=run.topic_set.label_sets.get(),
        base={"name": base, "weights_sha256": base},
        recipe={},
        data={},
        data_hash="0",
        trained_on=topics,
        status=JobStatus.DONE,
        n_steps=1,
        model=model,
        finished_at="2026-12-01T00:00:00Z",
    )


def evaluated(trained_topics: TrainedTopics) -> RunEvaluations:
    runs = list(Run.objects.order_by("name"))
    labels = runs[0].topic_set.label_sets.get()
    return evaluate_runs(
        runs=runs,
        label_sets=[labels],
        measures=measures_of("RR@10"),
        trained_topics=trained_topics,
    )


def notes() -> list[str]:
    found = evaluated("keep")
    return run_notes(found.scores, found.topics)


def test_a_model_and_all_that_it_began_with_name_their_topics() -> None:
    make_two_runs()
    first, second = Run.objects.order_by("name")
    train_on("older", first, ["q2", "q9"])
    train_on("newer", first, ["q1"], base="older")
    Run.objects.filter(pk=second.pk).update(spec={"model": {"weights_sha256": "newer"}})
    said = notes()
    assert len(said) == 2
    assert "r2 was trained on 1 of these 2 topics (training newer)" in said[0]
    assert "r2 was trained on 1 of these 2 topics (training older)" in said[1]


def test_a_private_training_is_not_named_to_others() -> None:
    make_two_runs()
    first, second = Run.objects.order_by("name")
    train_on("newer", first, ["q1"])
    Training.objects.update(visibility=Visibility.PRIVATE, owner=make_user("ann"))
    Run.objects.filter(pk=second.pk).update(spec={"model": {"weights_sha256": "newer"}})
    with asked_by(make_user("bob")):
        [said] = notes()
    assert "newer" not in said


def test_nothing_is_said_of_a_model_that_learned_from_other_topics() -> None:
    make_two_runs()
    first, second = Run.objects.order_by("name")
    train_on("newer", first, ["q9"])
    Run.objects.filter(pk=second.pk).update(spec={"model": {"weights_sha256": "newer"}})
    assert notes() == []


def test_topics_that_were_trained_on_are_refused_or_left_out_for_all_runs() -> None:
    make_two_runs()
    first, second = Run.objects.order_by("name")
    train_on("newer", first, ["q1"])
    Run.objects.filter(pk=second.pk).update(spec={"model": {"weights_sha256": "newer"}})
    with refused(NotComparable, "trained_topics", field="trained_topics", says="1 of these 2"):
        evaluated("refuse")
    rest = evaluated("leave-out")
    assert [topic.query_id for topic in rest.topics.topics] == ["q2"]
    assert (rest.topics.n_left_out, run_notes(rest.scores, rest.topics)) == (1, [])
    assert narrowing(rest.topics) == ["Without 1 topic that models of the runs were trained on."]
    train_on("newest", first, ["q1", "q2"])
    Run.objects.filter(pk=second.pk).update(spec={"model": {"weights_sha256": "newest"}})
    with refused(NoTopics, "all_trained_on"):
        evaluated("leave-out")


def test_a_comparison_leaves_out_what_the_baseline_s_model_was_trained_on() -> None:
    make_two_runs()
    first, second = Run.objects.order_by("name")
    train_on("newer", first, ["q1"])
    Run.objects.filter(pk=first.pk).update(spec={"model": {"weights_sha256": "newer"}})
    labels = first.topic_set.label_sets.get()
    question = Question(
        [second], [labels], measures_of("RR@10"), baseline=Run.objects.get(pk=first.pk)
    )
    with refused(NotComparable, "trained_topics", field="trained_topics"):
        compare_runs(question=question)
    compared = compare_runs(question=question._replace(trained_topics="leave-out"))
    assert [topic.query_id for topic in compared.topics.topics] == ["q2"]
