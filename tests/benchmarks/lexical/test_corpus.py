from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from benchmarks.lexical import corpus as drawing
from benchmarks.lexical.corpus import Corpus, draw_queries, drawn_corpus, term_odds


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Corpus:
    """Small pieces, so that several are drawn."""
    monkeypatch.setattr(drawing, "PIECE", 100)
    monkeypatch.setattr(drawing, "N_QUERIES", 20)
    return drawn_corpus(tmp_path, 250, seed=3)


def test_drawn_corpus_has_the_facts_it_tells(corpus: Corpus) -> None:
    texts = [text.split() for _, text in corpus.texts()]
    holders = Counter(term for text in texts for term in set(text))
    touched = [sum(holders[t] for t in query.split()) for query in corpus.query_texts()]
    assert corpus.facts.n_passages == len(texts) == 250
    assert corpus.facts.n_tokens == sum(map(len, texts))
    assert corpus.facts.n_postings == sum(holders.values())
    assert corpus.facts.postings_a_query == np.mean(touched)


def test_drawn_corpus_is_the_same_for_the_same_seed(corpus: Corpus, tmp_path: Path) -> None:
    again = drawn_corpus(tmp_path / "again", 250, seed=3)
    other = drawn_corpus(tmp_path / "other", 250, seed=4)
    assert again.passages.read_bytes() == corpus.passages.read_bytes()
    assert other.passages.read_bytes() != corpus.passages.read_bytes()


def test_drawn_corpus_keeps_out_stop_words(corpus: Corpus) -> None:
    ranks = {int(term[1:]) for _, text in corpus.texts() for term in text.split()}
    assert min(ranks) == drawing.N_STOP_WORDS + 1


def test_queries_have_six_different_terms_of_one_passage(corpus: Corpus) -> None:
    texts = [set(text.split()) for _, text in corpus.texts()]
    queries = [query.split() for query in corpus.query_texts()]
    assert len(queries) == 20
    assert all(len(set(query)) == 6 for query in queries)
    assert all(any(set(query) <= text for text in texts) for query in queries)


def test_draw_queries_passes_over_passages_with_too_few_terms() -> None:
    ranks = np.array([1, 1, 2, 3, 4, 5, 6, 7])
    queries = draw_queries(np.random.default_rng(0), ranks, np.array([2, 6]), 5)
    assert {tuple(sorted(query)) for query in queries} == {(2, 3, 4, 5, 6, 7)}


def test_a_fifth_of_the_tokens_are_stop_words() -> None:
    assert term_odds()[drawing.N_STOP_WORDS - 1] == pytest.approx(0.21, abs=0.005)
