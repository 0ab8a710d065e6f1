"""Work of tests by random draws, which is limited so that every request ends in time.

A step is what one topic of one draw takes: 5 to 10 ns on a core of 2024, of which a draw takes some
120 beside its topics.
"""

from __future__ import annotations

from evaluation.exceptions import TooMuchAsked

STEPS_A_DRAW = 120
# A test by ranks takes as long as so many draws.
RANKED_AS_DRAWS = 1000
# About a second. A server has few processes, and none of them gives up on a request.
MOST_AT_ONCE = 100_000_000
# About three minutes of a worker.
MOST_OF_A_JOB = 20_000_000_000


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
