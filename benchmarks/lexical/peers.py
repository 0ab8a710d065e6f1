"""Time indexing and searching of every engine, each in a process of its own, over rounds."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.lexical.corpus import Corpus
from benchmarks.lexical.oracle import PROGRAMS, java_command
from benchmarks.running.metered import metered
from benchmarks.running.tables import Say


class Tool(NamedTuple):
    """An engine, with the commands that build its index and time its search."""

    name: str
    indexing: list[str]
    searching: list[str]


class Indexed(NamedTuple):
    """Medians over rounds; memory is the peak of all rounds and includes mapped files."""

    wall_s: float
    cpu_s: float
    peak_mb: float
    disk_mb: float


class Searched(NamedTuple):
    """A thousand queries: medians over rounds."""

    name: str
    k: int
    n_threads: int
    wall_s: float
    cpu_s: float


def tools(corpus: Corpus, folder: Path, peers_python: Path | None, jar: Path | None) -> list[Tool]:
    """Regrade and the engines available here, each with an index folder of its name."""
    ours = [sys.executable, "-m", "benchmarks.lexical.our_engine"]
    made = [_python_tool(ours, "Regrade", corpus, folder)]
    if peers_python is not None:
        theirs = [str(peers_python), "-m", "benchmarks.lexical.peer_engines"]
        made += [_python_tool(theirs, name, corpus, folder) for name in ("bm25s", "tantivy")]
    if jar is not None:
        program = PROGRAMS / "LuceneSpeed.java"
        files = (corpus.passages, corpus.queries, folder / "Lucene")
        commands = [java_command(jar, program, act, *files) for act in ("index", "search")]
        made.append(Tool("Lucene", *commands))
    return made


def time_indexing(tool: Tool, folder: Path, n_rounds: int, say: Say) -> Indexed | None:
    """Time from the file of texts to an index on disk; None if the engine failed."""
    say(f"{tool.name}: indexing, {n_rounds} rounds")
    rounds = []
    place = folder / tool.name
    for _ in range(n_rounds):
        shutil.rmtree(place, ignore_errors=True)
        rounds.append(_run(tool.indexing))
    found = [(shown, peak_mb) for shown, peak_mb in rounds if shown]
    if not found:
        say(f"{tool.name} is not installed here, or failed")
        return None
    return Indexed(
        median(shown["wall_s"] for shown, _ in found),
        median(shown["cpu_s"] for shown, _ in found),
        max(peak_mb for _, peak_mb in found),
        size_mb(place),
    )


def time_searching(
    made: Sequence[Tool], n_rounds: int, say: Say
) -> tuple[list[Searched], dict[str, float], dict[str, float]]:
    """Time all engines in turn; also median seconds to open each index, and peak memory."""
    rows: dict[tuple[str, int, int], list[tuple[float, float]]] = {}
    opened: dict[str, list[float]] = {}
    peaks: dict[str, float] = {}
    for number in range(1, n_rounds + 1):
        for tool in made:
            say(f"{tool.name}: searching, round {number} of {n_rounds}")
            shown, peak_mb = _run(tool.searching)
            for row in shown.get("rows", []):
                name = ", ".join(filter(None, (tool.name, row["mode"])))
                key = (name, row["k"], row["n_threads"])
                rows.setdefault(key, []).append((row["wall_s"], row["cpu_s"]))
            if shown:
                opened.setdefault(tool.name, []).append(shown["open_s"])
                peaks[tool.name] = max(peak_mb, peaks.get(tool.name, 0))
    searched = [Searched(*key, *_medians(took)) for key, took in rows.items()]
    return searched, {name: median(seconds) for name, seconds in opened.items()}, peaks


def size_mb(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 2**20


def _python_tool(program: list[str], name: str, corpus: Corpus, folder: Path) -> Tool:
    places = [str(corpus.folder), str(folder / name)]
    return Tool(name, [*program, name, "index", *places], [*program, name, "search", *places])


def _medians(took: Iterable[tuple[float, float]]) -> tuple[float, float]:
    walls, cpus = zip(*took, strict=True)
    return median(walls), median(cpus)


def _run(program: list[str]) -> tuple[dict[str, Any], float]:
    """The program's JSON output, empty if it failed, and its peak memory in MB."""
    took = metered(program)
    return {} if took.code else json.loads(took.out.splitlines()[-1]), took.peak_mb
