"""Tests of runs over the same topics, free of Django.

Each test compares a run with a baseline, topic by topic, and answers with a `PairedTest`:

    TESTS["randomization"](baseline, run, options=PairOptions(seed=7))

EFFECT_SIZES are called the same way. `correct_families` corrects p-values in each family, and
`caution_for` says what is disputed about a measure's means.

SYSTEM_TESTS compare many systems at once, from values of shape (n_systems, n_topics), and
answer with a `SystemsTest`; `correlate_systems` compares two orders of the same systems:

    SYSTEM_TESTS["randomized-tukey"](values, options=SystemOptions(seed=7))
"""

from __future__ import annotations

from regrade.significance.caution import caution_for
from regrade.significance.corrections import (
    CORRECTIONS,
    FAMILIES,
    Corrected,
    CorrectionName,
    FamilyName,
    correct,
    correct_families,
    stars,
)
from regrade.significance.mean_interval import mean_interval
from regrade.significance.options import (
    DEFAULTS,
    RANK_DEFAULTS,
    SYSTEM_DEFAULTS,
    PairOptions,
    RankOptions,
    SystemOptions,
)
from regrade.significance.paired.bootstrap import bootstrap
from regrade.significance.paired.cliffs_delta import cliffs_delta
from regrade.significance.paired.cohens_d import cohens_dav, cohens_dz
from regrade.significance.paired.effects import EffectSize, EffectSizeOf
from regrade.significance.paired.equivalence import equivalence
from regrade.significance.paired.non_inferiority import NonInferiority, Outcome, non_inferiority
from regrade.significance.paired.randomization import randomization
from regrade.significance.paired.sign import sign_test
from regrade.significance.paired.t import paired_t, paired_t_tests
from regrade.significance.paired.watched import Watched, watch_mean
from regrade.significance.paired.wilcoxon import wilcoxon, wilcoxon_alone
from regrade.significance.pairs import Estimate, PairedTest, PairTest, PairTests
from regrade.significance.power import detectable_difference, power_of, topics_needed
from regrade.significance.rank_correlation import (
    RANK_CORRELATIONS,
    RANK_TITLES,
    RankCorrelation,
    correlate_systems,
)
from regrade.significance.systems.anova import Anova, AnovaRow, two_way_anova
from regrade.significance.systems.comparing import (
    AGAINST_BASELINE,
    SYSTEM_TESTS,
    SYSTEM_TITLES,
)
from regrade.significance.systems.families import SystemPair, SystemsTest, SystemTest
from regrade.significance.systems.lead_changes import LeadChange, LeadChanges, lead_changes
from regrade.significance.systems.letters import letter_display
from regrade.significance.systems.max_t import max_t
from regrade.significance.systems.mixed import mixed_model
from regrade.significance.systems.randomized import randomized_dunnett, randomized_tukey
from regrade.significance.systems.simultaneous import blocked_dunnett, blocked_tukey

TESTS: dict[str, PairTest] = {
    "t": paired_t,
    "wilcoxon": wilcoxon,
    "sign": sign_test,
    "randomization": randomization,
    "bootstrap": bootstrap,
    "equivalence": equivalence,
}

# Of comparisons and studies alike: it asks about the mean, which tables show, gives its interval,
# and keeps its level; docs/significance.md has the studies.
USUAL_TEST = "t"

# For whom the p-value alone is wanted: the others have nothing to leave out.
BARE_TESTS: dict[str, PairTest] = {**TESTS, "wilcoxon": wilcoxon_alone}

# Tests that take many pairs over the same topics at once; they answer as TESTS, to the last bit.
TESTS_OF_MANY: dict[str, PairTests] = {"t": paired_t_tests}

# As they stand after "paired" in a sentence.
TITLES = {
    "t": "t-test",
    "wilcoxon": "Wilcoxon test",
    "sign": "sign test",
    "randomization": "randomization test",
    "bootstrap": "bootstrap test",
    "equivalence": "equivalence test (TOST)",
}

EFFECT_SIZES: dict[str, EffectSizeOf] = {
    "d_z": cohens_dz,
    "d_av": cohens_dav,
    "cliffs_delta": cliffs_delta,
}

__all__ = [
    "AGAINST_BASELINE",
    "BARE_TESTS",
    "CORRECTIONS",
    "DEFAULTS",
    "EFFECT_SIZES",
    "FAMILIES",
    "RANK_CORRELATIONS",
    "RANK_DEFAULTS",
    "RANK_TITLES",
    "SYSTEM_DEFAULTS",
    "SYSTEM_TESTS",
    "SYSTEM_TITLES",
    "TESTS",
    "TESTS_OF_MANY",
    "TITLES",
    "USUAL_TEST",
    "Anova",
    "AnovaRow",
    "Corrected",
    "CorrectionName",
    "EffectSize",
    "EffectSizeOf",
    "Estimate",
    "FamilyName",
    "LeadChange",
    "LeadChanges",
    "NonInferiority",
    "Outcome",
    "PairOptions",
    "PairTest",
    "PairTests",
    "PairedTest",
    "RankCorrelation",
    "RankOptions",
    "SystemOptions",
    "SystemPair",
    "SystemTest",
    "SystemsTest",
    "Watched",
    "blocked_dunnett",
    "blocked_tukey",
    "bootstrap",
    "caution_for",
    "cliffs_delta",
    "cohens_dav",
    "cohens_dz",
    "correct",
    "correct_families",
    "correlate_systems",
    "detectable_difference",
    "equivalence",
    "lead_changes",
    "letter_display",
    "max_t",
    "mean_interval",
    "mixed_model",
    "non_inferiority",
    "paired_t",
    "paired_t_tests",
    "power_of",
    "randomization",
    "randomized_dunnett",
    "randomized_tukey",
    "sign_test",
    "stars",
    "topics_needed",
    "two_way_anova",
    "watch_mean",
    "wilcoxon",
    "wilcoxon_alone",
]
