"""One JSON document where lines are read: no reader takes it for anything, and each says why."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from regrade.files.bad_lines import BadFile
from regrade.files.candidates import read_candidates
from regrade.files.errors import BadInput
from regrade.files.judging import read_judgments, read_pairs, read_qrels
from regrade.files.passages import read_passages
from regrade.files.query_expansions.expansions import read_expansions
from regrade.files.runs import read_run
from regrade.files.topics import read_topics
from regrade.score.labels import read_label_lines
from tests.refusals import refused
from tests.regrade.files.writing import write

Read = Callable[[Path], Iterator[object]]
READERS: list[Read] = [
    read_candidates, read_expansions, read_judgments, read_pairs, read_passages, read_qrels,
    read_run, read_topics, partial(read_label_lines, progress=None, reads={"subtopics"}),
]  # fmt: skip
OBJECTS = [{"id": "d1", "text": "one"}, {"id": "d2", "text": "two"}]
BY_TOPIC = {"q1": {"d1": 1.0, "d2": 2}}


@pytest.mark.parametrize("name", ["file", "file.jsonl"])
@pytest.mark.parametrize(
    "text",
    [json.dumps(OBJECTS), json.dumps(OBJECTS, indent=1), json.dumps(BY_TOPIC, indent=2)],
    ids=["list", "list over lines", "object over lines"],
)
@pytest.mark.parametrize("read", READERS)
def test_a_json_document_is_refused_once(read: Read, text: str, name: str, tmp_path: Path) -> None:
    with refused(BadInput, "json_document", line=1) as caught:
        list(read(write(tmp_path, text, name)))
    assert not isinstance(caught.value, BadFile) or caught.value.bad.n == 1


@pytest.mark.parametrize("read", [read_qrels, read_run])
def test_an_object_on_one_line_is_no_run_and_no_labels(read: Read, tmp_path: Path) -> None:
    with refused(BadInput, "json_document", line=1, says="columns: query_id"):
        list(read(write(tmp_path, json.dumps(BY_TOPIC))))


@pytest.mark.parametrize("doc_id", ["[1]", "[a", "{x}", "["])
def test_an_id_may_begin_with_a_bracket(doc_id: str, tmp_path: Path) -> None:
    [passage] = read_passages(write(tmp_path, f"{doc_id}\ttext\n", "file.tsv"))
    assert passage.doc_id == doc_id
    [line] = read_run(write(tmp_path, f"{doc_id} Q0 d1 1 2 t\n"))
    assert line.query_id == doc_id
