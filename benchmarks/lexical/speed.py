"""Speed tables: Regrade beside other engines, and Regrade alone over growing corpora."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.lexical.anserini_speed import NAME as ANSERINI
from benchmarks.lexical.anserini_speed import time_anserini
from benchmarks.lexical.corpus import N_QUERIES, Corpus, drawn_corpus
from benchmarks.lexical.engines import DEPTHS, THREADS
from benchmarks.lexical.limit import copy_bandwidth, queries_a_second
from benchmarks.lexical.peers import Indexed, Searched, Tool, time_indexing, time_searching, tools
from benchmarks.running.tables import Cell, Say, Table

OURS = "Regrade"
SETTINGS = [(k, n_threads) for k in DEPTHS for n_threads in THREADS]
WARM_UP = 10_000  # passages; so that compiled kernels lie on disk before anything is timed


class Surroundings(NamedTuple):
    """Folders and settings of the benchmark; `None` for engines that cannot run here."""

    home: Path
    peers_python: Path | None
    jar: Path | None
    seed: int
    n_rounds: int
    say: Say


def peer_tables(around: Surroundings, n_passages: int) -> Iterator[Table]:
    """Index time, memory and disk, then queries per second, of every engine on the same corpus."""
    corpus = drawn_corpus(around.home, n_passages, around.seed)
    folder = around.home / "bench-lexical" / f"indexes-{corpus.folder.name}"
    folder.mkdir(parents=True, exist_ok=True)
    warm_up(around)
    made = tools(corpus, folder, around.peers_python, around.jar)
    indexed = {tool.name: time_indexing(tool, folder, around.n_rounds, around.say) for tool in made}
    able = [tool for tool in made if indexed[tool.name] is not None]
    searched, _, _ = time_searching(able, around.n_rounds, around.say)
    if around.jar is not None:
        whole = time_anserini(around.jar, corpus, folder, around.n_rounds, around.say)
        indexed[ANSERINI], searched = whole[0], [*searched, *whole[1]]
    yield index_table(indexed, corpus)
    yield search_table(searched, corpus, copy_bandwidth())
    yield processor_table(searched)


def growth_table(around: Surroundings, sizes: Iterable[int]) -> Table:
    """Regrade alone, from thousands of passages to millions."""
    warm_up(around)
    rows = []
    for size in sizes:
        corpus = drawn_corpus(around.home, size, around.seed)
        folder = around.home / "bench-lexical" / f"growth-{corpus.folder.name}"
        folder.mkdir(parents=True, exist_ok=True)
        (tool,) = tools(corpus, folder, None, None)
        rows.append(_growth_row(tool, corpus, folder, around))
    headers = (
        "passages",
        "postings a query",
        "index, s",
        "CPU s",
        "most memory, MB",
        "disk, MB",
        "open, ms",
        "most memory while searching, MB",
        *(f"k = {k:,}, {n} thread{'s' * (n > 1)}: queries/s" for k, n in SETTINGS),
    )
    return Table("Growth: Regrade on generated corpora", headers, rows)


def warm_up(around: Surroundings) -> None:
    """Index and search a small corpus once, to trigger just-in-time compilation."""
    corpus = drawn_corpus(around.home, WARM_UP, around.seed)
    folder = around.home / "bench-lexical" / "warm-up"
    folder.mkdir(parents=True, exist_ok=True)
    (tool,) = tools(corpus, folder, None, None)
    time_indexing(tool, folder, 1, lambda line: None)
    time_searching([tool], 1, lambda line: None)


def index_table(indexed: Mapping[str, Indexed | None], corpus: Corpus) -> Table:
    """One row per engine, with Regrade's time and memory as multiples of that engine's."""
    ours = indexed[OURS]
    rows: list[Sequence[Cell]] = []
    for name, found in indexed.items():
        if found is None or ours is None:
            rows.append((name, None, None, None, None, None, None))
            continue
        ratios = ours.wall_s / found.wall_s, ours.peak_mb / found.peak_mb
        rows.append((name, found.wall_s, found.cpu_s, found.peak_mb, found.disk_mb, *ratios))
    facts = corpus.facts
    size = f"{facts.n_passages:,} passages, {facts.n_postings:,} postings"
    headers = (
        "engine",
        "s",
        "CPU s",
        "most memory, MB",
        "disk, MB",
        "ours / its s",
        "ours / its MB",
    )
    note = "From a file of texts, terms split at blanks, to a whole index on disk."
    return Table(f"Index: {size}", headers, rows, note)


def search_table(searched: Sequence[Searched], corpus: Corpus, bandwidth: float) -> Table:
    """Queries per second of wall time; the last column is ours over the best other."""
    rates = _rates(searched, lambda each: each.wall_s)
    limit = queries_a_second(corpus.facts, bandwidth)
    note = (
        f"{corpus.facts.postings_a_query:,.0f} postings per query. One core copies"
        f" {bandwidth / 1e9:.1f} GB/s (read and written): at 8 bytes a posting,"
        f" {limit:,.0f} queries a second would pass through memory if nothing else were done."
    )
    return _rate_table("Queries a second", rates, note)


def processor_table(searched: Sequence[Searched]) -> Table:
    """Queries per second of processor time, which other load distorts less than wall time."""
    rates = _rates(searched, lambda each: each.cpu_s)
    return _rate_table("Queries a second of processor time", rates, "")


def _rates(
    searched: Iterable[Searched], seconds: Callable[[Searched], float]
) -> dict[str, dict[tuple[int, int], float]]:
    rates: dict[str, dict[tuple[int, int], float]] = {}
    for each in searched:
        rates.setdefault(each.name, {})[each.k, each.n_threads] = N_QUERIES / seconds(each)
    return rates


def _growth_row(tool: Tool, corpus: Corpus, folder: Path, around: Surroundings) -> Sequence[Cell]:
    indexed = time_indexing(tool, folder, around.n_rounds, around.say)
    if indexed is None:
        return (corpus.facts.n_passages, *[None] * (7 + len(SETTINGS)))
    searched, opened, peaks = time_searching([tool], around.n_rounds, around.say)
    rates = _rates(searched, lambda each: each.wall_s)[OURS]
    return (
        corpus.facts.n_passages,
        round(corpus.facts.postings_a_query),
        *indexed,
        1e3 * opened[OURS],
        peaks[OURS],
        *(rates[setting] for setting in SETTINGS),
    )


def _rate_table(title: str, rates: dict[str, dict[tuple[int, int], float]], note: str) -> Table:
    headers = ("engine", *(f"k = {k:,}, {n} thread{'s' * (n > 1)}" for k, n in SETTINGS))
    rows: list[Sequence[Cell]] = [
        (name, *(row.get(setting) for setting in SETTINGS)) for name, row in rates.items()
    ]
    others = [row for name, row in rates.items() if name != OURS]
    if others and OURS in rates:
        best = [max(row[setting] for row in others if setting in row) for setting in SETTINGS]
        ratios = (rates[OURS][s] / theirs for s, theirs in zip(SETTINGS, best, strict=True))
        rows.append(("Regrade / the best other", *ratios))
    return Table(title, headers, rows, note)
