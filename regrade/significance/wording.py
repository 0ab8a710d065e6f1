"""Tests as every report prints them: the cell of a p, the interval beside it, notes below."""

from __future__ import annotations

from collections.abc import Sequence

from regrade.counted import counted
from regrade.significance import TITLES, Corrected, PairedTest

LEAST_SHOWN_P = 0.0001


def shown_p(p: float | None) -> str | None:
    """The p-value with four decimals, never as zero."""
    if p is None:
        return None
    return "<.0001" if p < LEAST_SHOWN_P else f"{p:.4f}"


def interval_shown(test: PairedTest | None) -> tuple[float | None, float | None]:
    """The interval of the mean difference, or of the test's own estimate."""
    if test is None:
        return None, None
    estimate = test.estimate.interval if test.estimate else None
    return test.interval or estimate or (None, None)


def interval_of(test: PairedTest | None) -> str | None:
    """Name of the quantity that the interval covers; None if there is no interval."""
    if test is None or interval_shown(test) == (None, None):
        return None
    return "mean difference" if test.interval or not test.estimate else test.estimate.name


def paired_text(name: str, tests: Sequence[PairedTest]) -> str:
    """The test's title, with the options that a reader needs to repeat it.

    Args:
        name: key in TESTS.
        tests: its results, all with the same options; there may be none.
    """
    title = TITLES[name]
    for test in tests:  # the first may have drawn nothing: it had no differences
        if test.seed is not None:
            return f"{title} ({test.n_resamples:,} draws, seed {test.seed})"
        if test.zero_method is not None:
            how = ", ".join(sorted({each.method for each in tests}))
            return f"{title} (zero differences: {test.zero_method}; {how})"
        if test.bounds is not None:
            return f"{title} within {test.bounds[0]:+g} to {test.bounds[1]:+g}"
    return f"{title} (exact)" if name == "randomization" and tests else title


def family_text(corrected: Corrected | None, n_tests: int) -> str:
    """How the p-values of one table were corrected for their number, as a sentence."""
    if corrected is not None:
        return corrected.explained
    return f"p-values not corrected for {counted(n_tests, 'test')}."
