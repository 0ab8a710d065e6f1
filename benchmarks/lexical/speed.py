"""Every engine on the same corpus, each in a process of its own, by turns over rounds."""

from __future__ import annotations

import json
import shutil
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.lexical.anserini import NAME as ANSERINI
from benchmarks.lexical.anserini import Anserini
from benchmarks.lexical.corpus import N_QUERIES, Corpus, doc_id, drawn_corpus
from benchmarks.lexical.engines import DEPTHS, SETTINGS
from benchmarks.lexical.oracle import PROGRAMS, java_command
from benchmarks.running.metered import metered
from benchmarks.running.tables import Cell, Say, Table

OURS = "Regrade"
WARM_UP = 10_000  # passages; so that compiled kernels lie on disk before anything is timed

Command = Callable[[str], list[str]]  # that of an engine for "index" and for "search"
Took = tuple[float, float]  # seconds of the clock and of the processor
Searched = Mapping[str, Mapping[tuple[int, int], Took]]  # by engine, k and number of threads


class Indexed(NamedTuple):
    """Medians over rounds; memory is the peak of all rounds and includes mapped files."""

    wall_s: float
    cpu_s: float
    peak_mb: float
    disk_mb: float


def peer_tables(
    home: Path, corpus: Corpus, python: Path, jar: Path | None, n_rounds: int, say: Say
) -> Iterator[Table]:
    """Index time, memory and disk, then queries per second, of every engine on the same corpus.

    `jar` is None where Java's engines cannot run.
    """
    folder = home / "bench-lexical" / f"indexes-{corpus.folder.name}"
    folder.mkdir(parents=True, exist_ok=True)
    warm_up(home, folder)
    commands = _commands(corpus, folder, python, jar)
    indexed = {
        name: _index(name, command, folder / name, n_rounds, say)
        for name, command in commands.items()
    }
    able = {name: command for name, command in commands.items() if indexed[name]}
    searched = {**_search(able, n_rounds, say)}
    if jar is not None:
        say(f"{ANSERINI}: {n_rounds} rounds")
        indexed[ANSERINI], searched[ANSERINI] = _anserini(jar, corpus, folder, n_rounds)
    yield _index_table(indexed, corpus)
    note = f"{corpus.facts.postings_a_query:,.0f} postings a query."
    yield _rate_table("Queries a second", searched, 0, note)
    yield _rate_table("Queries a second of processor time", searched, 1)


def warm_up(home: Path, folder: Path) -> None:
    """Index and search a small corpus once, to trigger just-in-time compilation."""
    command = _python(sys.executable, "our_engine", OURS, drawn_corpus(home, WARM_UP, 1), folder)
    for act in ("index", "search"):
        _run(command(act))


def _commands(corpus: Corpus, folder: Path, python: Path, jar: Path | None) -> dict[str, Command]:
    commands = {OURS: _python(sys.executable, "our_engine", OURS, corpus, folder)}
    for name in ("bm25s", "tantivy"):
        commands[name] = _python(str(python), "peer_engines", name, corpus, folder)
    if jar is not None:
        files = (corpus.passages, corpus.queries, folder / "Lucene")
        commands["Lucene"] = lambda act: java_command(
            jar, PROGRAMS / "LuceneSpeed.java", act, *files
        )
    return commands


def _python(python: str, module: str, name: str, corpus: Corpus, folder: Path) -> Command:
    places = [str(corpus.folder), str(folder / name)]
    return lambda act: [python, "-m", f"benchmarks.lexical.{module}", name, act, *places]


def _index(name: str, command: Command, place: Path, n_rounds: int, say: Say) -> Indexed | None:
    """Time from the file of texts to an index on disk; None if the engine failed."""
    say(f"{name}: indexing, {n_rounds} rounds")
    rounds = []
    for _ in range(n_rounds):
        shutil.rmtree(place, ignore_errors=True)
        found, peak_mb = _run(command("index"))
        if not found:
            say(f"{name} is not installed here, or failed")
            return None
        rounds.append((found["wall_s"], found["cpu_s"], peak_mb))
    return _indexed(rounds, place)


