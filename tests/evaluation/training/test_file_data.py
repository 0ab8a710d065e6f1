from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from annotation.models import LabelSet
from evaluation.exceptions import TrainingRefused
from evaluation.models import Training
from evaluation.scores.taught import taught_notes
from evaluation.scores.topic_choice import choose_topics
from evaluation.training.files import DataFile
from evaluation.training.here_and_now import train_now
from evaluation.training.working import work_on_training
from ranking.models import Collection, JobStatus, Passage, Run, TopicSet
from regrade.files.errors import BadInput
from regrade.training.recipe import recipe_of
from tests.evaluation.training.training_cases import (
    PASSAGES,
    TOPICS,
    begin,
    make_ground,
    weights_of,
)
from tests.factories import make_topics
from tests.refusals import refused
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

OTHERS = {f"t{n}": f"other query {n}" for n in range(len(TOPICS))}
MARGINS = {"loss": "margin-mse"}


@pytest.fixture
def ground() -> tuple[Run, LabelSet]:
    make_topics("training", queries=OTHERS)
    return make_ground()


def rows_of(folder: Path, format: str, *rows: str) -> DataFile:
    path = folder / "rows.tsv"
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    if format.endswith("texts"):
        return DataFile(f"{path}", format)
    topic_set = TopicSet.objects.get(name="training")
    return DataFile(f"{path}", format, Collection.objects.get(), topic_set)


def texts(queries: dict[str, str] = OTHERS) -> list[str]:
    passages = [*PASSAGES.values()]
    pairs = [*pairwise([*passages, passages[0]])]
    return ["\t".join([query, *pair]) for query, pair in zip(queries.values(), pairs, strict=True)]


def of_file(folder: Path, file: DataFile, **changes: Any) -> Training:
    return begin(folder, file=file, **changes)


def test_texts_train_without_labels(tmp_path: Path, ground: tuple[Run, LabelSet]) -> None:
    file = rows_of(tmp_path, "texts", *texts())
    training = train_now(training=of_file(tmp_path, file, run=None, label_set=None, model=None))
    assert (training.status, training.held_out, training.trained_on) == (JobStatus.DONE, [], [])
    assert len(training.query_hashes) == len(OTHERS)


def test_ids_with_scores_train_and_all_labelled_topics_are_held_out(
    tmp_path: Path, ground: tuple[Run, LabelSet]
) -> None:
    rows = [f"{n} 0.5 t{n} d{n:02} d{n + 1:02}" for n in range(10)]
    training = of_file(tmp_path, rows_of(tmp_path, "scored-ids", *rows), settings=MARGINS)
    assert training.held_out == [*TOPICS]
    assert training.trained_on == [*OTHERS][:10]
    assert train_now(training=training).status == JobStatus.DONE
    assert training.validations.exists()


def test_rows_decide_on_the_number_of_negatives(
    tmp_path: Path, ground: tuple[Run, LabelSet]
) -> None:
    rows = [f"{row}\ta third passage" for row in texts()]
    file = rows_of(tmp_path, "texts", *rows)
    training = of_file(tmp_path, file)
    assert recipe_of(training.recipe).negatives == 2
    with refused(TrainingRefused, "other_number", field="negatives"):
        of_file(tmp_path, file, name="another", settings={"negatives": 5})


def test_files_that_change_end_their_training(tmp_path: Path, ground: tuple[Run, LabelSet]) -> None:
    file = rows_of(tmp_path, "texts", *texts())
    training = of_file(tmp_path, file)
    rows_of(tmp_path, "texts", *texts()[1:])
    work_on_training(training_id=training.pk)
    training.refresh_from_db()
    assert training.status == JobStatus.FAILED
    assert "not as it was" in training.error
    Path(file.path).unlink()
    Training.objects.update(status=JobStatus.RUNNING, error="", finished_at=None)
    work_on_training(training_id=training.pk)
    training.refresh_from_db()
    assert "rows.tsv" in training.error


@thorough
def test_stopped_training_on_a_file_goes_on_to_the_same_weights(
    tmp_path: Path, ground: tuple[Run, LabelSet], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = rows_of(tmp_path, "texts", *texts())
    whole = train_now(training=of_file(tmp_path, file))
    parts = of_file(tmp_path, file, name="parts")
    monkeypatch.setattr("evaluation.training.working.ASKS_EVERY_S", 0)
    work_on_training(
        training_id=parts.pk,
        progress=lambda: Training.objects.filter(pk=parts.pk, step=5).update(status="paused"),
    )
    parts.refresh_from_db()
    assert parts.status == JobStatus.PAUSED
    assert 0 < parts.step < whole.step
    Training.objects.filter(pk=parts.pk).update(status=JobStatus.RUNNING)
    work_on_training(training_id=parts.pk)
    assert weights_of(parts) == weights_of(whole)


def test_held_out_topics_of_the_file_are_refused_unless_allowed(
    tmp_path: Path, ground: tuple[Run, LabelSet]
) -> None:
    shouted = {name: f" {query.upper()}" for name, query in [*TOPICS.items()][:3]}
    rows = [*texts(), f"{shouted['q01']}\tone\ttwo"]
    file = rows_of(tmp_path, "texts", *rows)
    with refused(TrainingRefused, "held_out_trained_on", field="held_out_topics", says="'q01'"):
        of_file(tmp_path, file)
    assert of_file(tmp_path, file, held_out_topics=["q02", "q03"]).data.get("n_overlapping") is None
    allowed = of_file(tmp_path, file, name="allowed", allows_overlap=True)
    assert allowed.data["n_overlapping"] == 1


def test_comparisons_say_which_topics_a_file_held(
    tmp_path: Path, ground: tuple[Run, LabelSet]
) -> None:
    rows = [*texts(), f"{TOPICS['q01']}\tone\ttwo"]
    file = rows_of(tmp_path, "texts", *rows)
    training = of_file(tmp_path, file, allows_overlap=True)
    run, label_set = ground
    run.spec = {"model": {"weights_sha256": weights_of(train_now(training=training))}}
    [note] = taught_notes([run], choose_topics([label_set]).topics)
    assert "1 of these 20 topics" in note


@pytest.mark.parametrize(
    ("format", "row", "code", "line"),
    [
        ("ids", "t0 d00 d99", "unknown_passage", 2),
        ("ids", "q00 d00 d01", "unknown_query", 2),
        ("texts", "query\tpassage", "bad_example", 2),
    ],
)
def test_bad_rows_are_refused_before_anything_is_stored(
    tmp_path: Path, ground: tuple[Run, LabelSet], format: str, row: str, code: str, line: int
) -> None:
    first = "t0 d00 d01" if format == "ids" else "query\tpassage\tother"
    with refused(BadInput, code, line=line):
        of_file(tmp_path, rows_of(tmp_path, format, first, row))
    assert not Training.objects.exists()


def test_ids_of_passages_without_text_are_refused(
    tmp_path: Path, ground: tuple[Run, LabelSet]
) -> None:
    Passage.objects.filter(ordinal=1).update(text=None)
    with refused(BadInput, "unknown_passage", line=1):
        of_file(tmp_path, rows_of(tmp_path, "ids", "t0 d00 d01"))


def test_ids_need_a_collection_and_a_topic_set(
    tmp_path: Path, ground: tuple[Run, LabelSet]
) -> None:
    file = rows_of(tmp_path, "ids", "t0 d00 d01")
    with refused(TrainingRefused, "no_collection", field="topic_set"):
        of_file(tmp_path, file._replace(topic_set=None))
