from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Raw = TypeVar("Raw")
Ready = TypeVar("Ready")


# While the first window is prepared nothing else can be done.
FIRST_WINDOW = 256


def in_windows(items: Sequence[Raw], size: int) -> Iterator[Sequence[Raw]]:
    """Yield the items in windows that double in length, up to `size`."""
    start, n = 0, min(FIRST_WINDOW, size)
    while start < len(items):
        yield items[start : start + n]
        start, n = start + n, min(2 * n, size)


def prepared_ahead(parts: Iterable[Raw], prepare: Callable[[Raw], Ready]) -> Iterator[Ready]:
    """Prepare the next part in another thread while the current one is used.

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
