"""The readers on files that others wrote; counts were taken with the shell's own tools."""

from __future__ import annotations

from collections import Counter

import pytest

from annotation.files import read_judgments, read_pairs, read_qrels
from ranking.files.errors import BadInput
from tests.annotation.real_data import DATA, needs_real_data

pytestmark = needs_real_data


@pytest.mark.parametrize(
    ("name", "n_labels"),
    [
        ("trec_dl/qrels.dl19-passage.txt", 9260),
        ("trec_dl/qrels.msmarco-passage.dev-subset.txt", 7437),
        ("cranfield/cranqrel.trec.txt", 1837),
        ("fira19/fira-trec19-qrels-snippets.txt.gz", 24198),
        ("trec_eval_tests/qrels.test.with-comments.gz", 3681),
    ],
)
def test_read_qrels_of_others(name: str, n_labels: int) -> None:
    assert sum(1 for _ in read_qrels(DATA / name)) == n_labels


def test_read_qrels_of_trec_eval_keeps_negative_grades() -> None:
    labels = read_qrels(DATA / "trec_eval_tests" / "qrels.rel_level.gz")
    assert Counter(label.relevance for label in labels)[-1] == 304


def test_read_qrels_of_a_run_is_refused() -> None:
    with pytest.raises(BadInput, match="6 columns"):
        list(read_qrels(DATA / "trec_eval_tests" / "results.test.gz"))


def test_read_judgments_of_the_real_campaign() -> None:
    rows = list(read_judgments(DATA / "msmarco_assessment" / "judgments.tsv"))
    grades = Counter(row.grade for row in rows)
    assert grades == {1: 2253, 2: 929, 3: 703, 4: 642, 5: 799, None: 54}
    assert {row.extra["msmarco_label"] for row in rows} == {"relevant", "irrelevant"}
    assert len({row.assessor for row in rows}) == 37


@pytest.mark.parametrize(
    ("name", "n_pairs"),
    [
        ("fira19/judgement-pairs.tsv.gz", 24198),
        ("msmarco_assessment/judgments.tsv", 2500),
        ("msmarco_assessment/candidates_600x20.jsonl.gz", 12000),
    ],
)
def test_read_pairs_of_others(name: str, n_pairs: int) -> None:
    assert sum(1 for _ in read_pairs(DATA / name)) == n_pairs
