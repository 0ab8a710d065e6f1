"""From which value each of several label files calls a passage relevant."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from annotation.exceptions import LabelsRefused
from annotation.exchange.labels import MIN_RELEVANCE
from regrade.files.judging.qrels import read_qrels

MOST = 2**15 - 1  # what a label set stores


class Thresholds(NamedTuple):
    """The least relevant value of all label files, and that of those which have their own.

    Attributes:
        common: None takes that of an import of labels, 1.
        own: by the file's name where it came from.
    """

    common: int | None = None
    own: Mapping[str, int] = {}

    def of(self, path: Path, called: str) -> int | None:
        """A file's own, as it is; else the common one, but where all labels are below that the
        highest of them, if it is over 0."""
        if called in self.own or self.common is None or self.common <= MIN_RELEVANCE:
            return self.own.get(called, self.common)
        highest = max((line.relevance for line in read_qrels(path)), default=MIN_RELEVANCE)
        return min(self.common, max(highest, MIN_RELEVANCE))

    def refuse_others(self, called: Collection[str]) -> None:
        """Refuse thresholds of files that are none of these.

        Raises:
            LabelsRefused: there are such.
        """
        if unknown := [name for name in self.own if name not in called]:
            raise LabelsRefused(
                f"min_relevance_of names {unknown[0]}, which is no label file of this import."
            )


def read_own(told: Iterable[str]) -> dict[str, int]:
    """Thresholds by file of "FILE=N", as "new.qrels=2".

    Raises:
        LabelsRefused: one of another form, or beyond what a label set stores.
    """
    return dict(_own(each) for each in told)


def _own(told: str) -> tuple[str, int]:
    name, _, least = told.rpartition("=")
    try:
        number = int(least)
    except ValueError:
        number = MOST + 1
    if not name or abs(number) > MOST:
        raise LabelsRefused(
            f"min_relevance_of is FILE=N, N a whole number from {-MOST} to {MOST}, not {told!r}."
        )
    return name, number
