from __future__ import annotations

from evaluation.exceptions import SignificanceRefused

# Under a minute on two cores. A server has few threads, and none of them gives up on a request.
MAX_DRAWS = 4_000_000


def check_draws(n_permutations: int, n_vectors: int) -> None:
    """Check that a request ends soon.

    Args:
        n_permutations: draws for each of them.
        n_vectors: runs' values by one measure under one label set, each counted as often as it
            is drawn from.

    Raises:
        SignificanceRefused: more draws than a request may ask for.
    """
    n_draws = n_permutations * n_vectors
    if n_draws > MAX_DRAWS:
        raise SignificanceRefused(
            f"That makes {n_draws:,} random draws, and a request up to {MAX_DRAWS:,}:"
            " ask for fewer draws (permutations), or use the command."
        )
