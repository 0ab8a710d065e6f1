from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.bm25.best_kernel import BLOCK
from regrade.bm25.build import build_index
from regrade.bm25.search import BM25, DEFAULTS, Hits, bag_of_words, search
from regrade.bm25.search_kernel import N_TABLES
from regrade.text.analyzer import ENGLISH, PRETOKENIZED
from tests.regrade.bm25.indexing import indexed
from tests.regrade.bm25.plain_bm25 import plain_search
from tests.tiers import examples

WORDS = st.sampled_from(list("abcdefgh"))
TEXTS = st.lists(st.lists(WORDS, max_size=60).map(" ".join), min_size=1, max_size=40)
QUERY = st.dictionaries(WORDS | st.just("unknown"), st.sampled_from([1.0, 2.0, 0.3]), max_size=6)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("indexes")


def rows(hits: Hits) -> list[tuple[int, np.float32]]:
    return list(zip(hits.ordinals.tolist(), hits.scores, strict=True))


@given(
    texts=TEXTS,
    query=QUERY,
    k=st.integers(1, 50),
    k1=st.sampled_from([0.0, 0.82, 0.9, 3.0]),
    b=st.sampled_from([0.0, 0.4, 0.68, 1.0]),
)
@examples(150)
def test_search_scores_and_orders_as_text_by_text(
    folder: Path, texts: list[str], query: dict[str, float], k: int, k1: float, b: float
) -> None:
    bm25 = BM25(k1, b)

    [hits] = search(indexed(folder, texts), [query], k=k, bm25=bm25)

    assert rows(hits) == plain_search(texts, query, k=k, bm25=bm25)


def many_texts(n_texts: int) -> list[str]:
    """Texts over several blocks, of words that are rare to frequent."""
    rng = np.random.default_rng(6)
    lengths = rng.integers(1, 9, n_texts)
    ranks = np.minimum(rng.zipf(1.3, lengths.sum()), 5_000)
    parts = np.split(ranks, np.cumsum(lengths)[:-1])
    return [" ".join(f"w{rank}" for rank in part) for part in parts]


@pytest.fixture(scope="module")
def blocks() -> list[str]:
    return many_texts(2 * BLOCK + 700)


@pytest.mark.parametrize("k", [1, 20, 3_000, 10 * BLOCK])
def test_search_across_blocks_scores_as_text_by_text(
    folder: Path, blocks: list[str], k: int
) -> None:
    queries = [
        {"w1": 1.0, "w3": 1.0, "w40": 1.0, "w700": 1.0},
        {"w2": 1.0},
        {"w1": 2.0, "w2": 1.0, "w5": 0.5},
    ]

    found = search(indexed(folder, blocks), queries, k=k)

    plain = [plain_search(blocks, query, k=k, bm25=DEFAULTS) for query in queries]
    assert [rows(hits) for hits in found] == plain


def test_search_with_ties_across_blocks_keeps_those_that_stand_first(folder: Path) -> None:
    texts = ["same"] * (3 * BLOCK)

    [hits] = search(indexed(folder, texts), [{"same": 1.0}], k=BLOCK + 5)

    assert hits.ordinals.tolist() == list(range(BLOCK + 5))


def test_search_with_ties_of_other_clauses_keeps_those_that_stand_first(folder: Path) -> None:
    """In one block the clauses are gone through one after the other, not by position."""
    texts = ["x", "y"] * 3_000

    [hits] = search(indexed(folder, texts), [{"x": 1.0, "y": 1.0}], k=11)

    assert hits.ordinals.tolist() == list(range(11))


def test_search_with_more_clauses_than_tables_scores_as_text_by_text(folder: Path) -> None:
    texts = [" ".join(f"w{i}" for i in range(first, first + 90)) for first in range(80)]
    query = {f"w{i}": 1.0 for i in range(N_TABLES + 60)}

    [hits] = search(indexed(folder, texts), [query], k=80)

    assert rows(hits) == plain_search(texts, query, k=80, bm25=DEFAULTS)


