"""Passages of a collection through the API: in order, by doc_id, by words."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ranking.models import Collection, Passage
from ranking.parameters.index_options import PLAIN_INDEX, IndexOptions
from ranking.rankers import passage_search
from ranking.rankers.indexes import build_lexical_index
from tests.factories import make_collection

pytestmark = pytest.mark.django_db
TREES: dict[str, str | None] = {
    "b": "Larches drop their needles.",
    "a": "A Larch, or two larches: larches.",
    "a1": "Needles of larches.",
    "c": None,
}


def find(client: Client, **asked: Any) -> dict[str, Any]:
    answer = client.get("/api/collections/passages", {"name": "trees"} | asked)
    assert answer.status_code == 200, answer.content
    data: dict[str, Any] = answer.json()
    return data


def ids(found: dict[str, Any]) -> list[str]:
    return [row["doc_id"] for row in found["rows"]]


def test_passages_stand_in_their_order_twenty_a_page(researcher: Client) -> None:
    make_collection(texts={f"d{n}": f"Text {n}." for n in range(45)})
    found = find(researcher, page=2)
    assert ids(found) == [f"d{n}" for n in range(20, 40)]
    assert (found["found_by"], found["n"], found["page"], found["n_pages"]) == ("order", 45, 2, 3)
    assert ids(find(researcher, page=99)) == [f"d{n}" for n in range(40, 45)]


def test_long_texts_are_cut(researcher: Client) -> None:
    make_collection(texts={"d1": "x" * 1_001, "d2": "x" * 1_000, "d3": None})
    rows = find(researcher)["rows"]
    assert [(row["is_cut"], row["n_characters"]) for row in rows] == [
        (True, 1_001),
        (False, 1_000),
        (False, 0),
    ]
    assert (len(rows[0]["text"]), rows[2]["text"]) == (1_000, None)


def test_doc_ids_are_found_by_their_beginning(researcher: Client) -> None:
    make_collection(texts=TREES | {"a%": "other"})
    found = find(researcher, doc_id="a")
    assert (ids(found), found["found_by"]) == (["a", "a%", "a1"], "doc_id")
    assert ids(find(researcher, doc_id="a%")) == ["a%"]
    assert find(researcher, doc_id="z")["n"] == 0


def test_without_an_index_all_whole_words_are_sought(researcher: Client) -> None:
    make_collection(texts=TREES)
    Passage.objects.filter(doc_id="a1").update(title="Über needles")
    found = find(researcher, search="LARCHES needles")
    assert (ids(found), found["found_by"]) == (["b", "a1"], "words")
    assert found["words"] == ["larches", "needles"]
    assert ids(find(researcher, search="larch")) == ["a"]
    assert ids(find(researcher, search="über!")) == ["a1"]
    assert find(researcher, search="(.*)")["n"] == 0


def test_a_kept_index_ranks_by_bm25(researcher: Client) -> None:
    collection = make_collection(texts=TREES)
    build_lexical_index(collection=collection, options=PLAIN_INDEX)
    found = find(researcher, search="the larch")
    assert found["found_by"] == "bm25"
    assert (ids(found), found["n"], found["is_least"]) == (["a", "a1", "b"], 3, False)
    scores = [row["score"] for row in found["rows"]]
    assert scores == sorted(scores, reverse=True)


def test_an_index_of_other_words_serves_if_texts_show_them(researcher: Client) -> None:
    collection = make_collection(texts=TREES)
    Passage.objects.update(title="Trees")
    build_lexical_index(collection=collection, options=IndexOptions(fields="title"))
    assert find(researcher, search="larches")["found_by"] == "words"
    build_lexical_index(collection=collection, options=IndexOptions(stemmer="none"))
    found = find(researcher, search="larches")
    assert (found["found_by"], ids(found)) == ("bm25", ["a", "a1", "b"])


def test_a_stale_index_is_not_searched(researcher: Client) -> None:
    collection = make_collection(texts=TREES)
    build_lexical_index(collection=collection, options=PLAIN_INDEX)
    Collection.objects.update(text_version=2)
    assert find(researcher, search="larches")["found_by"] == "words"


def test_what_is_counted_ends(researcher: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passage_search, "MOST_FOUND", 2)
    collection = make_collection(texts=TREES)
    found = find(researcher, search="larches")
    assert (found["n"], found["is_least"], ids(found)) == (2, True, ["b", "a"])
    build_lexical_index(collection=collection, options=PLAIN_INDEX)
    found = find(researcher, search="larches")
    assert (found["n"], found["is_least"], ids(found)) == (2, True, ["a", "a1"])


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"name": "forest"}, 404, "not_found"),
        ({"search": "a", "doc_id": "b"}, 400, "invalid"),
        ({"page": "0"}, 400, "invalid"),
        ({"search": "larch"}, 400, "not_searchable"),
    ],
)
def test_what_cannot_be_found_is_said(
    researcher: Client,
    monkeypatch: pytest.MonkeyPatch,
    asked: dict[str, str],
    status: int,
    code: str,
) -> None:
    monkeypatch.setattr(passage_search, "MOST_READ", 3)
    make_collection(texts=TREES)
    answer = researcher.get("/api/collections/passages", {"name": "trees"} | asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("asked", [{}, {"doc_id": "d"}, {"search": "text"}])
def test_more_passages_take_no_more_queries(researcher: Client, asked: dict[str, str]) -> None:
    def n_queries(n: int) -> int:
        make_collection(f"of-{n}", texts={f"d{i}": "A text." for i in range(n)})
        with CaptureQueriesContext(connection) as captured:
            find(researcher, name=f"of-{n}", **asked)
        return len(captured)

    assert n_queries(2) == n_queries(50)
