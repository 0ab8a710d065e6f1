from __future__ import annotations

import errno
import gzip
import os
from hashlib import sha256
from pathlib import Path

import pytest

from ranking.collections.passages import register_doc_ids
from ranking.exceptions import RankingError
from ranking.rankers import expansions as packing
from ranking.rankers.expansions import pack_expansions
from regrade.files.errors import BadInput
from regrade.files.query_expansions.packed import Expansions
from tests.factories import make_collection
from tests.refusals import refused

pytestmark = pytest.mark.django_db

LINES = (
    '{"id": "d3", "predicted_queries": ["do cats sleep", "how long do cats sleep"]}\n'
    '{"id": "d1", "predicted_queries": ["spruce age"]}\n'
    '{"id": "x9", "predicted_queries": ["nothing here"]}\n'
)


@pytest.fixture
def queries(tmp_path: Path) -> Path:
    path = tmp_path / "queries.jsonl"
    path.write_text(LINES)
    return path


def folders(storage: Path) -> list[Path]:
    return sorted((storage / "expansions").iterdir())


def texts_of(expansions: Expansions) -> list[str]:
    return [expansions.text_of(ordinal) for ordinal in range(3)]


def test_pack_expansions_joins_queries_with_passages_by_ordinal(queries: Path) -> None:
    expansions = pack_expansions(path=queries, collection=make_collection())
    assert texts_of(expansions) == ["spruce age", "", "do cats sleep how long do cats sleep"]
    assert expansions.sha256 == sha256(LINES.encode()).hexdigest()
    assert expansions.counts == (2, 0, 3, 1)


def test_pack_expansions_of_a_gzipped_file_holds_the_same(queries: Path, tmp_path: Path) -> None:
    collection, packed = make_collection(), tmp_path / "queries.jsonl.gz"
    packed.write_bytes(gzip.compress(LINES.encode()))
    plain = pack_expansions(path=queries, collection=collection)
    assert texts_of(pack_expansions(path=packed, collection=collection)) == texts_of(plain)


def test_pack_expansions_again_finds_what_was_packed(
    queries: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = make_collection()
    first = pack_expansions(path=queries, collection=collection)
    monkeypatch.delattr(packing, "pack")
    moved = queries.rename(tmp_path / "moved.jsonl")
    assert pack_expansions(path=moved, collection=collection).folder == first.folder


def test_pack_expansions_of_a_collection_that_grew_joins_again(queries: Path) -> None:
    collection = make_collection()
    pack_expansions(path=queries, collection=collection)
    register_doc_ids(collection=collection, doc_ids=["x9"])
    expansions = pack_expansions(path=queries, collection=collection)
    assert (expansions.text_of(3), expansions.counts.n_unknown) == ("nothing here", 0)


def test_pack_expansions_of_the_first_queries_is_another_pack(queries: Path) -> None:
    collection = make_collection()
    whole = pack_expansions(path=queries, collection=collection)
    first = pack_expansions(path=queries, collection=collection, n_queries=1)
    assert (first.text_of(2), first.folder == whole.folder) == ("do cats sleep", False)


def test_pack_expansions_of_a_damaged_pack_packs_again(queries: Path) -> None:
    collection = make_collection()
    first = pack_expansions(path=queries, collection=collection)
    (first.folder / "texts.bin").write_bytes(b"cut")
    assert pack_expansions(path=queries, collection=collection).text_of(0) == "spruce age"


def test_pack_expansions_of_a_bad_line_leaves_nothing_behind(queries: Path, storage: Path) -> None:
    queries.write_text(LINES + "{")
    with pytest.raises(BadInput) as caught:
        pack_expansions(path=queries, collection=make_collection())
    assert caught.value.line == 4
    assert folders(storage) == []


def test_pack_expansions_of_a_file_that_changes_meanwhile_is_refused(
    queries: Path, storage: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = make_collection()
    states = iter([(1, 1), (1, 2)])
    monkeypatch.setattr(packing, "_state", lambda path: next(states))
    with refused(BadInput, "file_changed"):
        pack_expansions(path=queries, collection=collection)
    assert folders(storage) == []


def test_pack_expansions_without_room_says_so(
    queries: Path, storage: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    collection = make_collection()
    pack_expansions(path=queries, collection=collection)  # the docid map is there
    monkeypatch.setattr("regrade.files.query_expansions.packed.os.fsync", no_room)
    with refused(RankingError, "queries_not_packed"):
        pack_expansions(path=queries, collection=collection, n_queries=1)
    assert len(folders(storage)) == 1


def test_pack_expansions_of_less_than_one_query_is_refused(queries: Path) -> None:
    with refused(RankingError, "out_of_range"):
        pack_expansions(path=queries, collection=make_collection(), n_queries=0)


def test_pack_expansions_reports_each_byte_twice(queries: Path) -> None:
    found: list[int] = []
    pack_expansions(path=queries, collection=make_collection(), progress=found.append)
    assert sum(found) == 2 * len(LINES)
