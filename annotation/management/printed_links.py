from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings


def lines_of_link(path: str) -> Iterator[str]:
    """A link as commands print it: whole where REGRADE_ADDRESS is set, else with how to mend it."""
    yield settings.ADDRESS.rstrip("/") + path
    if not settings.ADDRESS:
        yield (
            "Put the address of this installation before it, as https://regrade.example; with"
            " REGRADE_ADDRESS set, links are printed whole."
        )
