"""The search on a device finds what the processor's finds: the same texts, the same bits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.bm25.device_index import DeviceIndex, block_borders
from regrade.bm25.device_search import search_on_device
from regrade.bm25.lexical_index import LexicalIndex
from regrade.bm25.search import BM25, Hits, Query, search
from tests.regrade.bm25.indexing import indexed
from tests.regrade.bm25.live_memory import most_live_bytes
from tests.tiers import examples

WORDS = st.sampled_from(list("abcdefgh"))
TEXTS = st.lists(st.lists(WORDS, max_size=12).map(" ".join), min_size=1, max_size=40)
BOOSTS = st.sampled_from([1.0, 2.0, 0.3, 17.5])
QUERY = st.dictionaries(WORDS | st.just("unknown"), BOOSTS, max_size=8)
MODEST = 1 << 24


def uploaded_in(index: LexicalIndex, size: int | None, device: str = "cpu") -> DeviceIndex:
    """In blocks of this many positions, so that few texts stand in many of them."""
    borders = None if size is None else [*range(0, index.n_texts, size), index.n_texts]
    return DeviceIndex.upload(index, device, borders=borders)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("indexes")


@pytest.fixture(scope="module")
def index(folder: Path) -> LexicalIndex:
    """Two thousand texts of words that are rare to frequent; hundreds of them tie."""
    rng = np.random.default_rng(8)
    lengths = rng.integers(0, 9, 2_000)
    ranks = np.minimum(rng.zipf(1.3, lengths.sum()), 900)
    parts = np.split(ranks, np.cumsum(lengths)[:-1])
    return indexed(folder, [" ".join(f"w{rank}" for rank in part) for part in parts])


@pytest.fixture(scope="module")
def queries() -> list[Query]:
    rng = np.random.default_rng(9)
    drawn = [np.minimum(rng.zipf(1.2, 6), 1_000) for _ in range(40)]
    return [{f"w{rank}": float(1 + i % 3) for i, rank in enumerate(each)} for each in drawn]


def assert_same(found: Sequence[Hits], wanted: Sequence[Hits]) -> None:
    assert len(found) == len(wanted)
    for mine, theirs in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(mine.ordinals, theirs.ordinals, strict=True)
        np.testing.assert_array_equal(
            mine.scores.view(np.int32), theirs.scores.view(np.int32), strict=True
        )


def cuda() -> str:
    import torch

    if not torch.cuda.is_available():
        pytest.skip("no GPU here: the search on a device ran on the processor only")
    return "cuda"


@given(
    texts=TEXTS,
    asked=st.lists(QUERY, max_size=5),
    k=st.integers(1, 50),
    k1=st.sampled_from([0.0, 0.82, 0.9, 3.0]),
    b=st.sampled_from([0.0, 0.4, 1.0]),
    size=st.sampled_from([1, 7, None]),
)
@examples(60)
def test_search_on_device_finds_what_search_finds(
    folder: Path,
    texts: list[str],
    asked: list[Query],
    k: int,
    k1: float,
    b: float,
    size: int | None,
) -> None:
    drawn, bm25 = indexed(folder, texts), BM25(k1, b)
    uploaded = uploaded_in(drawn, size)

    found = search_on_device(uploaded, asked, k=k, bm25=bm25, memory=MODEST)

    assert_same(found, search(drawn, asked, k=k, bm25=bm25))


@pytest.mark.parametrize("k", [1, 10, 300, 9_000])
@pytest.mark.parametrize("size", [10, 300, None])
def test_search_on_device_across_blocks_finds_what_search_finds(
    index: LexicalIndex, queries: list[Query], size: int | None, k: int
) -> None:
    uploaded = uploaded_in(index, size)

    found = search_on_device(uploaded, queries, k=k)

    assert_same(found, search(index, queries, k=k))


@pytest.mark.parametrize("k", [3, 200])
def test_search_on_device_in_small_batches_and_steps_finds_what_search_finds(
    index: LexicalIndex, queries: list[Query], k: int
) -> None:
    """With memory for a few queries a batch, and for fewer postings a step than those have."""
    uploaded = uploaded_in(index, 600)

    found = search_on_device(uploaded, queries, k=k, memory=300_000)

    assert_same(found, search(index, queries, k=k))


def test_search_on_device_with_a_query_in_several_steps_finds_each_text_once(folder: Path) -> None:
    """With memory for the postings of one clause, so that others come in later steps."""
    drawn = indexed(folder, [f"a b c{' d' * (i % 7)}" for i in range(500)])
    asked: list[Query] = [{"a": 1.0, "b": 2.0, "c": 3.0, "d": 1.0}]

    found = search_on_device(uploaded_in(drawn, None), asked, k=30, memory=170 * 500)

    assert_same(found, search(drawn, asked, k=30))


def test_search_on_device_keeps_what_lies_just_above_the_threshold(folder: Path) -> None:
    """Better texts come block after block, by less than anything that is added to a threshold."""
    drawn = indexed(folder, ["a" + " b" * (30 - i) for i in range(30)])
    uploaded = uploaded_in(drawn, 4)
    asked: list[Query] = [{"a": 1e-20}]

    found = search_on_device(uploaded, asked, k=2)

    assert found[0].ordinals.tolist() == [29, 28]
    assert_same(found, search(drawn, asked, k=2))


def test_search_on_device_with_ties_keeps_those_that_stand_first(folder: Path) -> None:
    texts = ["x", "y"] * 400
    uploaded = uploaded_in(indexed(folder, texts), 90)

    [hits] = search_on_device(uploaded, [{"x": 1.0, "y": 1.0}], k=333)

    assert hits.ordinals.tolist() == list(range(333))


@pytest.mark.parametrize("texts", [[], [""]])
def test_search_on_device_in_an_index_without_terms_finds_nothing(
    folder: Path, texts: list[str]
) -> None:
    [hits] = search_on_device(uploaded_in(indexed(folder, texts), None), [{"a": 1.0}], k=3)

    assert (hits.ordinals.size, hits.scores.size) == (0, 0)


def test_search_on_device_for_no_queries_finds_nothing(folder: Path) -> None:
    assert search_on_device(uploaded_in(indexed(folder, ["a"]), None), [], k=3) == []


def test_search_on_device_with_a_number_out_of_range_is_refused(folder: Path) -> None:
    uploaded = uploaded_in(indexed(folder, ["a"]), None)
    with pytest.raises(ValueError, match=r"-1\.0"):
        search_on_device(uploaded, [{"a": -1.0}], k=3)


def test_search_on_device_without_memory_for_a_query_is_refused(index: LexicalIndex) -> None:
    uploaded = uploaded_in(index, None)

    with pytest.raises(ValueError, match="1000 bytes"):
        search_on_device(uploaded, [{"w1": 1.0}], k=3, memory=1_000)


@pytest.mark.parametrize("k", [10, 1_500])
@pytest.mark.parametrize("memory", [700_000, 5_000_000])
def test_search_on_device_takes_no_more_memory_than_it_may(
    index: LexicalIndex, queries: list[Query], memory: int, k: int
) -> None:
    uploaded = uploaded_in(index, None)

    taken = most_live_bytes(lambda: search_on_device(uploaded, queries, k=k, memory=memory))

    assert memory / 5 < taken <= memory


def test_search_on_device_where_every_text_is_a_candidate_takes_no_more_memory_than_it_may(
    folder: Path,
) -> None:
    """Texts in ascending order of score, so that no threshold holds one back."""
    texts = ["a" + " b" * (i // 20) for i in range(2_000)]
    uploaded = uploaded_in(indexed(folder, texts), 600)
    asked: list[Query] = [{"a": 1.0, "b": 3.0}] * 100

    taken = most_live_bytes(lambda: search_on_device(uploaded, asked, k=2, memory=10_000_000))

    assert taken <= 10_000_000


def test_block_borders_reach_over_all_texts_in_blocks_that_grow_up_to_the_most() -> None:
    assert block_borders(40) == [0, 40]
    assert block_borders(20_000) == [0, 4_096, 16_384, 20_000]
    grown = [2_000_000 + i * (1 << 22) for i in range(4)]
    assert block_borders(16_000_000) == [0, *grown, 16_000_000]


def test_block_borders_of_no_texts_hold_no_block() -> None:
    assert block_borders(0) == [0]


def test_search_on_a_gpu_finds_what_search_finds(index: LexicalIndex, queries: list[Query]) -> None:
    uploaded = uploaded_in(index, 300, cuda())

    for k in (1, 10, 300, 9_000):
        assert_same(search_on_device(uploaded, queries, k=k), search(index, queries, k=k))


def test_search_on_a_gpu_takes_no_more_memory_than_it_may(
    index: LexicalIndex, queries: list[Query]
) -> None:
    import torch

    uploaded = uploaded_in(index, None, cuda())
    before = torch.cuda.memory_allocated()
    torch.cuda.reset_peak_memory_stats()

    search_on_device(uploaded, queries, k=100, memory=10_000_000)

    assert torch.cuda.max_memory_allocated() - before <= 10_000_000
