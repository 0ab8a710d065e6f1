from __future__ import annotations

from collections.abc import Callable
from statistics import median

from tabulate import tabulate

from benchmarks.killed_jobs.figures import Figures

MOST_STUCK_S = 60


def faults(calm: Figures, killed: Figures) -> list[str]:
    """Which promises were not kept."""
    promises = {
        "both runs are done": calm.status == killed.status == "done",
        "the rankings are the same to the last bit": calm.digest == killed.digest,
        "each result is stored once": killed.n_rankings == calm.n_rankings
        and killed.n_topics_landed == killed.n_topics
        and not killed.n_landed_twice,
        "chunk starts are at most chunks and kills": killed.n_starts
        <= killed.n_chunks + len(killed.kills),
        "no chunk was stuck for over a minute": max(killed.stuck_s, default=0) <= MOST_STUCK_S,
        "no error was counted": not killed.outcomes.get("error"),
        "undisturbed, nothing was lost": not calm.n_lost,
    }
    return [promise for promise, is_kept in promises.items() if not is_kept]


def to_text(calm: Figures, killed: Figures, tablefmt: str = "simple") -> str:
    rows = {name: (_cell(calm, name), _cell(killed, name)) for name in FIGURES}
    table = [(name, *cells) for name, cells in rows.items()]
    text = tabulate(
        table,
        ["", "undisturbed", "killed"],
        tablefmt,
        disable_numparse=True,
        colalign=("left", "right", "right"),
    )
    broken = faults(calm, killed)
    verdict = "Every promise was kept." if not broken else f"Not kept: {'; '.join(broken)}."
    return f"{text}\n\n{verdict}"


def _cell(figures: Figures, name: str) -> str:
    return FIGURES[name](figures)


FIGURES: dict[str, Callable[[Figures], str]] = {
    "job": lambda f: f.status,
    "topics": lambda f: f"{f.n_topics:,}",
    "rankings stored": lambda f: f"{f.n_rankings:,}",
    "their bytes, SHA-256": lambda f: f.digest[:16],
    "chunks": lambda f: f"{f.n_chunks:,}",
    "kills": lambda f: str(len(f.kills)),
    "of these of the parent too": lambda f: str(sum(kill.was_whole for kill in f.kills)),
    "chunk starts": lambda f: f"{f.n_starts:,}",
    "landed": lambda f: f"{f.outcomes.get('landed', 0):,}",
    "lost with a worker": lambda f: str(f.n_lost),
    "topics that lost starts had landed": lambda f: str(f.n_kept),
    "errors": lambda f: str(f.outcomes.get("error", 0)),
    "overtaken": lambda f: str(f.outcomes.get("overtaken", 0)),
    "chunks landed twice": lambda f: str(f.n_landed_twice),
    "most starts of a chunk": lambda f: str(f.most_starts),
    "a hit chunk stood still, median s": lambda f: _seconds(f.stuck_s and median(f.stuck_s)),
    "longest, s": lambda f: _seconds(max(f.stuck_s, default=0)),
    "worker processes that ranked": lambda f: str(f.n_workers_seen),
    "job, s": lambda f: f"{f.lasted_s:.0f}",
}


def _seconds(value: float | list[float]) -> str:
    return f"{value:.1f}" if value else "-"
