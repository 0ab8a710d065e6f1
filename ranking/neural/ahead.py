from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Raw = TypeVar("Raw")
Ready = TypeVar("Ready")


def in_windows(items: Sequence[Raw], size: int) -> Iterator[Sequence[Raw]]:
    """The items in their order, `size` at a time, the last ones perhaps fewer."""
    return (items[start : start + size] for start in range(0, len(items), size))


def prepared_ahead(parts: Iterable[Raw], prepare: Callable[[Raw], Ready]) -> Iterator[Ready]:
    """Prepare each part in another thread while the one before is being used.

    For tokenizing, which leaves the interpreter free while it works.
    """
    with ThreadPoolExecutor(max_workers=1) as pool:
        waiting = None
        for part in parts:
            following = pool.submit(prepare, part)
            if waiting is not None:
                yield waiting.result()
            waiting = following
        if waiting is not None:
            yield waiting.result()
