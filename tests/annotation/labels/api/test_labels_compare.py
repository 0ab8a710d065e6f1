"""Label sets uploaded, combined, compared and counted over HTTP, and by the commands."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from annotation.models import LabelSet
from tests.factories import make_collection, make_labels, make_topics

pytestmark = pytest.mark.django_db


@pytest.fixture
def labels(db: None) -> list[LabelSet]:
    ground = make_collection(), make_topics()
    old = make_labels("old", *ground, {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 1}})
    new = make_labels("new", *ground, {"q1": {"d1": 1, "d2": 1, "d3": 1}, "q2": {"d1": 0}})
    return [old, new]


def get(client: Client, address: str, **query: Any) -> Any:
    answer = client.get(f"/api/labels/{address}", query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_two_sets_are_compared(organizer: Client, labels: list[LabelSet]) -> None:
    found = get(organizer, "compare", first="old", second="new")
    assert found["confusion"] == [[0, 1, 0], [1, 1, 0], [0, 1, 0]]
    assert (found["n_shared"], found["percent_agreement"]) == (3, pytest.approx(1 / 3))
    assert found["differences"] == {"value": 2, "gained": 2, "lost": 1, "added": 1, "dropped": 0}
    query_1, query_2 = found["topics"]
    assert (query_1["query_id"], query_1["n_first"], query_1["n_second"]) == ("q1", 1, 3)
    assert (query_2["n_gained"], query_2["n_lost"]) == (0, 1)


def test_changed_pairs_come_with_their_texts(organizer: Client, labels: list[LabelSet]) -> None:
    both = {"first": "old", "second": "new"}
    page = get(organizer, "compare/pairs", **both, way="gained")
    assert (page["n"], page["page"], page["n_pages"]) == (2, 1, 1)
    assert [(row["doc_id"], row["first"], row["second"]) for row in page["rows"]] == [
        ("d2", 0, 1),
        ("d3", None, 1),
    ]
    passages = labels[0].collection.passages
    assert [row["text"] for row in page["rows"]] == [
        passages.get(doc_id=doc_id).text for doc_id in ("d2", "d3")
    ]
    assert get(organizer, "compare/pairs", **both, way="lost", page=9)["page"] == 1
    assert get(organizer, "compare/pairs", **both, way="dropped")["rows"] == []


def test_a_set_is_counted(organizer: Client, labels: list[LabelSet]) -> None:
    found = get(organizer, "statistics", labels="new")
    assert found["n_by_value"] == [{"value": 0, "n": 1}, {"value": 1, "n": 3}]
    assert found["n_topics_by_relevant"] == [1, 0, 0, 1]
    assert [(row["query_id"], row["n_relevant"]) for row in found["topics"]] == [
        ("q1", 3),
        ("q2", 0),
    ]


def test_sets_are_combined(organizer: Client, labels: list[LabelSet]) -> None:
    body = {
        "name": "both",
        "rule": "precedence",
        "parts": [{"name": "new", "map": "1:3"}, {"name": "old", "map": "1:3"}],
    }
    made = organizer.post("/api/labels/combine", body, content_type="application/json")
    assert made.status_code == 201, made.content
    assert made.json()["labels"]["source"] == "combined"
    assert (made.json()["n_shared"], made.json()["labels"]["n_pairs"]) == (3, 4)
    listed = organizer.get("/api/labels").json()
    [row] = [one for one in listed if one["name"] == "both"]
    assert row["policy"]["parents"][0]["map"] == {"1": 3}
    body["parts"] = [{"name": "new", "map": "one:3"}, {"name": "old"}]
    refused = organizer.post("/api/labels/combine", body, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")


def test_a_file_of_labels_is_uploaded(organizer: Client, labels: list[LabelSet]) -> None:
    fields = {"collection": labels[0].collection.name, "topic_set": labels[0].topic_set.name}
    file = SimpleUploadedFile("qrels.txt", b"q1 0 d1 2\nq1 0 d9 0\nq7 0 d1 1\n")
    answer = organizer.post(
        "/api/labels/import", {"name": "sent", "file": file, "min_relevance": 2, **fields}
    )
    assert answer.status_code == 201, answer.content
    data = answer.json()
    assert (data["n_pairs"], data["n_relevant"], data["min_relevance"]) == (2, 1, 2)
    assert (data["n_new_doc_ids"], data["n_unknown_topics"]) == (1, 1)
    assert LabelSet.objects.get(name="sent").report["file"] == "qrels.txt"
    bad = SimpleUploadedFile("bad.txt", b"q1 0 d1 much\n")
    refused = organizer.post("/api/labels/import", {"name": "bad", "file": bad, **fields})
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_file")
    assert [bad["line"] for bad in refused.json()["bad_lines"]] == [1]


def test_the_commands_combine_and_compare(labels: list[LabelSet]) -> None:
    out = StringIO()
    call_command("combine_labels", "both", "--of", "new", "old", "--by", "union", stdout=out)
    assert "pairs that more than one set labels" in out.getvalue()
    call_command("compare_labels", "old", "both", stdout=out)
    assert "pairs relevant in the second alone" in out.getvalue()
    call_command("compare_labels", "old", "both", "--topics", "--format", "csv", stdout=out)
    assert "q1,1,3,2,0" in out.getvalue()
