from __future__ import annotations

import re

MOST_DEPTHS = 1000


def parse_depths(text: str) -> list[int]:
    """The numbers of a comma-separated list of numbers and ranges, "10,20,30-50", ascending.

    Raises:
        ValueError: there is none, there are over a thousand, or one that cannot be read.
    """
    depths = set[int]()
    for part in (part.strip() for part in text.split(",") if part.strip()):
        found = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", part, re.ASCII)
        if not found:
            raise ValueError(f"{part!r} is neither a whole number nor a range such as 2-50")
        first, last = int(found[1]), int(found[2] or found[1])
        if not first <= last < first + MOST_DEPTHS:
            raise ValueError(f"{part} is no range of at most {MOST_DEPTHS:,} numbers")
        depths.update(range(first, last + 1))
    if not 1 <= len(depths) <= MOST_DEPTHS:
        raise ValueError(f"there are {len(depths):,} numbers, not 1 to {MOST_DEPTHS:,}")
    return sorted(depths)
