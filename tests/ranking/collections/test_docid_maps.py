from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from ranking.collections import docid_maps
from ranking.collections.docid_maps import docid_map
from ranking.collections.passages import register_doc_ids
from tests.factories import make_collection

pytestmark = pytest.mark.django_db


def test_docid_map_is_built_from_the_database_when_absent(storage: Path) -> None:
    collection = make_collection()
    assert docid_map(collection).ordinals_of(["d2", "none"]).tolist() == [1, -1]
    assert (storage / "docids" / collection.docids_hash).is_dir()


def test_docid_map_of_an_empty_collection_knows_nothing() -> None:
    collection = make_collection(texts={})
    collection.docids_hash = ""
    collection.save()
    assert docid_map(collection).ordinals_of(["d1"]).tolist() == [-1]


def test_docid_map_with_a_lost_file_is_built_again(storage: Path) -> None:
    collection = make_collection()
    docid_map(collection)
    next((storage / "docids" / collection.docids_hash).iterdir()).unlink()
    assert docid_map(collection).ordinals_of(["d3"]).tolist() == [2]


def test_docid_map_of_an_older_version_is_built_again(storage: Path) -> None:
    collection = make_collection()
    docid_map(collection)
    folder = storage / "docids" / collection.docids_hash
    (folder / "slots.npy").unlink()
    np.save(folder / "doc_ids.npy", np.array([b"d1", b"d2", b"d3"]))
    assert docid_map(collection).ordinals_of(["d3", "d"]).tolist() == [2, -1]


def test_docid_map_after_a_rollback_is_the_old_one() -> None:
    collection = make_collection()
    with transaction.atomic():
        register_doc_ids(collection=collection, doc_ids=["gone"])
        assert len(docid_map(collection)) == 4
        transaction.set_rollback(True)
    assert docid_map(collection).ordinals_of(["gone", "d1"]).tolist() == [-1, 0]


def test_docid_map_that_was_outgrown_is_removed(
    storage: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    collection = make_collection()
    docid_map(collection)
    with django_capture_on_commit_callbacks(execute=True):
        register_doc_ids(collection=collection, doc_ids=["new"])
    docid_map(collection)
    folders = [path.name for path in (storage / "docids").iterdir() if path.is_dir()]
    assert folders == [collection.docids_hash]


def test_docid_map_of_a_grown_collection_needs_no_database(
    storage: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = make_collection()
    register_doc_ids(collection=collection, doc_ids=["d3", "new", "d1"])
    monkeypatch.delattr(docid_maps, "_open_or_build")
    assert docid_map(collection).ordinals_of(["new", "d2"]).tolist() == [3, 1]


def test_docid_map_that_another_collection_shares_is_kept(
    storage: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    collection, twin = make_collection(), make_collection("twin")
    docid_map(collection)
    with django_capture_on_commit_callbacks(execute=True):
        register_doc_ids(collection=collection, doc_ids=["new"])
    assert (storage / "docids" / twin.docids_hash).is_dir()
