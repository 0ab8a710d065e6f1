from __future__ import annotations

from evaluation.exceptions import SignificanceRefused
from regrade.significance import DEFAULTS, PairOptions
from regrade.significance.options import ZeroMethod


def paired_options(
    *,
    test: str,
    seed: int = DEFAULTS.seed,
    permutations: int = DEFAULTS.n_resamples,
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
    if permutations < 1:
        raise SignificanceRefused(
            f"permutations are at least 1, got {permutations}.", code="too_few_draws"
        )
    if bound is not None and test != "equivalence":
        raise SignificanceRefused(
            f"bound is for the equivalence test, not for {test}.", code="option_of_another_test"
        )
    if zero_method != DEFAULTS.zero_method and test != "wilcoxon":
        raise SignificanceRefused(
            f"zero_method is for the wilcoxon test, not for {test}.", code="option_of_another_test"
        )
    try:
        return PairOptions(
            seed=seed,
            n_resamples=permutations,
            zero_method=zero_method,
            bounds=None if bound is None else (-bound, bound),
        )
    except ValueError as error:
        raise SignificanceRefused(
            f"These options cannot be used: {error}.", code="unusable_options"
        ) from error
