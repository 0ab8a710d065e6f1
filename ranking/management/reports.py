from __future__ import annotations

from collections.abc import Mapping


def report(title: str, counts: Mapping[str, int | str]) -> str:
    """A title and one aligned line for each count, numbers first and right-aligned."""
    cells = {
        name: f"{value:,}" if isinstance(value, int) else value for name, value in counts.items()
    }
    width = max(map(len, cells.values()), default=0)
    return "\n".join([title, *(f"  {cell:>{width}}  {name}" for name, cell in cells.items())])
