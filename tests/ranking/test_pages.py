from __future__ import annotations

import pytest

from ranking.pages import place_in_list


@pytest.mark.parametrize(
    ("page", "n", "place"),
    [
        (1, 0, (1, 1, 0, 0)),
        (1, 20, (1, 1, 0, 20)),
        (2, 21, (2, 2, 20, 21)),
        (9, 21, (2, 2, 20, 21)),
    ],
)
def test_a_page_beyond_the_last_is_the_last(
    page: int, n: int, place: tuple[int, int, int, int]
) -> None:
    assert place_in_list(page, n=n, size=20) == place
