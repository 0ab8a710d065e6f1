from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.query_expansions.expansions import read_expansions
from regrade.files.query_expansions.query_file import part_of, plan_of, writing_queries
from tests.refusals import refused
from tests.source_tree import ROOT

PLAN = {"model": "abc", "seed": 1}
BATCH = [("d1", ["why does it räuspern", ""]), ("d2", ["how"])]
KILLED = """
import os, signal, sys
from pathlib import Path
from regrade.files.query_expansions.query_file import writing_queries
with writing_queries(Path(sys.argv[1]), {"model": "abc", "seed": 1}, {}) as file:
    file.append([("d1", ["why"]), ("d2", ["how"])])
    file._part.write('{"id": "d3", "predicted_queries": ["cut sho'.encode())
    file._part.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "queries.jsonl"


def test_writing_queries_makes_a_file_that_is_read_back(output: Path) -> None:
    with writing_queries(output, PLAN, {}) as file:
        file.append(BATCH)
        file.finish()
    found = [(record.doc_id, record.queries) for record in read_expansions(output)]
    assert found == [("d1", ["why does it räuspern"]), ("d2", ["how"])]
    first = json.loads(output.read_text().splitlines()[0])
    assert first == {"id": "d1", "predicted_queries": ["why does it räuspern", ""]}


def test_writing_queries_leaves_the_plan_beside_the_file(output: Path) -> None:
    with writing_queries(output, PLAN, {"device": "cpu"}) as file:
        file.append(BATCH)
        file.finish()
    assert json.loads(plan_of(output).read_text()) == {"plan": PLAN, "notes": {"device": "cpu"}}
    assert not part_of(output).exists()


def test_writing_queries_that_stops_goes_on_behind_what_is_there(output: Path) -> None:
    with writing_queries(output, PLAN, {}) as file:
        file.append(BATCH)
    assert not output.exists()
    with writing_queries(output, PLAN, {}) as file:
        assert list(file.doc_ids()) == ["d1", "d2"]
        file.append([("d3", ["what"])])
        file.finish()
    assert [record.doc_id for record in read_expansions(output)] == ["d1", "d2", "d3"]


def test_writing_queries_that_was_killed_in_a_line_drops_it(output: Path) -> None:
    ran = subprocess.run([sys.executable, "-c", KILLED, output], cwd=ROOT, check=False)
    assert ran.returncode == -signal.SIGKILL
    with writing_queries(output, PLAN, {}) as file:
        assert list(file.doc_ids()) == ["d1", "d2"]
        file.append([("d3", ["whole"])])
    assert [record.queries for record in read_expansions(part_of(output))][-1] == ["whole"]


@pytest.mark.parametrize("n_bytes", [1, 200_000])
def test_writing_queries_finds_the_last_whole_line_however_long_the_rest(
    output: Path, n_bytes: int
) -> None:
    with writing_queries(output, PLAN, {}) as file:
        file.append(BATCH)
    with part_of(output).open("ab") as part:
        part.write(b"x" * n_bytes)
    with writing_queries(output, PLAN, {}) as file:
        assert list(file.doc_ids()) == ["d1", "d2"]


def test_writing_queries_of_another_plan_is_refused(output: Path) -> None:
    with writing_queries(output, PLAN, {}) as file:
        file.append(BATCH)
    other = {"model": "abd", "seed": 1, "top_k": 3}
    said = "queries.jsonl.part: it was begun with another model, top_k;"
    with refused(BadInput, "other_plan", says=said), writing_queries(output, other, {}):
        pass
    assert list(read_expansions(part_of(output)))


@pytest.mark.parametrize("content", [None, "{", "[]", "{}"])
def test_writing_queries_of_a_part_without_its_plan_is_refused(
    output: Path, content: str | None
) -> None:
    with writing_queries(output, PLAN, {}) as file:
        file.append(BATCH)
    plan_of(output).unlink()
    if content is not None:
        plan_of(output).write_text(content)
    said = "queries.jsonl.plan.json"
    with refused(BadInput, "plan_unreadable", says=said), writing_queries(output, PLAN, {}):
        pass


def test_writing_queries_that_another_process_writes_is_refused(output: Path) -> None:
    with (
        writing_queries(output, PLAN, {}),
        refused(BadInput, "written_by_another"),
        writing_queries(output, PLAN, {}),
    ):
        pass


def test_writing_queries_to_which_nothing_was_added_leaves_nothing(
    output: Path, tmp_path: Path
) -> None:
    with pytest.raises(ZeroDivisionError), writing_queries(output, PLAN, {}):
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("there.jsonl", "output_exists", "choose another name"),
        ("nowhere/queries.jsonl", "no_such_folder", "nowhere"),
        ("queries.jsonl.gz", "output_packed", "pack them afterwards"),
    ],
)
def test_writing_queries_under_an_unusable_name_is_refused(
    tmp_path: Path, name: str, code: str, says: str
) -> None:
    (tmp_path / "there.jsonl").write_text("kept")
    with refused(BadInput, code, says=says), writing_queries(tmp_path / name, PLAN, {}):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["there.jsonl"]


def test_writing_queries_where_the_part_cannot_be_opened_is_refused(output: Path) -> None:
    part_of(output).mkdir()
    said = "queries.jsonl.part: it cannot be written (Is a directory)"
    with refused(BadInput, "not_writable", says=said), writing_queries(output, PLAN, {}):
        pass
