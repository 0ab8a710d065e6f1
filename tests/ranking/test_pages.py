from __future__ import annotations

import pytest

from ranking.pages import place_in_list


@pytest.mark.parametrize(
    ("page", "n", "numbers", "part"),
    [
        (1, 0, (1, 1, None), slice(0, 0)),
        (1, 20, (1, 1, None), slice(0, 20)),
        (1, 21, (1, 2, 2), slice(0, 20)),
        (9, 21, (2, 2, None), slice(20, 21)),
    ],
)
def test_a_page_beyond_the_last_is_the_last(
    page: int, n: int, numbers: tuple[int, int, int | None], part: slice
) -> None:
    found = place_in_list(page, n=n, size=20)
    assert tuple(found.numbers[name] for name in ("page", "n_pages", "next")) == numbers
    assert (found.numbers["n"], found.part) == (n, part)
