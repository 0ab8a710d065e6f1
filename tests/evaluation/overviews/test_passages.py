"""A passage's page: its text, its neighbours, its originals."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from ranking.models import Collection, Passage
from regrade.variants import recipe_of
from tests.evaluation.asking import got, n_queries
from tests.factories import make_collection, make_collection_variant

pytestmark = pytest.mark.django_db


def show(client: Client, doc_id: str, collection: str = "trees") -> dict[str, Any]:
    return got(client, "passage", {"collection": collection, "doc_id": doc_id})


def neighbours(client: Client, doc_id: str) -> tuple[str | None, str | None]:
    found = show(client, doc_id)
    return found["previous"], found["next"]


def test_it_is_reported_whole_with_its_neighbours(researcher: Client) -> None:
    make_collection(texts={"d2": "Firs - have cones.", "d1": "long " * 900, "d3": None})
    found = show(researcher, "d1")
    assert found["text"] == "long " * 900
    assert (found["n_words"], found["n_characters"], found["ordinal"]) == (900, 4_500, 1)
    assert (found["goes_by"], found["previous"], found["next"]) == ("order", "d2", "d3")
    assert (found["document_id"], found["n_in_document"]) == (None, None)
    assert show(researcher, "d2")["n_words"] == 3
    assert neighbours(researcher, "d2") == (None, "d1")
    assert (show(researcher, "d3")["text"], neighbours(researcher, "d3")) == (None, ("d1", None))


def test_passages_of_a_document_go_by_their_position(researcher: Client) -> None:
    make_collection(texts={f"d{n}": f"Text {n}." for n in range(7)})
    positions = {"d0": 3, "d2": 1, "d3": None, "d4": 3, "d6": None}
    for doc_id, position in positions.items():
        Passage.objects.filter(doc_id=doc_id).update(document_id="D", position_in_document=position)
    Passage.objects.filter(doc_id="d1").update(document_id="E", position_in_document=2)
    order = ["d2", "d0", "d4", "d3", "d6"]
    around = [None, *order, None]
    for at, doc_id in enumerate(order):
        assert neighbours(researcher, doc_id) == (around[at], around[at + 2])
    found = show(researcher, "d4")
    assert (found["goes_by"], found["document_id"]) == ("document", "D")
    assert (found["position_in_document"], found["n_in_document"]) == (3, 5)
    places = [show(researcher, doc_id)["place_in_document"] for doc_id in order]
    assert places == [1, 2, 3, None, None]
    assert neighbours(researcher, "d1") == (None, None)


def test_a_variant_comes_with_its_originals(researcher: Client) -> None:
    trees = make_collection()
    lower, rotate = recipe_of({"kind": "lower_case"}), recipe_of({"kind": "rotate"})
    make_collection_variant(name="low", of=trees, recipe=lower, seed=1)
    low = Collection.objects.get(name="low")
    make_collection_variant(name="turned", of=low, recipe=rotate, seed=1)
    found = show(researcher, "d1", "turned")
    assert [(one["collection"], one["text"]) for one in found["originals"]] == [
        ("low", "spruces live long."),
        ("trees", "Spruces live long."),
    ]
    assert show(researcher, "d1")["originals"] == []
    assert show(researcher, "d1")["variants"] == ["low"]


@pytest.mark.parametrize("asked", [{"collection": "forest"}, {"doc_id": "d9"}])
@pytest.mark.parametrize("part", ["", "/rankings", "/judgments"])
def test_what_is_not_there_is_not_found(
    researcher: Client, part: str, asked: dict[str, str]
) -> None:
    make_collection()
    query = {"collection": "trees", "doc_id": "d1"} | asked
    answer = researcher.get(f"/api/passage{part}", query)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_longer_document_takes_no_more_queries(researcher: Client) -> None:
    def queries(n: int) -> int:
        collection = make_collection(f"of-{n}", texts={f"d{i}": "Text." for i in range(n)})
        collection.passages.update(document_id="D")
        return n_queries(lambda: show(researcher, "d1", f"of-{n}"))

    assert queries(2) == queries(50)
