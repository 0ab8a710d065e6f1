"""Rankings equal to Lucene's to the last bit, and to Anserini's to the last digit printed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from regrade.bm25.build import build_index
from regrade.bm25.lexical_index import LexicalIndex
from regrade.bm25.search import BM25, Hits, bag_of_words, search
from regrade.bm25.ties import adjust_ties
from regrade.text.analyzer import ENGLISH, PRETOKENIZED, Analyzer
from tests.regrade.bm25 import drawn_texts
from tests.regrade.bm25.golden_files import GoldenRanking, GoldenSetting, printed, read_golden
from tests.small_collections import Loaded, load

DRAWN = read_golden("drawn")
SETTINGS = [pytest.param(each, id=f"k1={each.k1},b={each.b}") for each in DRAWN.settings]


class Searched:
    """An index of some texts, their doc_ids as Lucene orders ties, and queries to ask it."""

    def __init__(self, folder: Path, loaded: Loaded, analyzer: Analyzer) -> None:
        self.doc_ids = sorted(loaded.texts, key=str.encode)
        texts = enumerate(loaded.texts[doc_id] for doc_id in self.doc_ids)
        self.index: LexicalIndex = build_index(folder, texts, analyzer=analyzer)
        self.queries: Mapping[str, str] = loaded.queries

    def rank(self, setting: GoldenSetting) -> dict[str, Hits]:
        bags = [bag_of_words(self.index.analyzer, text) for text in self.queries.values()]
        bm25 = BM25(setting.k1, setting.b)
        found = search(self.index, bags, k=setting.depth, bm25=bm25)
        return dict(zip(self.queries, found, strict=True))

    def rows(self, hits: Hits) -> list[str]:
        return [self.doc_ids[ordinal] for ordinal in hits.ordinals]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Searched:
    loaded = Loaded(drawn_texts.passages(), drawn_texts.queries())
    return Searched(tmp_path_factory.mktemp("drawn") / "index", loaded, PRETOKENIZED)


@pytest.fixture(scope="module")
def vaswani(real_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Searched:
    return Searched(
        tmp_path_factory.mktemp("vaswani") / "index", load(real_data, "Vaswani"), ENGLISH
    )


def test_drawn_texts_are_those_that_the_oracle_ranked() -> None:
    assert drawn_texts.fingerprint() == DRAWN.fingerprint


@pytest.mark.parametrize("setting", SETTINGS)
def test_search_finds_the_passages_and_floats_that_lucene_finds_in_its_order(
    drawn: Searched, setting: GoldenSetting
) -> None:
    found = drawn.rank(setting)
    fields = {query: drawn.rows(hits) for query, hits in found.items()}
    assert {query: ids for query, ids in fields.items() if ids} == {
        query: golden.doc_ids for query, golden in setting.rankings.items()
    }
    for query, golden in setting.rankings.items():
        np.testing.assert_array_equal(found[query].scores, golden.scores, strict=True)


@pytest.mark.parametrize("setting", SETTINGS)
def test_adjust_ties_prints_the_scores_that_anserini_prints(setting: GoldenSetting) -> None:
    for golden in setting.rankings.values():
        assert [printed(score) for score in adjust_ties(golden.scores)] == golden.printed


def test_printed_rounds_a_half_away_from_zero_as_java_does() -> None:
    assert [printed(0.0078125), printed(-1e-6)] == ["0.007813", "-0.000001"]


def test_golden_rankings_hold_hundreds_of_ties() -> None:
    """Otherwise they would not test how ties are broken and cut."""
    counts = [len(golden.doc_ids) - len({*golden.scores}) for golden in _rankings()]
    assert max(counts) > 200
    assert max(len(golden.doc_ids) - len({*golden.printed}) for golden in _rankings()) > 0


def test_search_ranks_real_text_as_anserini_does(vaswani: Searched) -> None:
    (setting,) = read_golden("vaswani").settings
    found = vaswani.rank(setting)
    for query, golden in setting.rankings.items():
        hits = found[query]
        assert vaswani.rows(hits) == golden.doc_ids
        assert [printed(score) for score in adjust_ties(hits.scores)] == golden.printed


def _rankings() -> list[GoldenRanking]:
    return [golden for setting in DRAWN.settings for golden in setting.rankings.values()]
