"""Measures as requests name them, and the ones that tests cannot use."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.exceptions import MeasureRefused, SignificanceRefused
from regrade.measures import Measure, MeasureError, parse_measures


def measures_of(text: str) -> Sequence[Measure]:
    """The measures of a list.

    Raises:
        MeasureRefused: one is unknown or misspelt; the message names the nearest ones, the
            field the measure as it was written: `measures.nDGC@10`.
    """
    try:
        return parse_measures(text)
    except MeasureError as error:
        raise MeasureRefused(str(error), code=error.code, field=f"measures.{error.name}") from error


def check_tested(measures: Sequence[Measure]) -> None:
    """Raise SignificanceRefused for measures that do not rate a run, such as counts."""
    for measure in measures:
        if not measure.is_tested:
            message = f"{measure.name} is not tested: it says not how good a run is."
            raise SignificanceRefused(message, code="measure_not_tested")
