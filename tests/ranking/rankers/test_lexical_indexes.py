from __future__ import annotations

import errno
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

from ranking.exceptions import RankingError
from ranking.jobs.tracking import Item
from ranking.models import Collection
from ranking.rankers import indexes as module
from ranking.rankers.index_options import PLAIN_INDEX, IndexOptions
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


def test_an_index_holds_the_passages_with_text_by_doc_id() -> None:
    collection = make_collection(texts={"d10": "x", "d2": "y", "d1": None, "é": "z", "Z": "…"})
    index = build_lexical_index(collection=collection, options=PLAIN_INDEX)
    assert index.ordinals.tolist() == [4, 0, 1, 3]
    assert (index.n_texts, index.n_indexed) == (4, 3)


def test_an_index_is_found_again(storage: Path) -> None:
    collection = make_collection()
    folder = build(collection)
    assert folder.parent == storage / "lexical"
    assert open_lexical_index(collection=collection, options=PLAIN_INDEX).n_texts == 3


def test_an_index_says_what_it_is_of() -> None:
    collection = make_collection()
    extra = build_lexical_index(collection=collection, options=PLAIN_INDEX).extra
    assert (extra["collection"], extra["text_version"]) == ("trees", 1)
    assert extra["options"] == PLAIN_INDEX.as_dict()
    assert extra["code_version"].startswith("0.")


def test_other_options_make_another_index() -> None:
    collection = make_collection()
    stemmed = build_lexical_index(collection=collection, options=PLAIN_INDEX)
    plain = build_lexical_index(collection=collection, options=IndexOptions(stemmer="none"))
    words = "spruce", "spruces"
    assert [document_frequency(stemmed, word) for word in words] == [1, 0]
    assert [document_frequency(plain, word) for word in words] == [0, 1]


def test_a_collection_of_the_same_name_made_anew_has_no_index_yet() -> None:
    collection = make_collection()
    build(collection)
    collection.created_at = timezone.now()
    with pytest.raises(IndexMissing, match=r"\./dev manage index trees builds it"):
        open_lexical_index(collection=collection, options=PLAIN_INDEX)


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


def test_an_index_older_than_the_texts_is_refused_with_the_command_that_rebuilds_it() -> None:
    collection, options = make_collection(), IndexOptions(fields="text", stemmer="none")
    build(collection, options)
    Collection.objects.update(text_version=2)
    with pytest.raises(IndexStale) as refused:
        open_or_build_lexical_index(collection=collection, options=options)
    assert str(refused.value) == (
        "Texts were added to trees since its index was built (text_version 1, now 2). "
        "./dev manage index trees --fields text --stemmer none --rebuild makes it anew."
    )


def test_an_index_built_by_other_code_is_built_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    collection = make_collection()
    build(collection)
    monkeypatch.setattr(module, "CODE_VERSION", "9.9+0")
    with pytest.raises(IndexMissing):
        open_lexical_index(collection=collection, options=PLAIN_INDEX)
    anew = open_or_build_lexical_index(collection=collection, options=PLAIN_INDEX)
    assert anew.extra["code_version"] == "9.9+0"


def test_a_stale_index_is_rebuilt_in_place(storage: Path) -> None:
    collection = make_collection()
    folder = build(collection)
    Collection.objects.update(text_version=2)
    collection.passages.filter(doc_id="d3").update(text="Larches too.")
    rebuilt = build_lexical_index(collection=collection, options=PLAIN_INDEX)
    assert document_frequency(rebuilt, "larch") == 1
    assert left(storage) == [folder.name]


def test_passages_without_text_that_were_added_leave_an_index_as_it_is() -> None:
    collection = make_collection()
    build(collection)
    Collection.objects.update(docids_hash="other", n_passages=9)
    refuse_stale_index(collection=collection, options=PLAIN_INDEX)
    Collection.objects.update(text_version=2)
    with pytest.raises(RankingError):
        refuse_stale_index(collection=collection, options=PLAIN_INDEX)


def test_a_truncated_file_is_told_by_name_with_the_command_that_mends_it() -> None:
    collection = make_collection()
    file = build(collection) / "docs.npy"
    os.truncate(file, file.stat().st_size - 1)
    with pytest.raises(RankingError) as refused:
        open_lexical_index(collection=collection, options=PLAIN_INDEX)
    assert "The index of trees is damaged: docs.npy has" in str(refused.value)
    assert "./dev manage index trees --rebuild makes it anew" in str(refused.value)


def test_verify_names_a_file_that_changed_with_the_command_that_mends_it() -> None:
    collection = make_collection()
    file = build(collection) / "docs.npy"
    file.write_bytes(file.read_bytes()[:-1] + b"\x7f")
    open_lexical_index(collection=collection, options=PLAIN_INDEX)
    told = r"trees is damaged: docs\.npy does not hold .*/dev manage index trees --rebuild makes"
    with pytest.raises(RankingError, match=told):
        verify_lexical_index(collection=collection, options=PLAIN_INDEX)


def test_verify_where_no_index_is_says_what_builds_it() -> None:
    with pytest.raises(IndexMissing, match=r"\./dev manage index trees builds it"):
        verify_lexical_index(collection=make_collection(), options=PLAIN_INDEX)


def test_a_missing_manifest_is_told_by_name() -> None:
    collection = make_collection()
    (build(collection) / "manifest.json").unlink()
    with pytest.raises(RankingError, match=r"damaged: manifest\.json is missing"):
        refuse_stale_index(collection=collection, options=PLAIN_INDEX)


def test_a_collection_without_text_is_refused_and_nothing_is_left(storage: Path) -> None:
    collection = make_collection(texts={"d1": None})
    with pytest.raises(RankingError, match="No passage of trees has a text; import them with"):
        build(collection)
    assert left(storage) == []


def test_a_full_disk_is_told_by_its_place_and_nothing_is_left(storage: Path) -> None:
    build(make_collection("warm"))  # compiles what is needed, which takes room of its own
    kept = left(storage)
    collection = make_collection(texts={f"d{n}": f"Passage {n} of many." for n in range(200)})
    with (
        room_for(500),
        pytest.raises(RankingError, match=r"There is no room left in .*lexical for the index of"),
    ):
        build(collection)
    assert left(storage) == kept


def test_a_full_disk_leaves_the_index_that_was_there() -> None:
    collection = make_collection(texts={f"d{n}": f"Passage {n} of many." for n in range(200)})
    build(collection)
    with room_for(500), pytest.raises(RankingError, match="Nothing half written was kept"):
        build(collection)
    assert open_lexical_index(collection=collection, options=PLAIN_INDEX).n_texts == 200


def refuse_writing(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def break_off(*_: object, **__: object) -> Iterator[tuple[int, str]]:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(module, "iterate_indexed_texts", break_off)


def test_a_place_where_nothing_can_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_writing(monkeypatch, errno.EROFS)
    told = r"The index of trees cannot be written to .*lexical \(Read-only file system\); let"
    with pytest.raises(RankingError, match=told):
        build(make_collection())


def test_other_troubles_with_the_disk_are_not_taken_for_a_full_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refuse_writing(monkeypatch, errno.EIO)
    with pytest.raises(OSError, match="Input/output error"):
        build(make_collection())


@pytest.mark.parametrize("is_told_damaged", [False, True])
def test_an_index_that_is_rebuilt_while_it_is_opened_is_opened_again(
    monkeypatch: pytest.MonkeyPatch, is_told_damaged: bool
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
            if is_told_damaged:
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

    with pytest.raises(RankingError, match="Texts were added to trees while its index was built"):
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
