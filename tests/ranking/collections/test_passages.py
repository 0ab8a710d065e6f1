from __future__ import annotations

import threading

import pytest
from django.db import IntegrityError, connection, transaction

from ranking.collections.docid_maps import docid_map
from ranking.collections.passages import (
    NewPassage,
    append_passages,
    lock_for_additions,
    register_doc_ids,
)
from ranking.exceptions import NotFound, RankingError
from ranking.models import Collection
from tests.factories import make_collection
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def test_register_doc_ids_of_known_passages_returns_their_ordinals() -> None:
    collection = make_collection()
    assert register_doc_ids(collection=collection, doc_ids=["d3", "d1"]).tolist() == [2, 0]
    assert collection.passages.count() == 3


def test_register_doc_ids_appends_unknown_ones_once_and_without_text() -> None:
    collection = make_collection()
    ordinals = register_doc_ids(collection=collection, doc_ids=["x", "d1", "y", "x"])
    assert ordinals.tolist() == [3, 0, 4, 3]
    stubs = collection.passages.filter(text=None).values_list("ordinal", "doc_id")
    assert list(stubs) == [(3, "x"), (4, "y")]
    stored = Collection.objects.get(pk=collection.pk)
    assert (stored.n_passages, stored.text_version) == (5, 1)


def test_register_doc_ids_compares_them_as_bytes() -> None:
    collection = make_collection(texts={"É": "upper"})
    assert register_doc_ids(collection=collection, doc_ids=["é", "É"]).tolist() == [1, 0]


def test_register_doc_ids_in_the_parent_of_a_variant_takes_known_ones_alone() -> None:
    parent = make_collection("parent")
    Collection.objects.create(name="rotated", parent=parent, recipe={})
    with refused(RankingError, "has_variants") as caught:
        register_doc_ids(collection=parent, doc_ids=["new"])
    assert "rotated is a variant" in str(caught.value)
    assert register_doc_ids(collection=parent, doc_ids=["d2"]).tolist() == [1]


def test_a_collection_that_was_deleted_meanwhile_takes_no_additions() -> None:
    collection = make_collection()
    collection.passages.all().delete()
    Collection.objects.all().delete()
    with transaction.atomic(), refused(NotFound, "gone_meanwhile"):
        lock_for_additions(collection=collection)


def test_append_passages_of_a_known_doc_id_is_refused_by_the_database() -> None:
    collection = make_collection()
    with pytest.raises(IntegrityError, match="passage_doc_id_unique"), transaction.atomic():
        append_passages(collection=collection, passages=[NewPassage("d1", "", "again")])


def test_append_passages_with_text_grows_the_text_version() -> None:
    collection = make_collection()
    assert append_passages(collection=collection, passages=[NewPassage("x", "", "text")]) == 1
    assert collection.text_version == 2


def test_docids_hash_covers_the_order_of_doc_ids() -> None:
    one, other = (make_collection(name, texts={}) for name in ("one", "other"))
    append_passages(collection=one, passages=[NewPassage(d, "", None) for d in "ab"])
    append_passages(collection=other, passages=[NewPassage(d, "", None) for d in "ba"])
    assert one.docids_hash != other.docids_hash


@pytest.mark.django_db(transaction=True)
def test_register_doc_ids_by_two_at_once_gives_each_doc_id_one_ordinal() -> None:
    collection = make_collection()
    n_threads = 4
    found: list[list[int]] = []
    together = threading.Barrier(n_threads)

    def register(number: int) -> None:
        together.wait()
        mine = Collection.objects.get(pk=collection.pk)
        doc_ids = ["shared", f"own{number}"]
        found.append(register_doc_ids(collection=mine, doc_ids=doc_ids).tolist())
        connection.close()

    threads = [threading.Thread(target=register, args=(n,)) for n in range(n_threads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({shared for shared, _ in found}) == 1
    assert sorted({o for pair in found for o in pair}) == list(range(3, 3 + n_threads + 1))
    assert len(docid_map(collection)) == 3 + n_threads + 1
