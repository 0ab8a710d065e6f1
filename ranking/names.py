from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def split_names(text: str) -> list[str]:
    """The names of a comma-separated list.

    Raises:
        ValueError: there is none, or one appears twice.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise ValueError("no name is given")
    if (twice := first_repeated(names)) is not None:
        raise ValueError(f"{twice} appears twice")
    return names


def first_repeated(names: Iterable[str]) -> str | None:
    """The first of the names that appears again, found in a time that grows as their number."""
    return next((name for name, n in Counter(names).items() if n > 1), None)
