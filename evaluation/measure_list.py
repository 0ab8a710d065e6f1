from __future__ import annotations

from collections.abc import Sequence

from evaluation.exceptions import MeasureRefused, SignificanceRefused
from regrade.measures import Measure, MeasureError, parse_measures


def measures_of(text: str) -> Sequence[Measure]:
    """The measures of a list.

    Raises:
        MeasureRefused: one is unknown or misspelt; the message names the nearest ones.
    """
    try:
        return parse_measures(text)
    except MeasureError as error:
        raise MeasureRefused(str(error)) from error


def check_tested(measures: Sequence[Measure]) -> None:
    """Raises SignificanceRefused for counts and for what tells of the labels."""
    for measure in measures:
        if not measure.is_tested:
            told = f"{measure.name} is not tested: it says not how good a run is."
            raise SignificanceRefused(told)