def _indexed(rounds: Sequence[tuple[float, float, float]], place: Path) -> Indexed:
    walls, cpus, peaks = zip(*rounds, strict=True)
    n_bytes = sum(path.stat().st_size for path in place.rglob("*") if path.is_file())
    return Indexed(median(walls), median(cpus), max(peaks), n_bytes / 2**20)


def _search(commands: Mapping[str, Command], n_rounds: int, say: Say) -> Searched:
    took: dict[tuple[str, tuple[int, int]], list[Took]] = defaultdict(list)
    for number in range(1, n_rounds + 1):
        for name, command in commands.items():
            say(f"{name}: searching, round {number} of {n_rounds}")
            for row in _run(command("search"))[0].get("rows", []):
                mode = f"{name}, {row['mode']}" if "mode" in row else name
                took[mode, (row["k"], row["n_threads"])].append((row["wall_s"], row["cpu_s"]))
    searched: dict[str, dict[tuple[int, int], Took]] = defaultdict(dict)
    for (mode, setting), rounds in took.items():
        searched[mode][setting] = _medians(rounds)
    return searched


def _anserini(
    jar: Path, corpus: Corpus, folder: Path, n_rounds: int
) -> tuple[Indexed, Mapping[tuple[int, int], Took]]:
    """Whole processes: index from JSON lines, and 1,000 queries with the run written as text."""
    anserini = Anserini(jar, folder / "Anserini", is_pretokenized=True)
    texts = ((doc_id(number), text) for number, text in corpus.texts())
    anserini.write(texts, corpus.queries_by_id())
    rounds = [anserini.index()[2:] for _ in range(n_rounds)]
    searched = {
        (k, 1): _medians([anserini.search(k)[2:4] for _ in range(n_rounds)]) for k in DEPTHS
    }
    return _indexed(rounds, anserini.index_folder), searched


def _medians(rounds: Sequence[Took]) -> Took:
    walls, cpus = zip(*rounds, strict=True)
    return median(walls), median(cpus)


def _run(program: list[str]) -> tuple[dict[str, Any], float]:
    """The program's JSON output, empty if it failed, and its peak memory in MB."""
    took = metered(program)
    return {} if took.code else json.loads(took.out.splitlines()[-1]), took.peak_mb


def _index_table(indexed: Mapping[str, Indexed | None], corpus: Corpus) -> Table:
    """One row per engine, with Regrade's time and memory as multiples of that engine's."""
    ours = indexed[OURS]
    rows: list[Sequence[Cell]] = []
    for name, found in indexed.items():
        if found is None or ours is None:
            rows.append((name, *[None] * 6))
        else:
            ratios = ours.wall_s / found.wall_s, ours.peak_mb / found.peak_mb
            rows.append((name, *found, *ratios))
    figures = ("s", "CPU s", "most memory, MB", "disk, MB", "ours / its s", "ours / its MB")
    size = f"{corpus.facts.n_passages:,} passages, {corpus.facts.n_postings:,} postings"
    note = "From a file of texts, terms split at blanks, to a whole index on disk."
    return Table(f"Index: {size}", ("engine", *figures), rows, note)


def _rate_table(title: str, searched: Searched, clock: int, note: str = "") -> Table:
    """Queries per second of the clock or of the processor; the last row is ours over the best."""
    rates = {
        name: {setting: N_QUERIES / took[clock] for setting, took in row.items()}
        for name, row in searched.items()
    }
    rows: list[Sequence[Cell]] = [
        (name, *(row.get(setting) for setting in SETTINGS)) for name, row in rates.items()
    ]
    ours = rates.pop(OURS, None)
    if rates and ours:
        best = [max(row.get(setting, 0) for row in rates.values()) for setting in SETTINGS]
        ratios = (ours[s] / theirs for s, theirs in zip(SETTINGS, best, strict=True))
        rows.append(("Regrade / the best other", *ratios))
    headers = ("engine", *(f"k = {k:,}, {n} thread{'s' * (n > 1)}" for k, n in SETTINGS))
    return Table(title, headers, rows, note)
