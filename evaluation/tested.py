from __future__ import annotations

from collections.abc import Sequence

from evaluation.exceptions import SignificanceRefused
from regrade.measures import Measure


def check_tested(measures: Sequence[Measure]) -> None:
    """Raises SignificanceRefused for counts and for what tells of the labels."""
    for measure in measures:
        if not measure.is_tested:
            told = f"{measure.name} is not tested: it says not how good a run is."
            raise SignificanceRefused(told)
