"""Preview of a pool by design: the pairs to draw from, and their topics by number of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.pools.asked_design import ByDesign, planned_design
from annotation.pools.design_plan import expected_intervals
from annotation.pools.designs import Framed, framed
from annotation.pools.preview import N_MEASURED
from annotation.quality.judging_time import JudgingTime, judging_time
from ranking.models import Run

LEAST_STEP, MOST_STEPS = 4, 40  # the fewest pairs that are planned for, and how many numbers
# Up to so many pairs probabilities are exact, which takes a while for each number.
SMALL, FEW_STEPS = 60, 10


class DesignPreview(NamedTuple):
    """Pairs that can be drawn, by their number.

    Attributes:
        n_frame: pairs with a text in the runs' top passages.
        n_drawable: those that can bear on the question.
        n: numbers of pairs that can be drawn, ascending to all of them.
        n_topics: for each such number, how many topics have one of its pairs.
        half_these: for each, the expected half-width of the 95% interval for these topics, by the
            first measure and with one vote a pair. Of several differences, or means, the median
            one. Empty where fewer than 4 pairs can be drawn.
        half_like: the same for topics like these.
        half_all: for topics like these, with every pair of the frame judged.
        time: of a judgment.
    """

    n_frame: int
    n_drawable: int
    n: list[int]
    n_topics: list[int]
    half_these: list[float]
    half_like: list[float]
    half_all: float
    time: JudgingTime


def design_preview(*, runs: Sequence[Run], depth: int, by: ByDesign) -> DesignPreview:
    """The pools that `build_pool_by_design` would build; nothing is stored.

    Raises:
        PoolRefused: what that refuses, apart from the number of pairs.
    """
    design = planned_design(runs=runs, depth=depth, by=by)
    found = framed(design)
    order = found.drawn(found.n_drawable, design.seed).pairs
    steps = _steps(found)
    expected = expected_intervals(design, found, steps)
    ordinals = found.frame.passages[order[:N_MEASURED]].tolist()
    return DesignPreview(
        n_frame=found.frame.n_pairs,
        n_drawable=found.n_drawable,
        n=steps,
        n_topics=_n_topics(found.frame.topics[order], steps),
        half_these=expected.half_these,
        half_like=expected.half_like,
        half_all=expected.half_all,
        time=judging_time(design.runs[0].collection, ordinals),
    )


def _steps(found: Framed) -> list[int]:
    """Numbers up to all that can be drawn, further apart the more they are."""
    least = min(LEAST_STEP, found.n_drawable)
    n_steps = FEW_STEPS if found.n_drawable <= SMALL else MOST_STEPS
    steps = np.geomspace(least, found.n_drawable, n_steps).round().astype(int)
    return [int(one) for one in np.unique(steps)]


def _n_topics(topics: NDArray[np.int64], steps: Sequence[int]) -> list[int]:
    first = np.sort(np.unique(topics, return_index=True)[1])
    return [int(one) for one in np.searchsorted(first, steps)]
