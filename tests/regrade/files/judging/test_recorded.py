from __future__ import annotations

from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging.judgments import Terms
from regrade.files.judging.recorded import Form, read_pairs_of, read_recorded
from tests.refusals import refused
from tests.regrade.files.judging.crowd_files import (
    answered,
    result,
    task_line,
    write_log,
    write_results,
    write_tasks,
)


def test_read_recorded_reads_each_form(tmp_path: Path) -> None:
    table = tmp_path / "votes.tsv"
    table.write_text("query_id\tdoc_id\tassessor\tgrade\nq1\td1\tw1\t3\n")
    tasks = write_tasks(tmp_path, task_line("7", "q1", "d1", "d2"))
    files = {
        Form.TABLE: [table],
        Form.CROWD_LOG: [write_log(tmp_path, answered("3", "3")), tasks],
        Form.MTURK: [write_results(tmp_path, result())],
    }
    grades = {form: read_recorded(form, paths).rows[0].grade for form, paths in files.items()}
    assert grades == {Form.TABLE: 3, Form.CROWD_LOG: 3, Form.MTURK: 0}


@pytest.mark.parametrize("form", [Form.TABLE, Form.MTURK])
def test_read_recorded_refuses_runs_where_there_are_none(form: Form, tmp_path: Path) -> None:
    with refused(BadInput, "runs_not_chosen"):
        read_recorded(form, [tmp_path / "votes.tsv"], runs=["1"])


def test_read_pairs_of_a_crowd_log_yields_those_of_its_tasks(tmp_path: Path) -> None:
    paths = [
        write_tasks(tmp_path, task_line("7", "q1", "d1", "d2")),
        write_log(tmp_path, answered("3", "3")),
    ]
    pairs = read_pairs_of(Form.CROWD_LOG, paths)
    assert [(pair.query_id, pair.doc_id) for pair in pairs] == [("q1", "d1"), ("q1", "d2")]


def test_read_pairs_of_results_yields_each_pair_once(tmp_path: Path) -> None:
    rows = [result("A1"), result("A2"), result("A3", Input_passage_id="d2")]
    pairs = read_pairs_of(Form.MTURK, [write_results(tmp_path, *rows)])
    assert [(pair.query_id, pair.doc_id) for pair in pairs] == [("q1", "d1"), ("q1", "d2")]


def test_read_pairs_of_results_takes_blanks_around_a_query_for_no_other_one(
    tmp_path: Path,
) -> None:
    rows = [result("A1"), result("A2", Input_passage_id="d2")]
    rows[1]["Input.query"] = f" {rows[0]['Input.query']}\u00a0"
    pairs = list(read_pairs_of(Form.MTURK, [write_results(tmp_path, *rows)]))
    assert [pair.query for pair in pairs] == [row["Input.query"] for row in rows]


@pytest.mark.parametrize("form", [Form.CROWD_LOG, Form.MTURK])
def test_read_recorded_refuses_names_where_there_are_none_to_give(
    form: Form, tmp_path: Path
) -> None:
    with refused(BadInput, "columns_not_named"):
        read_recorded(form, [tmp_path / "votes"], terms=Terms(assessor="nist"))


@pytest.mark.parametrize(
    ("cells", "code", "says"),
    [
        ({"Input.passage": "Other."}, "other_text", "passage d1 has another text"),
        ({"Input.query": "other"}, "other_topic", "topic q1"),
    ],
)
def test_read_pairs_of_results_that_contradict_is_refused(
    cells: dict[str, str], code: str, says: str, tmp_path: Path
) -> None:
    path = write_results(tmp_path, result("A1"), result("A2") | cells)
    with refused(BadInput, code, line=3, says=says) as caught:
        list(read_pairs_of(Form.MTURK, [path]))
    assert "than in batch.csv, line 2" in str(caught.value)
