from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.evaluation.workloads import (
    SHAPES,
    Labels,
    Retrieved,
    draw_labels,
    draw_run,
    write_files,
)

GRADED = SHAPES["graded"]


@pytest.fixture(scope="module")
def labels() -> Labels:
    return draw_labels(GRADED, 1)


@pytest.fixture(scope="module")
def drawn(labels: Labels) -> Retrieved:
    return draw_run(GRADED, labels, 1)


@pytest.mark.parametrize("name", SHAPES)
def test_there_are_as_many_labels_as_the_shape_says(name: str) -> None:
    drawn = draw_labels(SHAPES[name], 1)
    assert drawn.starts[-1] == drawn.passages.size == SHAPES[name].n_labels


def test_labels_of_a_topic_ascend(labels: Labels) -> None:
    assert all((np.diff(labels.of(topic)[0]) > 0).all() for topic in range(GRADED.n_topics))


def test_a_ranking_holds_a_passage_once(drawn: Retrieved) -> None:
    assert all(np.unique(row).size == row.size for row in drawn.passages)


def test_scores_fall_and_ties_follow_the_doc_ids_downwards(drawn: Retrieved) -> None:
    same = np.diff(drawn.scores) == 0
    assert (np.diff(drawn.scores) <= 0).all()
    assert same.any()
    assert (np.diff(drawn.passages)[same] < 0).all()


def test_scores_survive_single_precision(drawn: Retrieved) -> None:
    for row in drawn.scores:
        assert np.unique(row).size == np.unique(row.astype(np.float32)).size


def test_the_same_seed_draws_the_same(labels: Labels, drawn: Retrieved) -> None:
    again = draw_run(GRADED, labels, 1)
    assert (again.passages == drawn.passages).all()


def test_files_hold_every_line(labels: Labels, drawn: Retrieved, tmp_path: Path) -> None:
    qrels, run = write_files(drawn, labels, tmp_path)
    assert len(qrels.read_text().splitlines()) == GRADED.n_labels
    assert len(run.read_text().splitlines()) == drawn.passages.size
