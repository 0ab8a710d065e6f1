from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from regrade.given import explained
from regrade.significance.options import SYSTEM_DEFAULTS, SystemOptions
from regrade.significance.systems.families import SystemsTest, SystemTest
from regrade.significance.systems.mixed import mixed_model
from regrade.significance.systems.randomized import randomized_dunnett, randomized_tukey
from regrade.significance.systems.simultaneous import blocked_dunnett, blocked_tukey

SYSTEM_TESTS: dict[str, SystemTest] = {
    "randomized-tukey": randomized_tukey,
    "tukey": blocked_tukey,
    "randomized-dunnett": randomized_dunnett,
    "dunnett": blocked_dunnett,
    "mixed": mixed_model,
}

# As they stand after "by" in a sentence.
SYSTEM_TITLES = {
    "randomized-tukey": "the randomized Tukey HSD",
    "tukey": "Tukey's HSD with topics as blocks",
    "randomized-dunnett": "the randomized Dunnett test",
    "dunnett": "Dunnett's test with topics as blocks",
    "mixed": "a linear mixed model with topic as random effect",
}

# These compare with one baseline, the others all pairs.
AGAINST_BASELINE = frozenset({"randomized-dunnett", "dunnett", "mixed"})


@explained
def compare_systems(
    values: NDArray[np.float64], name: str, *, options: SystemOptions = SYSTEM_DEFAULTS
) -> SystemsTest:
    """Compare systems over the same topics by the named one of SYSTEM_TESTS.

    Args:
        values: shape (n_systems, n_topics). A measure's value per system and topic.
        name: a key of SYSTEM_TESTS.
        options: `baseline` counts for the tests of AGAINST_BASELINE alone.

    Raises:
        ValueError: no test of that name, or what the test refuses.
    """
    if name not in SYSTEM_TESTS:
        raise ValueError(f"no test of systems is called {name!r}; one of {', '.join(SYSTEM_TESTS)}")
    return SYSTEM_TESTS[name](values, options=options)
