from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from annotation.labels.exporting import LabelExport, export_labels
from annotation.models import LabelSet
from regrade.exceptions import ExportRefused
from tests.factories import make_collection, make_labels, make_topics
from tests.oracles import pytrec_eval
from tests.refusals import refused

pytestmark = pytest.mark.django_db

TEXTS = {"b": "…", "a": "…", "é": "…", "10": "…", "9": "…"}
RELEVANCES = {"q2": {"9": 5, "10": 1}, "q1": {"b": 3, "é": 2, "a": 4}}


def graded(
    relevances: Mapping[str, Mapping[str, int]] = RELEVANCES, min_relevance: int = 3
) -> LabelSet:
    collection = make_collection(texts=TEXTS)
    return make_labels("graded", collection, make_topics(), relevances, min_relevance=min_relevance)


def export(
    label_set: LabelSet, path: Path, mapping: Mapping[int, int] | None = None
) -> LabelExport:
    return export_labels(label_set=label_set, path=path, mapping=mapping or {})


def read_back(path: Path) -> dict[str, dict[str, int]]:
    with path.open(encoding="utf-8") as file:
        found: dict[str, dict[str, int]] = pytrec_eval.parse_qrel(file)
    return found


def test_export_labels_writes_topics_in_order_and_doc_ids_by_their_bytes(tmp_path: Path) -> None:
    path = tmp_path / "qrels"
    done = export(graded(), path)
    expected = "q1 0 a 4\nq1 0 b 3\nq1 0 é 2\nq2 0 10 1\nq2 0 9 5\n"
    assert path.read_text(encoding="utf-8") == expected
    assert (done.n_topics, done.n_pairs) == (2, 5)


def test_exported_labels_are_read_by_pytrec_eval(tmp_path: Path) -> None:
    export(graded(), tmp_path / "qrels")
    assert read_back(tmp_path / "qrels") == RELEVANCES


@pytest.mark.parametrize("mapping", [{}, {1: 0, 2: 1, 3: 2, 4: 3, 5: 3}])
def test_exported_labels_have_as_many_relevant_passages_at_the_level_to_trec_eval(
    tmp_path: Path, mapping: dict[int, int]
) -> None:
    level = export(graded(), tmp_path / "qrels", mapping).level
    assert level is not None
    evaluator = pytrec_eval.RelevanceEvaluator(
        read_back(tmp_path / "qrels"), {"num_rel"}, relevance_level=level
    )
    found = evaluator.evaluate({"q1": {"a": 1.0}, "q2": {"9": 1.0}})
    assert {topic: measures["num_rel"] for topic, measures in found.items()} == {"q1": 2, "q2": 1}


def test_export_labels_maps_values_and_keeps_the_others(tmp_path: Path) -> None:
    path = tmp_path / "qrels"
    export(graded(), path, {1: 0, 4: 40})
    values = [line.split()[-1] for line in path.read_text(encoding="utf-8").splitlines()]
    assert values == ["40", "3", "2", "0", "5"]


@pytest.mark.parametrize(
    ("mapping", "level"),
    [
        ({}, 3),
        ({1: 0, 2: 1, 3: 2, 4: 3, 5: 3}, 2),
        ({1: 0}, 3),
        ({1: 0, 2: 0, 3: 1, 4: 1, 5: 1}, 1),
        ({2: 3}, None),
        ({1: 5, 2: 4, 3: 3, 4: 2, 5: 1}, None),
    ],
)
def test_export_level_separates_what_is_relevant(
    tmp_path: Path, mapping: dict[int, int], level: int | None
) -> None:
    assert export(graded(), tmp_path / "qrels", mapping).level == level


def test_export_level_of_labels_without_anything_relevant_lies_above_all(tmp_path: Path) -> None:
    label_set = graded({"q1": {"a": 1, "b": 2}})
    assert export(label_set, tmp_path / "qrels", {1: 7}).level == 8


def test_export_labels_counts_negative_values(tmp_path: Path) -> None:
    label_set = graded({"q1": {"a": -1, "b": 2}})
    assert export(label_set, tmp_path / "qrels").n_negative == 1


def test_export_labels_that_fail_half_way_leave_nothing(tmp_path: Path) -> None:
    topics = make_topics(queries={"q1": "how", "#2": "why"})
    label_set = make_labels("odd", make_collection(), topics, {"q1": {"d1": 1}, "#2": {"d1": 1}})
    with refused(ExportRefused, "labels_unwritable"):
        export(label_set, tmp_path / "qrels")
    assert not [file for file in tmp_path.iterdir() if file.is_file()]
