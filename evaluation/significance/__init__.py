"""Tests of two runs over the same topics, free of Django.

Each test compares a run with a baseline, topic by topic, and answers with a `PairedTest`:

    TESTS["randomization"](baseline, run, options=PairOptions(seed=7))
"""

from __future__ import annotations

from evaluation.significance.bootstrap import bootstrap
from evaluation.significance.equivalence import equivalence
from evaluation.significance.options import DEFAULTS, PairOptions
from evaluation.significance.pairs import Estimate, PairedTest, PairTest
from evaluation.significance.randomization import AllPairs, randomization, randomize_all_pairs
from evaluation.significance.sign import sign_test
from evaluation.significance.stars import stars
from evaluation.significance.t import paired_t
from evaluation.significance.wilcoxon import wilcoxon

TESTS: dict[str, PairTest] = {
    "t": paired_t,
    "wilcoxon": wilcoxon,
    "sign": sign_test,
    "randomization": randomization,
    "bootstrap": bootstrap,
    "equivalence": equivalence,
}

# As they stand after "paired" in a sentence.
TITLES = {
    "t": "t-test",
    "wilcoxon": "Wilcoxon test",
    "sign": "sign test",
    "randomization": "randomization test",
    "bootstrap": "bootstrap test",
    "equivalence": "equivalence test (TOST)",
}

__all__ = [
    "DEFAULTS",
    "TESTS",
    "TITLES",
    "AllPairs",
    "Estimate",
    "PairOptions",
    "PairTest",
    "PairedTest",
    "bootstrap",
    "equivalence",
    "paired_t",
    "randomization",
    "randomize_all_pairs",
    "sign_test",
    "stars",
    "wilcoxon",
]