def test_search_of_one_text_of_two_scores_as_by_hand(folder: Path) -> None:
    """N = 2, n = 1, tf = 1 at the mean length: ln(1 + 1.5 / 1.5) (1 - 1 / (1 + 1 / 0.82))."""
    [hits] = search(indexed(folder, ["a", "b"]), [{"a": 1.0}], k=1)

    assert hits.scores[0] == pytest.approx(math.log(2) * (1 - 1 / (1 + 1 / 0.82)))


@pytest.mark.parametrize("n_threads", [1, 2, 5])
def test_search_with_any_number_of_threads_finds_the_same(
    folder: Path, blocks: list[str], n_threads: int
) -> None:
    index = indexed(folder, blocks[:2_000])
    queries = [{f"w{i}": 1.0, f"w{i % 7}": 1.0} for i in range(1, 200)]

    found = search(index, queries, k=10, n_threads=n_threads)

    alone = [search(index, [query], k=10)[0] for query in queries]
    assert [rows(hits) for hits in found] == [rows(hits) for hits in alone]


@pytest.mark.parametrize("texts", [[], [""], ["", ""]])
def test_search_in_an_index_without_terms_finds_nothing(folder: Path, texts: Sequence[str]) -> None:
    [hits] = search(indexed(folder, texts), [{"a": 1.0}], k=3)

    assert (hits.ordinals.size, hits.scores.size) == (0, 0)


def test_search_for_no_queries_finds_nothing(folder: Path) -> None:
    assert search(indexed(folder, ["a"]), [], k=3) == []


def test_search_for_queries_without_terms_finds_nothing(folder: Path) -> None:
    found = search(indexed(folder, ["a", "b"]), [{}, {"a": 1.0}, {"unknown": 1.0}], k=3)

    assert [hits.ordinals.tolist() for hits in found] == [[], [0], []]


def test_search_names_texts_by_their_ordinals(folder: Path) -> None:
    texts: Iterator[tuple[int, str]] = iter([(7, "a"), (3, "a a"), (5, "b")])
    index = build_index(folder / "ordinals", texts, analyzer=PRETOKENIZED)

    [hits] = search(index, [{"a": 1.0}], k=3)

    assert hits.ordinals.tolist() == [3, 7]


@pytest.mark.parametrize(
    ("k", "bm25", "boost", "named"),
    [
        (0, DEFAULTS, 1.0, "k .* 0"),
        (1, BM25(k1=-1.0), 1.0, "k1 = -1.0"),
        (1, BM25(k1=math.inf), 1.0, "k1 = inf"),
        (1, BM25(k1=math.nan), 1.0, "k1 = nan"),
        (1, BM25(b=1.1), 1.0, "b = 1.1"),
        (1, DEFAULTS, 0.0, "'a' weighs 0.0"),
        (1, DEFAULTS, -1.0, "'a' weighs -1.0"),
        (1, DEFAULTS, math.nan, "'a' weighs nan"),
        (1, DEFAULTS, math.inf, "'a' weighs inf"),
    ],
)
def test_search_with_a_out_of_range_is_refused(
    folder: Path, k: int, bm25: BM25, boost: float, named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        search(indexed(folder, ["a"]), [{"a": boost}], k=k, bm25=bm25)


def test_bag_of_words_counts_what_a_query_repeats() -> None:
    assert bag_of_words(ENGLISH, "the shoes and the shoe") == {"shoe": 2.0}


def test_search_for_few_at_a_time_finds_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = indexed(folder, ["a b", "b c", "c a a"])
    queries = [{"a": 1.0}, {"b": 1.0, "c": 2.0}, {}, {"c": 1.0}]
    together = [rows(hits) for hits in search(index, queries, k=3)]
    monkeypatch.setattr("regrade.bm25.search.HITS_AT_ONCE", 3)

    assert [rows(hits) for hits in search(index, queries, k=3)] == together
