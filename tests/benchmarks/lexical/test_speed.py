from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.lexical.corpus import Corpus
from benchmarks.lexical.peers import Indexed, Searched, size_mb, tools
from benchmarks.lexical.speed import SETTINGS, index_table, processor_table, search_table

FACTS = '{"n_passages": 5, "n_tokens": 9, "n_postings": 8, "postings_a_query": 1000}'
SECONDS = {"Regrade": 0.1, "slow": 2.0, "fast": 0.4}
SEARCHED = [
    Searched(name, k, n_threads, wall_s, 2 * wall_s)
    for name, wall_s in SECONDS.items()
    for k, n_threads in SETTINGS
]


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    (tmp_path / "facts.json").write_text(FACTS)
    return Corpus(tmp_path)


def test_search_table_ends_with_times_the_best_of_the_others(corpus: Corpus) -> None:
    *_, last = search_table(SEARCHED, corpus, bandwidth=8e9).rows
    assert last[0] == "Regrade / the best other"
    assert last[1:] == pytest.approx([4.0] * 4)


def test_search_table_tells_what_memory_would_allow(corpus: Corpus) -> None:
    table = search_table(SEARCHED, corpus, bandwidth=8e9)
    assert "1,000,000 queries a second" in table.note


def test_processor_table_counts_processor_time() -> None:
    first, *_ = processor_table(SEARCHED).rows
    assert first[1:] == pytest.approx([5_000.0] * 4)


def test_search_table_of_regrade_alone_has_no_ratio(corpus: Corpus) -> None:
    alone = [each for each in SEARCHED if each.name == "Regrade"]
    assert [row[0] for row in search_table(alone, corpus, bandwidth=8e9).rows] == ["Regrade"]


def test_index_table_shows_nothing_for_an_engine_that_failed(corpus: Corpus) -> None:
    indexed = {"Regrade": Indexed(2.0, 3.0, 100.0, 10.0), "other": None}
    table = index_table(indexed, corpus)
    assert table.rows[1] == ("other", *[None] * 6)


def test_index_table_tells_ours_as_multiples_of_theirs(corpus: Corpus) -> None:
    indexed = {"Regrade": Indexed(2.0, 3.0, 100.0, 9.0), "other": Indexed(1.0, 1.0, 400.0, 1.0)}
    assert index_table(indexed, corpus).rows[1][-2:] == (2.0, 0.25)


def test_tools_are_those_that_can_run_here(corpus: Corpus, tmp_path: Path) -> None:
    python, jar = Path("python"), Path("oracle.jar")
    assert [tool.name for tool in tools(corpus, tmp_path, None, None)] == ["Regrade"]
    names = [tool.name for tool in tools(corpus, tmp_path, python, jar)]
    assert names == ["Regrade", "bm25s", "tantivy", "Lucene"]


def test_size_mb_counts_files_in_folders_too(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "file").write_bytes(bytes(2**20))
    assert size_mb(tmp_path) == 1.0
