"""The readers on files that others wrote; counts were taken with the shell's own tools."""

from __future__ import annotations

import ast
from collections import Counter

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging import read_judgments, read_pairs, read_qrels
from regrade.files.judging.crowd_log import read_crowd_log
from regrade.files.judging.mturk import read_mturk
from tests.real.real_data import CROWD_LOG, DATA, SNIPPETS, needs_real_data
from tests.refusals import refused
from tests.tiers import thorough

pytestmark = needs_real_data


@pytest.mark.parametrize(
    ("name", "n_labels"),
    [
        ("trec_dl/qrels.dl19-passage.txt", 9260),
        ("trec_dl/qrels.msmarco-passage.dev-subset.txt", 7437),
        ("cranfield/cranqrel.trec.txt", 1837),
        pytest.param("fira19/fira-trec19-qrels-snippets.txt.gz", 24198, marks=thorough),
        ("trec_eval_tests/qrels.test.with-comments.gz", 3681),
    ],
)
def test_read_qrels_of_others(name: str, n_labels: int) -> None:
    assert sum(1 for _ in read_qrels(DATA / name)) == n_labels


def test_read_qrels_of_trec_eval_keeps_negative_grades() -> None:
    labels = read_qrels(DATA / "trec_eval_tests" / "qrels.rel_level.gz")
    assert Counter(label.relevance for label in labels)[-1] == 304


def test_read_qrels_of_a_run_is_refused() -> None:
    with refused(BadInput, "column_count", line=1, says="6 columns"):
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
        pytest.param("fira19/judgement-pairs.tsv.gz", 24198, marks=thorough),
        ("msmarco_assessment/judgments.tsv", 2500),
        pytest.param("msmarco_assessment/candidates_600x20.jsonl.gz", 12000, marks=thorough),
    ],
)
def test_read_pairs_of_others(name: str, n_pairs: int) -> None:
    assert sum(1 for _ in read_pairs(DATA / name)) == n_pairs


def test_read_crowd_log_of_2011() -> None:
    recorded = read_crowd_log(CROWD_LOG, runs=["1", "2", "3"])
    accepted = [row for row in recorded.rows if not row.is_rejected]
    assert (len(accepted), len(recorded.rows)) == (1298 * 5, (1298 + 119) * 5)
    assert (recorded.n_previews, recorded.n_skipped) == (1996, 186)
    assert Counter(row.occasion for row in recorded.rows) == {0: 7040, 1: 45}
    assert {row.assessor for row in recorded.rows if row.occasion} == {"30", "557", "731"}
    grades = [{row.grade or 0 for row in accepted if row.extra["run"] == run} for run in "123"]
    assert [(min(given), max(given)) for given in grades] == [(0, 2), (0, 100), (0, 99)]


def test_read_crowd_log_reads_letters_of_an_old_code_page() -> None:
    rows = read_crowd_log(CROWD_LOG, runs=["1"]).rows
    keys = {row.extra["keys1"] for row in rows} | {row.extra["keys2"] for row in rows}
    assert '"certificate, resume, s\u00e9curit\u00e9, journal, instruction"' in keys


def test_read_mturk_of_snippets_of_2022() -> None:
    recorded = read_mturk(SNIPPETS)
    assert Counter((row.is_rejected, row.grade) for row in recorded.rows) == {
        (False, 1): 2063,
        (True, 1): 119,
        (True, 0): 263,
    }
    assert Counter(row.confidence for row in recorded.rows) == {
        3: 817,
        4: 742,
        5: 554,
        2: 263,
        1: 69,
    }
    assert sum(len(row.spans) for row in recorded.rows) == 6861
    assert {row.occasion for row in recorded.rows} == {0}


def test_read_mturk_of_snippets_highlights_the_words_that_the_authors_list() -> None:
    """Their list lost every letter that is not ASCII."""
    converted = read_mturk(SNIPPETS)
    texts = {task.doc_id: task.text for task in converted.tasks}
    for row in converted.rows:
        words = [texts[row.doc_id][start:end] for start, end in row.spans]
        listed = sorted(ast.literal_eval(row.extra["text_spans_2"]))
        assert sorted(word.encode("ascii", "ignore").decode() for word in words) == listed


def test_the_tasks_of_recorded_campaigns() -> None:
    assert len(read_crowd_log(CROWD_LOG, runs=["1"]).tasks) == 2175
    assert len(read_mturk(SNIPPETS).tasks) == 815
