"""Checks of an active pool's design, before anything is stored."""

from __future__ import annotations

from annotation.active.design import ActiveDesign
from annotation.active.kinds import LEARNERS, STRATEGIES
from annotation.exceptions import PoolRefused
from annotation.pools.drawing import check_runs
from annotation.pools.preview import MAX_DEPTH

NUMBERS = {
    "first_batch": (1, 1000),
    "growth": (0, 1000),
    "ahead": (0, 1000),
    "limit": (1, 1_000_000),
}


def checked(design: ActiveDesign) -> ActiveDesign:
    """The design, if pairs can be chosen by it.

    Raises:
        PoolRefused: an unknown strategy, learner or stopping rule, runs missing or without a depth,
            or a number out of its range.
        IsPrivate: a run is private.
    """
    _check_names(design)
    _check_runs(design)
    _check_numbers(design)
    _check_strata(design)
    return design


def _check_names(design: ActiveDesign) -> None:
    if design.strategy not in STRATEGIES:
        raise _refused(
            "strategy",
            f"There is no strategy {design.strategy!r}; there are {', '.join(STRATEGIES)}.",
            code="unknown_strategy",
        )
    if design.learner not in LEARNERS:
        raise _refused(
            "learner",
            f"There is no learner {design.learner!r}; there are {', '.join(LEARNERS)}.",
            code="unknown_learner",
        )


def _check_runs(design: ActiveDesign) -> None:
    if design.runs:
        check_runs(design.runs, 1)
        if design.depth is None or not 1 <= design.depth <= MAX_DEPTH:
            raise _refused(
                "depth",
                f"Say down to which rank the runs' passages can be chosen: 1 to {MAX_DEPTH:,}.",
                code="out_of_range",
            )
    elif STRATEGIES[design.strategy].needs_runs:
        raise _refused(
            "runs",
            f"The strategy {design.strategy} orders passages by the ranks of runs: name some.",
            code="no_runs",
        )


def _check_numbers(design: ActiveDesign) -> None:
    for name, (least, most) in NUMBERS.items():
        value = getattr(design, name)
        if value is not None and not least <= value <= most:
            what = name.replace("_", " ")
            raise _refused(
                name, f"{what} is from {least} to {most:,}, not {value:,}.", code="out_of_range"
            )


def _check_strata(design: ActiveDesign) -> None:
    has_strata = design.strategy == "strata"
    if has_strata != bool(design.strata):
        sentence = (
            "Say the ranks of each stratum and the share of it that is judged, such as 10:1,50:0.3."
            if has_strata
            else f"Strata are of the strategy strata, not of {design.strategy}."
        )
        raise _refused("strata", sentence, code="strata_missing" if has_strata else "no_strata")
    lasts = [stratum.last for stratum in design.strata]
    if lasts != sorted(set(lasts)) or any(not 0 < one.share <= 1 for one in design.strata):
        raise _refused(
            "strata",
            "Strata go down the ranks, each with a share above 0 and at most 1.",
            code="bad_strata",
        )


def _refused(field: str, sentence: str, *, code: str) -> PoolRefused:
    return PoolRefused(sentence, code=code, field=field)
