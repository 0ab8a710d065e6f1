from __future__ import annotations

from regrade.significance.systems.families import SystemTest
from regrade.significance.systems.max_t import max_t
from regrade.significance.systems.mixed import mixed_model
from regrade.significance.systems.randomized import randomized_dunnett, randomized_tukey
from regrade.significance.systems.simultaneous import blocked_dunnett, blocked_tukey

SYSTEM_TESTS: dict[str, SystemTest] = {
    "randomized-tukey": randomized_tukey,
    "tukey": blocked_tukey,
    "randomized-dunnett": randomized_dunnett,
    "max-t": max_t,
    "dunnett": blocked_dunnett,
    "mixed": mixed_model,
}

# As they stand after "by" in a sentence.
SYSTEM_TITLES = {
    "randomized-tukey": "the randomized Tukey HSD",
    "tukey": "Tukey's HSD with topics as blocks",
    "randomized-dunnett": "the randomized Dunnett test",
    "max-t": "single-step max-t by sign flips",
    "dunnett": "Dunnett's test with topics as blocks",
    "mixed": "a linear mixed model with topic as random effect",
}

# These compare with one baseline, the others all pairs.
AGAINST_BASELINE = frozenset({"randomized-dunnett", "max-t", "dunnett", "mixed"})
