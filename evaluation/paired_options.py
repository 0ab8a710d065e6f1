from __future__ import annotations

from evaluation.exceptions import SignificanceRefused
from evaluation.significance import DEFAULTS, PairOptions
from evaluation.significance.options import ZeroMethod


def paired_options(
    *,
    seed: int = DEFAULTS.seed,
    permutations: int = DEFAULTS.n_resamples,
    zero_method: ZeroMethod = DEFAULTS.zero_method,
    bound: float | None = None,
) -> PairOptions:
    """What a test of two runs is told, as commands and addresses name it.

    Args:
        bound: differences up to it, either way, do not matter to the equivalence test.

    Raises:
        SignificanceRefused: a value that no test can work with.
    """
    try:
        return PairOptions(
            seed=seed,
            n_resamples=permutations,
            zero_method=zero_method,
            bounds=None if bound is None else (-bound, bound),
        )
    except ValueError as error:
        raise SignificanceRefused(f"These options cannot be used: {error}.") from error
