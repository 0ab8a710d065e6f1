"""Numbers in a datasheet's sentences and tables."""

from __future__ import annotations

from collections.abc import Iterable


def n_of(n: int, noun: str) -> str:
    """`1 pair`, `2,000 pairs`; for nouns whose plural is a plain s."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def share(n: int, of: int) -> str:
    """`12.5%`; of nothing there is no share."""
    return f"{n / of:.1%}" if of else "-"


def rows_of(counts: Iterable[tuple[object, int]]) -> list[tuple[str, str]]:
    """Names with their counts, as rows of a table."""
    return [(str(name).replace("_", " "), f"{n:,}") for name, n in counts]
