"""RM3's rankings equal to Anserini's, to the last digit printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from regrade.bm25.build import build_index
from regrade.bm25.lexical_index import LexicalIndex
from regrade.bm25.rm3 import RM3, Feedback, expand
from regrade.bm25.rm3_search import search_rm3
from regrade.bm25.search import BM25, Hits, bag_of_words, search
from regrade.bm25.terms import document_frequency
from regrade.bm25.ties import adjust_ties
from regrade.text.analyzer import ENGLISH, PRETOKENIZED, Analyzer
from tests.regrade.bm25 import drawn_rm3_texts
from tests.regrade.bm25.golden_files import printed
from tests.regrade.bm25.rm3_golden import GoldenRanking, GoldenSetting, read_golden
from tests.small_collections import Loaded, load

DRAWN = read_golden("rm3_drawn")
SETTINGS = [pytest.param(each, id=str(tuple(each.rm3))) for each in DRAWN.settings]


class Searched:
    """An index of some texts, which it also gives by ordinal, and queries to ask it."""

    def __init__(self, folder: Path, loaded: Loaded, analyzer: Analyzer) -> None:
        self.doc_ids = sorted(loaded.texts, key=str.encode)
        self.texts = dict(enumerate(loaded.texts[doc_id] for doc_id in self.doc_ids))
        self.index: LexicalIndex = build_index(folder, self.texts.items(), analyzer=analyzer)
        self.queries = {query: bag_of_words(analyzer, q) for query, q in loaded.queries.items()}
        self.asked: list[list[int]] = []

    def give(self, ordinals: Sequence[int]) -> Mapping[int, str]:
        self.asked.append(list(ordinals))
        return {ordinal: self.texts[ordinal] for ordinal in ordinals}

    def rank(self, rm3: RM3, k: int) -> dict[str, Hits]:
        bags = list(self.queries.values())
        found = search_rm3(self.index, bags, k=k, rm3=rm3, texts=self.give)
        return dict(zip(self.queries, found, strict=True))

    def expand(self, query: str, rm3: RM3, bm25: BM25 = BM25()) -> dict[str, float]:  # noqa: B008
        bag = self.queries[query]
        (hits,) = search(self.index, [bag], k=rm3.fb_docs, bm25=bm25)
        feedback = [
            Feedback(float(score), Counter(self.index.analyzer.analyze(self.texts[ordinal])))
            for ordinal, score in zip(hits.ordinals.tolist(), hits.scores, strict=True)
        ]
        frequency = partial(document_frequency, self.index)
        n_documents = self.index.n_indexed
        return expand(bag, feedback, rm3=rm3, document_frequency=frequency, n_documents=n_documents)

    def rows(self, hits: Hits) -> GoldenRanking:
        doc_ids = [self.doc_ids[ordinal] for ordinal in hits.ordinals]
        return GoldenRanking(doc_ids, [printed(score) for score in adjust_ties(hits.scores)])


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Searched:
    loaded = Loaded(drawn_rm3_texts.passages(), drawn_rm3_texts.queries())
    return Searched(tmp_path_factory.mktemp("rm3_drawn") / "index", loaded, PRETOKENIZED)


@pytest.fixture(scope="module")
def cranfield(real_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Searched:
    loaded = load(real_data, "Cranfield")
    return Searched(tmp_path_factory.mktemp("rm3_cranfield") / "index", loaded, ENGLISH)


@pytest.fixture
def three(tmp_path: Path) -> Searched:
    texts = {"a": "cat elk", "b": "cat elk fox", "c": "fox gnu"}
    return Searched(tmp_path / "index", Loaded(texts, {"1": "cat", "2": "unheard"}), PRETOKENIZED)


def test_drawn_texts_are_those_that_the_oracle_ranked() -> None:
    assert drawn_rm3_texts.fingerprint() == DRAWN.fingerprint


@pytest.mark.parametrize("setting", SETTINGS)
def test_expand_gives_the_floats_that_anserini_gives(
    drawn: Searched, setting: GoldenSetting
) -> None:
    for query, golden in setting.weights.items():
        weights = {term: weight for term, weight in golden.items() if weight}
        assert _bits(drawn.expand(query, setting.rm3)) == _bits(weights), query


@pytest.mark.parametrize("setting", SETTINGS)
def test_search_rm3_ranks_and_scores_as_anserini_does(
    drawn: Searched, setting: GoldenSetting
) -> None:
    found = drawn.rank(setting.rm3, setting.depth)
    for query, golden in setting.rankings.items():
        assert drawn.rows(found[query]) == _scored(golden), query
    assert {query for query, hits in found.items() if hits.ordinals.size} == {
        query for query, golden in setting.rankings.items() if _scored(golden).doc_ids
    }


def test_search_rm3_ranks_real_text_as_anserini_does(cranfield: Searched) -> None:
    (setting,) = read_golden("rm3_cranfield").settings
    found = cranfield.rank(setting.rm3, setting.depth)
    for query, golden in setting.rankings.items():
        assert cranfield.rows(found[query]) == golden, query


def test_search_rm3_asks_once_for_the_texts_of_all_queries(drawn: Searched) -> None:
    drawn.asked.clear()
    drawn.rank(RM3(fb_docs=3), 5)
    (asked,) = drawn.asked
    firsts = search(drawn.index, list(drawn.queries.values()), k=3)
    assert asked == sorted({int(ordinal) for hits in firsts for ordinal in hits.ordinals})


def test_search_rm3_reads_feedback_below_the_cut_at_k(drawn: Searched) -> None:
    deep = drawn.rank(RM3(), 50)
    for query, hits in drawn.rank(RM3(), 1).items():
        np.testing.assert_array_equal(hits.ordinals, deep[query].ordinals[:1])


def test_search_rm3_scores_both_searches_with_the_given_bm25(drawn: Searched) -> None:
    bm25, query = BM25(k1=3.0, b=0.1), next(iter(drawn.queries))
    expanded = drawn.expand(query, RM3(), bm25)
    (expected,) = search(drawn.index, [expanded], k=50, bm25=bm25)
    bags = [drawn.queries[query]]
    (hits,) = search_rm3(drawn.index, bags, k=50, bm25=bm25, texts=drawn.give)
    assert drawn.rows(hits) == drawn.rows(expected)


def test_search_rm3_counts_no_blank_passage(tmp_path: Path) -> None:
    """One passage of nine is more than a tenth, one of ten would not be."""
    texts = {"a": "cat elk", "b": " ", **{str(number): f"t{number}" for number in range(8)}}
    searched = Searched(tmp_path / "index", Loaded(texts, {"1": "cat", "2": "t0"}), PRETOKENIZED)
    assert searched.rank(RM3(), 9)["1"].scores == pytest.approx(
        search(searched.index, [{"cat": 0.5}], k=9)[0].scores
    )


def test_search_rm3_of_unknown_terms_asks_for_no_text(three: Searched) -> None:
    (hits,) = search_rm3(three.index, [{"unheard": 1.0}], k=9, texts=three.give)
    assert (hits.ordinals.size, three.asked) == (0, [])


def test_search_rm3_without_queries_is_empty(three: Searched) -> None:
    assert search_rm3(three.index, [], k=9, texts=three.give) == []


def test_search_rm3_of_an_empty_query_finds_nothing(three: Searched) -> None:
    (hits,) = search_rm3(three.index, [{}], k=9, texts=three.give)
    assert hits.ordinals.size == 0


def test_search_rm3_without_the_text_of_a_found_passage_is_refused(three: Searched) -> None:
    with pytest.raises(ValueError, match="ordinal 0"):
        search_rm3(three.index, [{"cat": 1.0}], k=9, texts=lambda ordinals: {})


def test_search_rm3_with_a_parameter_out_of_range_is_refused_before_it_searches(
    three: Searched,
) -> None:
    with pytest.raises(ValueError, match=r"fb_terms .* 0"):
        search_rm3(three.index, [{"cat": 1.0}], k=9, rm3=RM3(fb_terms=0), texts=three.give)
    assert three.asked == []


def _scored(golden: GoldenRanking) -> GoldenRanking:
    """Without the passages that Anserini lists at score 0: all their terms weigh nothing."""
    n_scored = sum(float(score) > 0 for score in golden.printed)
    return GoldenRanking(golden.doc_ids[:n_scored], golden.printed[:n_scored])


def _bits(weights: Mapping[str, float]) -> dict[str, int]:
    return {term: int(np.float32(weight).view(np.int32)) for term, weight in weights.items()}
