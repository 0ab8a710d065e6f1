"""Options of tests and correlations, and how much random drawing a request may ask for."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Annotated

from evaluation.exceptions import SignificanceRefused, TooMuchAsked, refused_as
from regrade.significance import DEFAULTS, RANK_DEFAULTS, PairOptions, RankOptions, SystemOptions
from regrade.significance.options import ZeroMethod

STEPS_A_DRAW = 120
# A test by ranks takes as long as so many draws.
RANKED_AS_DRAWS = 1000
# About a second. A server has few processes, and none of them gives up on a request.
MOST_AT_ONCE = 100_000_000
FEWEST_DRAWS = 1000
# About three minutes of a worker.
MOST_OF_A_JOB = 20_000_000_000


Seed = Annotated[int, {"min_value": 0, "max_value": 2**32 - 1}]
# A request has an end.
Permutations = Annotated[int, {"min_value": 1, "max_value": 100_000}]


def paired_options(
    *,
    test: str,
    seed: Seed = DEFAULTS.seed,
    permutations: Permutations = DEFAULTS.n_resamples,
    zero_method: ZeroMethod = DEFAULTS.zero_method,
    bound: float | None = None,
) -> PairOptions:
    """Options of a test of two runs, as commands and addresses name them.

    Args:
        test: the test to report; refuses options that only another test can use.
        bound: differences up to it, either way, do not matter to the equivalence test.

    Raises:
        SignificanceRefused: a value that no test, or not this one, can work with.
    """
    _refuse_no_draws(permutations)
    if bound is not None and test != "equivalence":
        raise SignificanceRefused(
            f"bound is for the equivalence test, not for {test}.", code="option_of_another_test"
        )
    if zero_method != DEFAULTS.zero_method and test != "wilcoxon":
        raise SignificanceRefused(
            f"zero_method is for the wilcoxon test, not for {test}.", code="option_of_another_test"
        )
    with _usable():
        return PairOptions(
            seed=seed,
            n_resamples=permutations,
            zero_method=zero_method,
            bounds=None if bound is None else (-bound, bound),
        )


def is_drawn(method: str) -> bool:
    """Whether a test of many systems draws, so that its seed and the number of draws count."""
    return method.startswith("randomized") or method == "max-t"


def rank_options(*, seed: int, resamples: int, p: float = RANK_DEFAULTS.p) -> RankOptions:
    """Raises SignificanceRefused for a value that no correlation can work with."""
    if resamples < 0:
        raise SignificanceRefused(
            f"resamples are not negative, got {resamples}.", code="too_few_draws"
        )
    with _usable():
        return RankOptions(seed=seed, n_resamples=resamples, p=p)


def system_options(*, seed: int, permutations: int) -> SystemOptions:
    """Raises SignificanceRefused for a value that no test can work with."""
    _refuse_no_draws(permutations)
    with _usable():
        return SystemOptions(seed=seed, n_resamples=permutations)


def _refuse_no_draws(permutations: int) -> None:
    if permutations < 1:
        raise SignificanceRefused(
            f"permutations are at least 1, got {permutations}.", code="too_few_draws"
        )


def _usable() -> AbstractContextManager[None]:
    return refused_as(
        SignificanceRefused, "These options cannot be used: ", code="unusable_options"
    )


def draws_of(test: str, n_resamples: int) -> int:
    """How many draws a test of two runs makes, or takes as long as; 0 where it draws nothing."""
    if test in ("randomization", "bootstrap"):
        return n_resamples
    return RANKED_AS_DRAWS if test == "wilcoxon" else 0


def steps_of_draws(n_draws: int, n_topics: int, n_vectors: int) -> int:
    """The work of drawing from values on topics.

    Args:
        n_draws: for each of the vectors.
        n_topics: values in each.
        n_vectors: pairs of runs, or runs, by one measure under one label set, each counted as
            often as it is drawn from.
    """
    return n_draws * (n_topics + STEPS_A_DRAW) * n_vectors


def affordable_draws(n_draws: int, n_topics: int, n_vectors: int) -> int:
    """So many draws, fewer where a page would wait for them, but a thousand at least."""
    most = MOST_AT_ONCE // max(steps_of_draws(1, n_topics, n_vectors), 1)
    return max(min(n_draws, most), FEWEST_DRAWS)


def refuse_more(n_steps: int, most: int) -> None:
    """Check that the work does not exceed the limit.

    Raises:
        TooMuchAsked: it says by how much it is too large.
    """
    if n_steps > most:
        raise TooMuchAsked(
            f"That is {n_steps / most:,.1f} times the random draws that can be made here: ask for"
            " fewer draws (permutations), runs, measures or label sets, or use the command.",
            code="too_many_draws",
        )
