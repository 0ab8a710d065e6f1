from __future__ import annotations

from collections.abc import Sequence

from evaluation.exceptions import MeasureRefused
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
