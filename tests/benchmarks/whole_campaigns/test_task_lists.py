from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.whole_campaigns.task_lists import Pair, TaskList, read_assessment, read_fira
from regrade.files.errors import BadInput
from tests.real_data import DATA, needs_real_data

N_REGULAR = 20


@pytest.fixture
def fira_files(tmp_path: Path) -> Path:
    """A list of one pair for everyone and twenty others."""
    pairs = ["q1\td0\tall"] + [f"q2\td{i}\t1" for i in range(1, N_REGULAR + 1)]
    labels = ["q1 Q0 d0 3"] + [f"q2 Q0 d{i} {i % 4}" for i in range(1, N_REGULAR + 1)]
    write(tmp_path / "judgement-pairs.tsv.gz", ["query_id\tdoc_id\tpriority", *pairs])
    write(tmp_path / "all-probe-pairs.tsv", ["query_id\tdoc_id\tpriority", pairs[0]])
    write(tmp_path / "fira-trec19-qrels-snippets.txt.gz", labels)
    write(tmp_path / "queries.tsv", ["query_id\tquery_text", "q1\tcats", "q2\tfirs"])
    return tmp_path


@pytest.fixture
def assessment_files(tmp_path: Path) -> Path:
    """Four topics of one pair each: graded 1 and 2, graded 5, twice not graded, graded 3."""
    judgments = ["q1\td1\ta\t1", "q1\td1\tb\t2", "q2\td2\ta\t5", "q3\td3\ta\tno_input"]
    judgments += ["q3\td3\tb\tno_input", "q4\td4\ta\t3"]
    candidate = (
        '{{"query_id": "q{0}", "query": "query {0}", "passage_id": "d{0}", "passage": "text {0}",'
        ' "bm25_rank": 1}}'
    )
    write(tmp_path / "judgments.tsv", ["query_id\tpassage_id\tassessor\tgrade", *judgments])
    lines = [candidate.format(i) for i in range(1, 6)]
    write(tmp_path / "candidates_600x20.jsonl.gz", lines)
    return tmp_path


def write(path: Path, lines: list[str]) -> None:
    path.write_text("\n".join(lines) + "\n")


def n_regular(tasks: TaskList) -> int:
    return sum(not pair.is_overlap for pair in tasks.pairs)


def test_fira_has_labels_and_pairs_for_everyone(fira_files: Path) -> None:
    tasks = read_fira(fira_files, scale=1, seed=1)
    assert tasks.pairs[:2] == [Pair("q1", "d0", 3, is_overlap=True), Pair("q2", "d1", 1)]
    assert (len(tasks.pairs), n_regular(tasks)) == (N_REGULAR + 1, N_REGULAR)


def test_fira_says_that_its_texts_are_generated(fira_files: Path) -> None:
    tasks = read_fira(fira_files, scale=1, seed=1)
    assert tasks.name == "fira-with-generated-texts"
    assert "all 21 pairs of its task list (22 lines with the header)" in tasks.note
    assert tasks.note.endswith("texts generated from seed 1")


def test_fira_generates_the_same_texts_from_a_seed(fira_files: Path) -> None:
    first, again, other = (read_fira(fira_files, scale=1, seed=seed).texts for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_share_of_fira_keeps_the_pairs_for_everyone(fira_files: Path) -> None:
    tasks = read_fira(fira_files, scale=0.25, seed=1)
    assert (n_regular(tasks), len(tasks.pairs)) == (5, 6)
    assert set(tasks.texts) == {pair.doc_id for pair in tasks.pairs}


def test_fira_refuses_a_pair_without_a_label(fira_files: Path) -> None:
    write(fira_files / "fira-trec19-qrels-snippets.txt.gz", ["q1 Q0 d0 3"])
    with pytest.raises(BadInput, match="line 3: no label of passage d1 of topic q2"):
        read_fira(fira_files, scale=1, seed=1)


def test_the_assessment_is_labelled_by_the_median_or_the_lowest_grade(
    assessment_files: Path,
) -> None:
    tasks = read_assessment(assessment_files, scale=1, seed=1)
    assert [pair.label for pair in tasks.pairs] == [2, 5, 1, 3]
    assert (tasks.queries["q4"], tasks.texts["d4"]) == ("query 4", "text 4")


def test_a_share_of_the_assessment_is_a_share_of_its_topics(assessment_files: Path) -> None:
    tasks = read_assessment(assessment_files, scale=0.5, seed=1)
    topics = {pair.query_id for pair in tasks.pairs}
    assert len(topics) == 2
    assert set(tasks.queries) == topics
    assert "2 of 4 topics, 2 of 4 pairs" in tasks.note


@needs_real_data
def test_the_real_task_list_is_whole() -> None:
    tasks = read_fira(DATA / "fira19", scale=1, seed=1)
    assert (len(tasks.pairs), n_regular(tasks), len(tasks.queries)) == (24_198, 24_188, 200)


@needs_real_data
def test_the_real_assessment_has_a_text_for_every_pair() -> None:
    tasks = read_assessment(DATA / "msmarco_assessment", scale=1, seed=1)
    assert (len(tasks.pairs), len(tasks.queries)) == (2_500, 125)
    assert all(tasks.texts[pair.doc_id] for pair in tasks.pairs)
