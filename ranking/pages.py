"""Pages of a list, counted from 1."""

from __future__ import annotations

from typing import NamedTuple


class PlaceInList(NamedTuple):
    """A page, how many there are, and the part of the list on it: [start, end), from 0."""

    page: int
    n_pages: int
    start: int
    end: int


def place_in_list(page: int, *, n: int, size: int) -> PlaceInList:
    """Where a page of `size` lies in a list of `n`; one beyond the last is the last.

    A list of nothing has one page, an empty one.
    """
    n_pages = max(1, -(-n // size))
    page = min(max(1, page), n_pages)
    return PlaceInList(page, n_pages, (page - 1) * size, min(page * size, n))
