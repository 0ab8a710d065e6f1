from __future__ import annotations

from collections.abc import Iterator

from regrade.counted import counted
from regrade.methods.done import Done
from regrade.prose.spans import Piece, Span
from regrade.significance import CORRECTIONS, TITLES

DRAWING = ("randomization", "bootstrap")
ZERO_METHODS = {
    "wilcox": "topics without a difference are left out",
    "pratt": "topics without a difference are ranked and then left out",
    "zsplit": "topics without a difference count half for either side",
}


def tested(done: Done) -> Iterator[Piece]:
    """By which test differences were tested, and what p is corrected for.

    Raises:
        KeyError: a test or correction of another name than TESTS and CORRECTIONS have.
    """
    if not done.n_tests:
        yield "Differences were not tested."
        return
    yield "Differences per topic were tested by a paired "
    yield Span(TITLES[done.test], "test", done.test)
    yield from _options(done)
    yield from _corrected(done)
    if done.effect_sizes:
        yield "; effect sizes are Cohen's d and Cliff's delta"
    yield "."


def _options(done: Done) -> Iterator[str]:
    options = done.options
    found = []
    if done.test in DRAWING:
        found += [_draws(done)]
    if done.test == "wilcoxon":
        found += [ZERO_METHODS[options.zero_method]]
    if done.test == "equivalence" and options.bounds is not None:
        low, high = options.bounds
        found += [f"differences from {low:+g} to {high:+g} do not matter"]
    level = f"{1 - options.confidence:.2f}".lstrip("0")
    yield f" ({'; '.join([*found, f'level {level}'])})"


def _draws(done: Done) -> str:
    drawn = f"{done.options.n_resamples:,} random draws, seed {done.options.seed}"
    if not done.n_exact:
        return drawn
    if done.n_exact >= done.n_tests:
        return "exact, all signs of the differences"
    return f"{drawn}, but for {counted(done.n_exact, 'exact test')}"


def _corrected(done: Done) -> Iterator[Piece]:
    n_tests = Span(counted(done.n_tests, "test"), "n_tests", value=done.n_tests)
    if done.correction == "none":
        if done.n_tests > 1:
            yield "; p-values are not corrected for "
            yield n_tests
        return
    yield "; p-values are corrected by "
    yield Span(CORRECTIONS[done.correction], "correction", done.correction)
    yield " for "
    yield n_tests
