"""All that keeps a training from being begun, and what is read of a run and labels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from annotation.models import LabelSet
from evaluation.exceptions import TrainingRefused
from evaluation.models import Training
from evaluation.training.starting import plan_training
from ranking.exceptions import NameTaken
from ranking.models import Run, Topic
from tests.evaluation.training.training_cases import asked, begin, make_ground
from tests.factories import make_labels, make_run
from tests.refusals import refused

pytestmark = pytest.mark.django_db

REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"recipe": "typos"}, "unknown_recipe", "recipe"),
    ({"settings": {"batch": 0}}, "bad_batch", "batch"),
    ({"relevant_from": 3}, "out_of_range", "relevant_from"),
    ({"relevant_from": 0}, "out_of_range", "relevant_from"),
    ({"held_out": 1.0}, "out_of_range", "held_out"),
    ({"held_out_topics": ["q99"]}, "unknown_topic", "held_out_topics"),
    ({"held_out_topics": [f"q{n:02}" for n in range(20)]}, "nothing_to_train_on", "held_out"),
]


@pytest.mark.parametrize(("changes", "code", "field"), REFUSED)
def test_what_cannot_be_trained_on_is_refused_and_nothing_is_stored(
    tmp_path: Path, changes: dict[str, Any], code: str, field: str
) -> None:
    make_ground()
    with refused(TrainingRefused, code, field=field):
        begin(tmp_path, **changes)
    assert not Training.objects.exists()


def test_labels_without_a_relevant_passage_are_refused(tmp_path: Path) -> None:
    run, _ = make_ground()
    empty = make_labels("empty", run.collection, run.topic_set, {"q00": {"d00": 0}})
    with refused(TrainingRefused, "no_positives", field="label_set"):
        begin(tmp_path, label_set=empty, held_out=0.0)


def test_a_run_of_relevant_passages_alone_gives_no_negatives(tmp_path: Path) -> None:
    run, _ = make_ground()
    alone = {f"q{n:02}": [f"d{n:02}"] for n in range(20)}
    found = make_run("alone", run.collection, run.topic_set, alone)
    with refused(TrainingRefused, "no_negatives", field="label_set"):
        begin(tmp_path, run=found)


def test_topics_are_split_by_the_seed_or_by_name(tmp_path: Path) -> None:
    make_ground()
    splits = [
        plan_training(asked(tmp_path, settings={"seed": seed})).fields["held_out"]
        for seed in (1, 1, 2)
    ]
    assert splits[0] == splits[1] != splits[2]
    named = plan_training(asked(tmp_path, held_out_topics=("q03", "q01"))).fields
    assert named["held_out"] == ["q01", "q03"]
    assert len(named["trained_on"]) == 18


def test_the_same_training_is_begun_once_and_another_is_refused(tmp_path: Path) -> None:
    make_ground()
    assert begin(tmp_path) == begin(tmp_path)
    with refused(NameTaken, "name_taken", field="name"):
        begin(tmp_path, held_out=0.5)


def test_a_private_ground_makes_a_private_training(tmp_path: Path) -> None:
    make_ground()
    Run.objects.update(visibility="private")
    LabelSet.objects.update(visibility="team")
    assert begin(tmp_path).is_private


def test_topics_with_the_query_of_one_held_out_are_held_out_too(tmp_path: Path) -> None:
    make_ground()
    query = Topic.objects.get(query_id="q03").query
    Topic.objects.filter(query_id="q07").update(query=f" {query.upper()}")
    training = begin(tmp_path, held_out_topics=["q03"])
    assert training.held_out == ["q03", "q07"]
    assert not {*training.trained_on} & {"q03", "q07"}


def test_a_training_without_hashes_of_queries_is_gone_on_with(tmp_path: Path) -> None:
    make_ground()
    first = begin(tmp_path)
    Training.objects.update(query_hashes=[])
    assert begin(tmp_path) == first
