"""Letters of systems beside their means: two that share one were not found to differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from annotation.models import LabelSet
from evaluation.comparisons.options import MOST_AT_ONCE, is_drawn, refuse_more, steps_of_draws
from evaluation.comparisons.results import ComparedRuns, evaluations_of, scores_of
from evaluation.exceptions import NotComparable, SignificanceRefused, refused_as
from evaluation.scores.scoring import RunScores
from regrade.measures import Measure
from regrade.significance import (
    AGAINST_BASELINE,
    SYSTEM_TESTS,
    SYSTEM_TITLES,
    SystemOptions,
    SystemPair,
    letter_display,
)

LEVEL = 0.05  # significance level of letters, as of the first star
# Those that compare all pairs.
LETTER_METHODS = tuple(name for name in SYSTEM_TESTS if name not in AGAINST_BASELINE)
Key = tuple[int, str, str]  # a label set, a measure, a run


class ComparedLetters(NamedTuple):
    """Letters of all runs of a comparison, by each measure under each label set one family.

    Attributes:
        notes: how they were had, in sentences.
    """

    found: Mapping[Key, str]
    notes: Sequence[str]

    def of(self, label_set: LabelSet, measure: Measure, run: str) -> str:
        """Empty where there are none."""
        return self.found.get((label_set.pk, measure.name, run), "")


def letters_of(
    means: Sequence[float],
    pairs: Iterable[tuple[SystemPair, float | None]],
    *,
    lower_is_better: bool,
) -> list[str] | None:
    """Letters of all systems, from the best mean down; see `letter_display`.

    Args:
        pairs: each with the p-value that decides.

    Returns:
        In the order of the means. None where some pair was not compared or has no p-value, and
        where they fall into more groups than there are letters.
    """
    n_systems, tested = len(means), [(pair, p) for pair, p in pairs if p is not None]
    if len(tested) < n_systems * (n_systems - 1) // 2:
        return None
    differing = [(pair.baseline, pair.system) for pair, p in tested if p < LEVEL]
    try:
        return letters_apart(means, differing, lower_is_better=lower_is_better)
    except ValueError:
        return None


def letters_apart(
    means: Sequence[float], differing: Iterable[tuple[int, int]], *, lower_is_better: bool
) -> list[str]:
    """Letters in the order of the means, from the pairs of places that were found to differ.

    Raises:
        ValueError: they fall into more groups than there are letters.
    """
    differs = np.zeros((len(means), len(means)), bool)
    for one, other in differing:
        differs[one, other] = differs[other, one] = True
    sign = -1.0 if lower_is_better else 1.0
    return letter_display([sign * mean for mean in means], differs)


def letter_comparison(compared: ComparedRuns, method: str) -> ComparedLetters:
    """Letters by one of LETTER_METHODS, its draws and seed those of the comparison.

    Raises:
        NotComparable: one run alone.
        SignificanceRefused: what the method refuses.
    """
    found = dict[Key, str]()
    tested = [measure for measure in compared.measures if measure.is_tested]
    for runs in scores_of(compared):
        if len(runs) < 2:
            raise NotComparable("Letters are of at least two runs.", code="too_few_runs")
        for measure in tested:
            found |= _family_letters(runs, measure, method, _system_options(compared))
    return ComparedLetters(found, list(_notes(compared, method)))


def refuse_long_letters(compared: ComparedRuns, method: str) -> None:
    """Check that the random draws do not exceed what a request may take.

    Raises:
        TooMuchAsked: they do.
    """
    if is_drawn(method):
        n_values = len(evaluations_of(compared).scores)
        n_values *= sum(1 for measure in compared.measures if measure.is_tested)
        n_draws, n_topics = _system_options(compared).n_resamples, len(compared.topics.topics)
        refuse_more(steps_of_draws(n_draws, n_topics, n_values), MOST_AT_ONCE)


def _system_options(compared: ComparedRuns) -> SystemOptions:
    paired = compared.method.options
    return SystemOptions(seed=paired.seed, n_resamples=paired.n_resamples)


def _family_letters(
    runs: Sequence[RunScores], measure: Measure, method: str, options: SystemOptions
) -> dict[Key, str]:
    label_set = runs[0].label_set
    values = np.stack([run.values[measure.name] for run in runs])
    whose = f"{measure.name} under {label_set}: "
    with refused_as(SignificanceRefused, whose, code="test_impossible"):
        test = SYSTEM_TESTS[method](values, options=options)
    pairs = [(pair, pair.p_value) for pair in test.pairs]
    letters = letters_of(test.means, pairs, lower_is_better=measure.lower_is_better)
    names = [run.run.name for run in runs]
    keys = [(label_set.pk, measure.name, name) for name in names]
    return dict(zip(keys, letters or [""] * len(names), strict=True))


def _notes(compared: ComparedRuns, method: str) -> Iterator[str]:
    options = _system_options(compared)
    draws = ""
    if is_drawn(method):
        draws = f" ({options.n_resamples:,} permutations, seed {options.seed})"
    yield (
        f"Raised letters: by {SYSTEM_TITLES[method]}{draws}, all runs by each measure under each"
        " label set one family; runs that share a letter were not found to differ at .05."
    )
