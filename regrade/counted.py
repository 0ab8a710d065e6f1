from __future__ import annotations


def counted(n: int, noun: str) -> str:
    """A number with its noun, as in "1 column" and "1,000 columns"."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"
