from __future__ import annotations

import pytest

from benchmarks.evaluation.stored import values_of
from benchmarks.evaluation.storing import store_ground, store_labels, store_run
from benchmarks.evaluation.workloads import SHAPES, draw_labels, draw_run
from regrade.measures import evaluate


@pytest.mark.django_db
def test_what_is_stored_scores_as_what_was_drawn() -> None:
    graded = SHAPES["graded"]
    labels = draw_labels(graded, 1)
    drawn = draw_run(graded, labels, 1)
    store_ground(graded)
    label_set, run = store_labels("labels", graded, labels), store_run("run", graded, drawn)
    qrels = {
        str(topic): {
            f"{passage:08d}": value
            for passage, value in zip(*(of.tolist() for of in labels.of(topic)), strict=True)
        }
        for topic in range(graded.n_topics)
    }
    rankings = {
        str(topic): {f"{p:08d}": score for p, score in zip(passages, scores, strict=True)}
        for topic, (passages, scores) in enumerate(
            zip(drawn.passages.tolist(), drawn.scores.tolist(), strict=True)
        )
    }
    for name, value in values_of(run, label_set).items():
        assert value == pytest.approx(evaluate(qrels, rankings, name).mean(name)), name
