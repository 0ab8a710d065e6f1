from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from regrade.neural.batches import FIRST_WINDOW, in_windows, prepared_ahead


@pytest.mark.parametrize(
    ("n", "windows"),
    [(0, []), (1, [[0]]), (2, [[0, 1]]), (3, [[0, 1], [2]]), (4, [[0, 1], [2, 3]])],
)
def test_in_windows_keeps_order_and_leaves_the_rest_to_the_last(
    n: int, windows: list[list[int]]
) -> None:
    assert [list(window) for window in in_windows(range(n), 2)] == windows


@pytest.mark.parametrize(
    ("n", "windows"),
    [
        (FIRST_WINDOW, [FIRST_WINDOW]),
        (1000, [256, 512, 232]),
        (10_000, [256, 512, 1024, 2048, 4096, 2064]),
        (20_000, [256, 512, 1024, 2048, 4096, 5000, 5000, 2064]),
    ],
)
def test_in_windows_begins_with_few_and_grows_to_the_size(n: int, windows: list[int]) -> None:
    found = list(in_windows(range(n), 5000))
    assert [len(window) for window in found] == windows
    assert [item for window in found for item in window] == list(range(n))


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_prepared_ahead_gives_all_parts_in_order(n: int) -> None:
    assert list(prepared_ahead(range(n), str)) == [str(part) for part in range(n)]


def test_prepared_ahead_prepares_the_next_part_while_one_is_used() -> None:
    prepared = [threading.Event() for _ in range(3)]

    def prepare(part: int) -> int:
        prepared[part].set()
        return part

    ready = prepared_ahead(range(3), prepare)
    assert next(ready) == 0
    assert prepared[1].wait(timeout=60)
    assert not prepared[2].is_set()
    assert list(ready) == [1, 2]


def test_prepared_ahead_prepares_elsewhere() -> None:
    threads = set(prepared_ahead(range(3), lambda _: threading.get_ident()))
    assert threading.get_ident() not in threads


def test_prepared_ahead_raises_what_preparing_raised_in_its_turn() -> None:
    ready = prepared_ahead([1, 0, 2], lambda part: 10 // part)
    assert next(ready) == 10
    with pytest.raises(ZeroDivisionError):
        next(ready)


def test_prepared_ahead_that_is_left_early_takes_no_further_parts() -> None:
    taken = []

    def parts() -> Iterator[int]:
        for part in range(100):
            taken.append(part)
            yield part

    ready = prepared_ahead(parts(), str)
    next(ready)
    ready.close()  # type: ignore[attr-defined]  # a generator
    assert taken == [0, 1]
