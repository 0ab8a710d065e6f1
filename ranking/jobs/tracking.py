from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Track(Protocol):
    """Passes items on and may show progress; a command's `progress` is one."""

    def __call__(
        self, items: Iterable[Item], total: int | None = None, unit: str = "it"
    ) -> Iterable[Item]: ...


def untracked(items: Iterable[Item], total: int | None = None, unit: str = "it") -> Iterable[Item]:
    """Show nothing."""
    return items
