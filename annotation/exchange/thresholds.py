"""From which value each of several label files calls a passage relevant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from annotation.exceptions import LabelsRefused
from annotation.exchange.labels import MIN_RELEVANCE
from regrade.files.judging.qrels import read_qrels
from regrade.files.numbers import parse_small_number


class Thresholds(NamedTuple):
    """The least relevant value of all label files, and that of those which have their own.

    Attributes:
        common: None takes that of an import of labels, 1.
        own: by the file's place among all files, runs included, from 1: several may have one name.
        told_in: the field or option that tells `own`.
    """

    common: int | None = None
    own: Mapping[int, int] = {}
    told_in: str = "min_relevance_of"

    def of(self, place: int, path: Path) -> int | None:
        """A file's own, as it is; else the common one, but where all labels are below that the
        highest of them, if it is over 0."""
        if place in self.own or self.common is None or self.common <= MIN_RELEVANCE:
            return self.own.get(place, self.common)
        highest = max((line.relevance for line in read_qrels(path)), default=MIN_RELEVANCE)
        return min(self.common, max(highest, MIN_RELEVANCE))

    def refuse_others(self, called: Sequence[str], are_runs: Sequence[bool]) -> None:
        """Refuse thresholds of places at which there is no label file.

        Raises:
            LabelsRefused: there are such.
        """
        for place in self.own:
            if not 1 <= place <= len(called):
                last = f"the last file is {len(called)}"
                sentence = f"{self.told_in} names file {place}, but {last}."
                raise LabelsRefused(sentence, code="unknown_file")
            if are_runs[place - 1]:
                what = f"{called[place - 1]}, which is a run; only label files have a threshold"
                sentence = f"{self.told_in} names file {place}, {what}."
                raise LabelsRefused(sentence, code="threshold_of_run")


def read_own(
    found: Iterable[str], *, told_in: str, form: str, place_of: Callable[[str], int]
) -> dict[int, int]:
    """Thresholds by place of strings as "2=1", each with a file and its threshold.

    Args:
        told_in: the field or option that they came in.
        form: how each is written, for errors.
        place_of: the place of what stands before the "=", from 1; its ValueError says why none.

    Raises:
        LabelsRefused: one of another form, of no file, or two of one file.
    """
    own: dict[int, int] = {}
    for each in found:
        which, _, least = each.rpartition("=")
        try:
            place, number = place_of(which), parse_small_number("N", least)
        except ValueError as error:
            sentence = f"{told_in} {each!r}: {error}. Write {form}."
            raise LabelsRefused(sentence, code="bad_threshold") from error
        if place in own:
            sentence = f"{told_in} names {which} twice; say one threshold for each file."
            raise LabelsRefused(sentence, code="named_twice")
        own[place] = number
    return own
