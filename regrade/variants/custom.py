from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from random import Random
from typing import Any, ClassVar

from regrade.variants.step import Rewriting, check_text

GROUP = "regrade.variants"
"""The group of entry points in which packages offer changes of their own."""


@dataclass(frozen=True)
class Custom(Rewriting):
    """A change that an installed package brings: a function (text, rng) -> text.

    A package offers it as a Python entry point of the group `regrade.variants`. All chance has to
    come from `rng`, a `random.Random` of the text's own, or the variant is not the same again.
    """

    kind: ClassVar[str] = "custom"
    name: str

    def __post_init__(self) -> None:
        check_text(self, "name", self.name)

    def rewritten(self, text: str, rng: Random) -> str:
        new = _loaded(self._entry_point())(text, rng)
        if not isinstance(new, str):
            raise self.refuse(
                f"{self.name} returned a {type(new).__name__}; mend it so that it returns a text",
                code="returned_no_text",
            )
        return new

    def versions(self) -> dict[str, str]:
        package = self._entry_point().dist
        return {} if package is None else {package.name: package.version}

    def _entry_point(self) -> EntryPoint:
        offered = offered_changes()
        if self.name not in offered:
            there = f"there are {', '.join(sorted(offered))}" if offered else "there is none"
            raise self.refuse(
                f"no installed package offers {self.name} in the group {GROUP} ({there});"
                " install the package, or correct the name",
                code="change_not_installed",
            )
        return offered[self.name]


@cache
def offered_changes() -> dict[str, EntryPoint]:
    """Changes that installed packages offer, by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def _loaded(point: EntryPoint) -> Any:
    return point.load()
