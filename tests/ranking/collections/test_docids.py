from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.collections.docids import FILES, DocidMap, order_ranking
from regrade.files.packed import packed_ids
from regrade.files.packed.packed_ids import PackedIds

ids = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1)
id_lists = st.lists(ids, unique=True, max_size=30)


@given(id_lists, id_lists)
def test_ordinals_of_finds_every_doc_id_and_no_other(known: list[str], asked: list[str]) -> None:
    with TemporaryDirectory() as folder:
        docids = DocidMap.build(Path(folder) / "map", known)
        wanted = [known.index(doc_id) if doc_id in known else -1 for doc_id in asked + known]
        assert docids.ordinals_of(asked + known).tolist() == wanted


@given(id_lists)
def test_docid_rank_follows_the_order_of_utf8_bytes(doc_ids: list[str]) -> None:
    with TemporaryDirectory() as folder:
        docids = DocidMap.build(Path(folder) / "map", doc_ids)
        ascending = sorted(doc_ids, key=str.encode)
        assert docids.docid_rank.tolist() == [ascending.index(doc_id) for doc_id in doc_ids]


@given(id_lists, st.data())
def test_order_ranking_sorts_by_score_then_doc_id_both_descending(
    doc_ids: list[str], data: st.DataObject
) -> None:
    score = st.sampled_from([-1.5, -0.0, 0.0, 2.0, 1e300, float("inf")])
    scores = data.draw(st.lists(score, min_size=len(doc_ids), max_size=len(doc_ids)))
    ascending = sorted(doc_ids, key=str.encode)
    docid_rank = np.array([ascending.index(doc_id) for doc_id in doc_ids], dtype=np.int32)
    order = order_ranking(np.array(scores, dtype=np.float64), docid_rank)
    pairs = zip(scores, map(str.encode, doc_ids), strict=True)
    wanted = sorted(pairs, reverse=True)
    assert [(scores[i], doc_ids[i].encode()) for i in order] == wanted


@pytest.mark.parametrize(
    ("scores", "docid_rank", "order"),
    [
        ([1.0, 2.0, 1.0], [0, 1, 2], [1, 2, 0]),
        ([3.0, 2.0, 2.0, 1.0, 0.0, 0.0, 0.0], [9, 1, 2, 8, 4, 6, 5], [0, 2, 1, 3, 5, 6, 4]),
        ([0.0, -0.0], [0, 1], [1, 0]),
    ],
)
def test_order_ranking_breaks_ties_by_the_higher_doc_id(
    scores: list[float], docid_rank: list[int], order: list[int]
) -> None:
    found = order_ranking(np.array(scores), np.array(docid_rank, dtype=np.int32))
    assert found.tolist() == order


def test_order_ranking_refuses_a_score_that_is_not_a_number() -> None:
    with pytest.raises(ValueError, match="not a number"):
        order_ranking(np.array([1.0, np.nan]), np.array([0, 1], dtype=np.int32))


def test_ordinals_of_tells_prefixes_and_ids_of_many_lengths_apart(tmp_path: Path) -> None:
    few = DocidMap.build(tmp_path / "few", ["ab", "a", "abc"])
    assert few.ordinals_of(["a", "abc", "ab", "", "abcd", "b"]).tolist() == [1, 2, 0, -1, -1, -1]
    known = ["x" * length for length in range(1, 40)]
    docids = DocidMap.build(tmp_path / "map", known)
    asked = ["x" * length for length in (39, 40, 8, 16, 17)]
    assert docids.ordinals_of(asked).tolist() == [38, -1, 7, 15, 16]


def test_ordinals_of_packed_looks_up_every_chunk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed_ids, "CHUNK", 3)
    doc_ids = PackedIds.of([str(number) for number in range(20)])
    docids = DocidMap.build(tmp_path / "map", doc_ids)
    assert docids.ordinals_of_packed(doc_ids).tolist() == list(range(20))


def test_an_empty_collection_has_an_empty_map(tmp_path: Path) -> None:
    docids = DocidMap.build(tmp_path / "map", [])
    assert (len(docids), docids.docid_rank.size) == (0, 0)
    assert docids.ordinals_of(["a"]).tolist() == [-1]


@given(id_lists, st.integers(0, 30))
def test_grown_makes_the_map_that_build_makes(doc_ids: list[str], n_before: int) -> None:
    with TemporaryDirectory() as folder:
        before = DocidMap.build(Path(folder) / "before", doc_ids[:n_before])
        whole = DocidMap.build(Path(folder) / "whole", doc_ids)
        grown = before.grown(Path(folder) / "grown", doc_ids[n_before:])
        assert all(map(np.array_equal, astuple(grown), astuple(whole)))


def test_open_gives_what_was_built(tmp_path: Path) -> None:
    DocidMap.build(tmp_path / "deep" / "map", ["b", "a"])
    docids = DocidMap.open(tmp_path / "deep" / "map")
    assert docids.ordinals_of(["a", "b"]).tolist() == [1, 0]
    assert isinstance(docids.doc_ids, np.memmap)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("n_bytes", [0, 100, -1])
def test_open_of_a_map_with_a_file_cut_short_is_refused(
    tmp_path: Path, name: str, n_bytes: int
) -> None:
    DocidMap.build(tmp_path / "map", ["a", "b"])
    file = tmp_path / "map" / name
    file.write_bytes(file.read_bytes()[:n_bytes])
    with pytest.raises(FileNotFoundError, match="map"):
        DocidMap.open(tmp_path / "map")
    with pytest.raises(FileNotFoundError):
        DocidMap.open(tmp_path / "absent")


@pytest.mark.parametrize(
    ("doc_ids", "reason"),
    [(["a", "b", "a"], "doc_id a"), (["a\0"], "NUL")],
)
def test_build_refuses_doc_ids_it_cannot_map_and_leaves_nothing(
    tmp_path: Path, doc_ids: list[str], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        DocidMap.build(tmp_path / "map", doc_ids)
    assert not list(tmp_path.iterdir())


def test_build_refuses_a_folder_that_holds_another_map(tmp_path: Path) -> None:
    DocidMap.build(tmp_path / "map", ["a", "b"])
    with pytest.raises(ValueError, match="another map"):
        DocidMap.build(tmp_path / "map", ["b", "a"])


def test_build_by_several_at_once_leaves_one_map(tmp_path: Path) -> None:
    doc_ids = [f"d{number}" for number in range(2_000)]
    with ThreadPoolExecutor(8) as pool:
        maps = pool.map(lambda _: DocidMap.build(tmp_path / "map", doc_ids), range(16))
        assert {len(docids) for docids in maps} == {2_000}
    assert [path.name for path in tmp_path.iterdir()] == ["map"]
