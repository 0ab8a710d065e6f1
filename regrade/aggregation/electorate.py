"""Whose votes count: by kind, by name, by level of English, by flag."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, get_args

from regrade.votes.assessor import MODEL, PERSON, Assessor, Flag, Kind, Level

PEOPLE = (PERSON,)
Names = tuple[Annotated[str, {"max_length": 200}], ...]
Flags = tuple[Annotated[str, {"choices": get_args(Flag)}], ...]
MOST = {"max_length": 10_000}


@dataclass(frozen=True, kw_only=True)
class Electorate:
    """Whose votes count.

    Attributes:
        kinds: kinds of assessors who count; people alone unless others are named.
        models: models that count as well, by name or pseudonym.
        only: nobody but these counts, whatever their kind; empty is no such rule.
        levels: people who did not give one of these levels do not count; empty is no such rule.
        without: nobody of these counts.
        without_flags: nobody about whom one of these flags was raised counts.

    Raises:
        ValueError: a kind, level or flag that there is not.
    """

    kinds: tuple[str, ...] = PEOPLE
    models: Annotated[Names, MOST, "Models whose votes count as well, by name or pseudonym."] = ()
    only: Annotated[
        Names,
        MOST,
        "Assessors whose votes alone count, by pseudonym, whatever their kind.",
    ] = ()
    levels: tuple[str, ...] = ()
    without: Annotated[Names, MOST, "Assessors whose votes are left out, by pseudonym."] = ()
    without_flags: Annotated[
        Flags,
        {
            "max_length": len(get_args(Flag)),
            "help_text": "Assessors with one of these flags are left out.",
        },
    ] = ()

    def __post_init__(self) -> None:
        for name, values, known in (
            ("kinds", self.kinds, get_args(Kind)),
            ("levels", self.levels, get_args(Level)),
            ("without_flags", self.without_flags, get_args(Flag)),
        ):
            if stray := [value for value in values if value not in known]:
                raise ValueError(f"{name} must be among {', '.join(known)}, got {stray[0]!r}")

    def counts(self, assessor: Assessor) -> bool:
        """Whether the assessor's votes count."""
        names = {assessor.name, assessor.called} - {""}
        if not names.isdisjoint(self.without):
            return False
        if not {*assessor.flags}.isdisjoint(self.without_flags):
            return False
        if self.levels and assessor.kind == PERSON and assessor.level not in self.levels:
            return False
        if self.only:
            return not names.isdisjoint(self.only)
        return assessor.kind in self.kinds or not names.isdisjoint(self.models)

    def unknown(self, assessors: Iterable[Assessor]) -> Iterator[str]:
        """Names that are of none of these assessors, or in `models` of none that is a model."""
        known = list(assessors)
        everybody = {name for one in known for name in (one.name, one.called)}
        models = {name for one in known if one.kind == MODEL for name in (one.name, one.called)}
        yield from (name for name in (*self.only, *self.without) if name not in everybody)
        yield from (name for name in self.models if name not in models)
