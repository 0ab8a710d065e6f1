from __future__ import annotations

import pytest

from annotation.models import LabelSet
from benchmarks.evaluation.stored import time_many, time_steps, values_of
from benchmarks.evaluation.storing import store_ground, store_labels, store_run
from benchmarks.evaluation.workloads import SHAPES, draw_labels, draw_run
from ranking.models import Run
from regrade.measures import evaluate

pytestmark = pytest.mark.django_db

GRADED = SHAPES["graded"]
LABELS = draw_labels(GRADED, 1)
DRAWN = draw_run(GRADED, LABELS, 1)


@pytest.fixture
def stored(db: None) -> tuple[Run, LabelSet]:
    store_ground(GRADED)
    label_set = store_labels("labels", GRADED, LABELS)
    return store_run("run", GRADED, DRAWN), label_set


def test_what_is_stored_scores_as_what_was_drawn(stored: tuple[Run, LabelSet]) -> None:
    qrels = {
        str(topic): dict(zip(*(column.tolist() for column in LABELS.of(topic)), strict=True))
        for topic in range(GRADED.n_topics)
    }
    named = {q: {f"{p:08d}": value for p, value in labels.items()} for q, labels in qrels.items()}
    run = {
        str(topic): {f"{p:08d}": score for p, score in zip(passages, scores, strict=True)}
        for topic, (passages, scores) in enumerate(
            zip(DRAWN.passages.tolist(), DRAWN.scores.tolist(), strict=True)
        )
    }
    for name, value in values_of(*stored).items():
        assert value == pytest.approx(evaluate(named, run, name).mean(name)), name


def test_steps_are_timed_once_a_round(stored: tuple[Run, LabelSet]) -> None:
    steps = time_steps(*stored, n_rounds=2)
    assert {len(step.wall_s) for step in steps} == {2}


def test_many_runs_are_timed_at_first_and_again(stored: tuple[Run, LabelSet]) -> None:
    first, again = time_many([stored[0]], [stored[1]], n_rounds=1)
    assert again > 0
    assert first > 0
