from __future__ import annotations

import os
import resource
import shutil
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from ranking.exceptions import RankingError, StorageFull
from ranking.jobs.tracking import Item
from ranking.models import Collection
from ranking.parameters.index_options import PLAIN_INDEX, IndexOptions
from ranking.rankers import indexes as module
from ranking.rankers.indexes import (
    IndexMissing,
    IndexStale,
    build_lexical_index,
    index_folder,
    index_size,
    open_lexical_index,
    open_or_build_lexical_index,
    refuse_stale_index,
    verify_lexical_index,
)
from regrade.bm25.lexical_index import IndexDamaged, LexicalIndex
from regrade.bm25.terms import document_frequency
from tests.factories import make_collection
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def build(collection: Collection, options: IndexOptions = PLAIN_INDEX) -> Path:
    build_lexical_index(collection=collection, options=options)
    return index_folder(collection=collection, options=options)


def left(storage: Path) -> list[str]:
    """What lies beside the locks."""
    return sorted(path.name for path in (storage / "lexical").iterdir() if path.suffix != ".lock")


@contextmanager
def room_for(n_bytes: int) -> Iterator[None]:
    """No file can grow beyond this: the system refuses as it does where a disk is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_an_index_holds_the_passages_with_text_by_doc_id_and_says_what_it_is_of() -> None:
    collection = make_collection(texts={"d10": "x", "d2": "y", "d1": None, "é": "z", "Z": "…"})
    build(collection)
    index = open_lexical_index(collection=collection, options=PLAIN_INDEX)
    assert index.ordinals.tolist() == [4, 0, 1, 3]
    assert (index.n_texts, index.n_indexed) == (4, 3)
    assert (index.extra["collection"], index.extra["text_version"]) == ("trees", 1)
    assert index.extra["options"] == PLAIN_INDEX.as_dict()
    assert index.extra["code_version"].startswith("0.")


def test_other_options_make_another_index() -> None:
    collection = make_collection()
    stemmed = build_lexical_index(collection=collection, options=PLAIN_INDEX)
    plain = build_lexical_index(collection=collection, options=IndexOptions(stemmer="none"))
    words = "spruce", "spruces"
    assert [document_frequency(stemmed, word) for word in words] == [1, 0]
    assert [document_frequency(plain, word) for word in words] == [0, 1]


def test_a_collection_of_the_same_name_made_again_has_no_index_yet() -> None:
    collection = make_collection()
    build(collection)
    collection.created_at = timezone.now()
    for look in (open_lexical_index, verify_lexical_index):
        with refused(IndexMissing, "index_missing", says="./dev manage index trees"):
            look(collection=collection, options=PLAIN_INDEX)


def test_an_index_lies_under_the_storage_root_whatever_the_collection_is_called(
    storage: Path,
) -> None:
    collection = make_collection("../" * 30 + "ж" * 30)
    assert build(collection).parent == storage / "lexical"


def test_open_or_build_builds_what_is_missing_once(monkeypatch: pytest.MonkeyPatch) -> None:
    collection = make_collection()
    first = open_or_build_lexical_index(collection=collection, options=PLAIN_INDEX)
    monkeypatch.setattr(module, "_build", pytest.fail)
    again = open_or_build_lexical_index(collection=collection, options=PLAIN_INDEX)
    assert again.extra == first.extra


def test_an_index_older_than_the_texts_is_refused_with_the_command_that_rebuilds_it(
    storage: Path,
) -> None:
    collection, options = make_collection(), IndexOptions(fields="text", stemmer="none")
    folder = build(collection, options)
    Collection.objects.update(docids_hash="other", n_passages=9)
    refuse_stale_index(collection=collection, options=options)
    Collection.objects.update(text_version=2)
    for look in (open_or_build_lexical_index, refuse_stale_index):
        with refused(IndexStale, "index_stale", field="collection") as caught:
            look(collection=collection, options=options)
    assert "text_version 1, now 2" in str(caught.value)
    command = "./dev manage index trees --fields text --stemmer none --rebuild"
    assert command in str(caught.value)
    collection.passages.filter(doc_id="d3").update(text="Larches too.")
    rebuilt = build_lexical_index(collection=collection, options=options)
    assert document_frequency(rebuilt, "larches") == 1
    assert left(storage) == [folder.name]


def test_an_index_built_by_other_code_is_built_again(monkeypatch: pytest.MonkeyPatch) -> None:
    collection = make_collection()
    build(collection)
    monkeypatch.setattr(module, "CODE_VERSION", "9.9+0")
    with pytest.raises(IndexMissing):
        open_lexical_index(collection=collection, options=PLAIN_INDEX)
    anew = open_or_build_lexical_index(collection=collection, options=PLAIN_INDEX)
    assert anew.extra["code_version"] == "9.9+0"


def test_a_damaged_file_is_named_with_the_command_that_mends_it() -> None:
    collection = make_collection()
    folder = build(collection)
    file = folder / "docs.npy"
    file.write_bytes(file.read_bytes()[:-1] + b"\x7f")
    open_lexical_index(collection=collection, options=PLAIN_INDEX)
    with refused(RankingError, "index_damaged", field="collection") as caught:
        verify_lexical_index(collection=collection, options=PLAIN_INDEX)
    assert "docs.npy does not hold" in str(caught.value)
    assert "./dev manage index trees --rebuild" in str(caught.value)
    os.truncate(file, file.stat().st_size - 1)
    with refused(RankingError, "index_damaged", field="collection") as caught:
        open_lexical_index(collection=collection, options=PLAIN_INDEX)
    assert "docs.npy has" in str(caught.value)
    (folder / "manifest.json").unlink()
    with refused(RankingError, "index_damaged", field="collection") as caught:
        refuse_stale_index(collection=collection, options=PLAIN_INDEX)
    assert "manifest.json is missing" in str(caught.value)


def test_a_collection_without_text_is_refused_and_nothing_is_left(storage: Path) -> None:
    collection = make_collection(texts={"d1": None})
    with refused(RankingError, "no_text", field="collection") as caught:
        build(collection)
    assert "--" not in str(caught.value)  # pages show it, too
    assert left(storage) == []


def test_a_full_disk_leaves_the_index_that_was_there_and_nothing_else(storage: Path) -> None:
    collection = make_collection(texts={f"d{n}": f"Passage {n} of many." for n in range(200)})
    build(collection)  # compiles what is needed, which takes room of its own
    kept = left(storage)
    for options in (PLAIN_INDEX, IndexOptions(stemmer="none")):
        with room_for(500), refused(StorageFull, "storage_full"):
            build(collection, options)
    assert left(storage) == kept
    assert open_lexical_index(collection=collection, options=PLAIN_INDEX).n_texts == 200


@pytest.mark.parametrize("is_reported", [False, True])
def test_an_index_that_is_rebuilt_while_it_is_opened_is_opened_again(
    monkeypatch: pytest.MonkeyPatch, is_reported: bool
) -> None:
    collection = make_collection()
    build(collection)
    plain = LexicalIndex.open
    mixed: list[LexicalIndex] = []

    def open_slowly(folder: Path) -> LexicalIndex:
        index = plain(folder)
        if not mixed:
            mixed.append(index)
            build(collection)
            if is_reported:
                raise IndexDamaged("docs.npy has 4 bytes instead of 8")
        return index

    monkeypatch.setattr(LexicalIndex, "open", open_slowly)
    assert open_lexical_index(collection=collection, options=PLAIN_INDEX) is not mixed[0]


def test_texts_that_come_while_an_index_is_built_end_it(storage: Path) -> None:
    collection = make_collection()

    def grow(items: Iterable[Item], total: int | None = None, unit: str = "it") -> Iterable[Item]:
        for item in items:
            Collection.objects.update(text_version=2)
            yield item

    with refused(RankingError, "texts_added"):
        build_lexical_index(collection=collection, options=PLAIN_INDEX, progress=grow)
    assert left(storage) == []


def test_what_a_killed_builder_left_is_removed_by_the_next(
    storage: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = make_collection()
    with monkeypatch.context() as killed:
        killed.setattr(shutil, "rmtree", lambda *_, **__: None)
        folder = build(collection)
        with room_for(500), pytest.raises(RankingError):
            build(collection)
    assert len(left(storage)) > 1
    build(collection)
    assert left(storage) == [folder.name]


def test_index_size_is_that_of_all_files() -> None:
    collection = make_collection()
    assert index_size(collection=collection, options=PLAIN_INDEX) == 0
    folder = build(collection)
    sizes = [file.stat().st_size for file in folder.iterdir()]
    assert index_size(collection=collection, options=PLAIN_INDEX) == sum(sizes)


@pytest.mark.django_db(transaction=True)
def test_of_several_builders_at_once_one_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    collection, built, opened = make_collection(), [], []
    plain, met = module._build, threading.Barrier(3)

    def count(*args: object) -> None:
        built.append(args)
        plain(*args)  # type: ignore[arg-type]

    def work() -> None:
        met.wait()
        own = Collection.objects.get(pk=collection.pk)
        opened.append(open_or_build_lexical_index(collection=own, options=PLAIN_INDEX).n_texts)
        connection.close()

    monkeypatch.setattr(module, "_build", count)
    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(built), opened) == (1, [3, 3, 3])
