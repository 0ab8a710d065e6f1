"""The tests of a study: against the originals, between rankers, and between lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from scipy.stats import rankdata

from evaluation.comparisons.options import draws_of, refuse_more, steps_of_draws
from evaluation.comparisons.outcomes import (
    Method,
    Outcome,
    correct_together,
    leave_untested,
    p_value,
    work_out,
)
from evaluation.exceptions import SignificanceRefused, refused_as
from evaluation.families.letters import LEVEL, letters_apart
from evaluation.studies.results import Field, Fields, StudyQuestion, Values
from regrade.measures import Measure
from regrade.significance import TESTS, Corrected, PairedTest
from regrade.significance.pairs import difference

# A small p of the equivalence test says that nothing differs, which no marker means.
STUDY_TESTS = [test for test in TESTS if test != "equivalence"]
# There may be thousands of tests: any takes as long as so many draws.
ANY_AS_DRAWS = 200
# Some seconds.
MOST_STEPS = 500_000_000


class StudyTests:
    """All tests of a table, each family corrected by itself."""

    def __init__(self, question: StudyQuestion, fields: Fields, n_rankers: int) -> None:
        self._question, self._fields, self._n_rankers = question, fields, n_rankers
        self.corrections: dict[str, Corrected] = {}
        self.against_original = self._against_original()
        self.better = self._between_rankers("rankers", loss=False)
        self.less_lost = self._between_rankers("losses", loss=True)
        self.letters = self._letters() if question.letters else {}

    def _against_original(self) -> dict[tuple[int, int, str], tuple[PairedTest, float | None]]:
        found = {
            (line, ranker, measure.name): self._test(
                self._fields[0, ranker], self._fields[line, ranker], measure
            ).test
            for line, ranker in self._fields
            for measure in self._question.measures
            if line and (0, ranker) in self._fields
        }
        adjusted = self._corrected("originals", [test.p_value for test in found.values()])
        return {key: (test, p) for (key, test), p in zip(found.items(), adjusted, strict=True)}

    def _between_rankers(self, family: str, *, loss: bool) -> dict[tuple[int, int, str], list[int]]:
        """For each line, ranker and measure the rankers that it beats."""
        keys, p_values, signs = [], list[float | None](), list[int]()
        for line, measure, one, other in self._pairs(loss):
            a, b = (self._shown(line, each, measure, loss) for each in (one, other))
            keys.append((line, measure.name, one, other))
            p_values.append(p_value(b, a, self._question.method))
            better = _direction(difference(b, a), self._question.method.test)
            signs.append(-better if measure.lower_is_better else better)
        beaten = dict[tuple[int, int, str], list[int]]()
        adjusted = self._corrected(family, p_values)
        for (line, name, one, other), p, sign in zip(keys, adjusted, signs, strict=True):
            if p is not None and p < LEVEL and sign:
                winner, loser = (one, other) if sign > 0 else (other, one)
                beaten.setdefault((line, winner, name), []).append(loser)
        return beaten

    def _pairs(self, loss: bool) -> Iterator[tuple[int, Measure, int, int]]:
        for line in dict.fromkeys(line for line, _ in self._fields):
            there = [
                ranker
                for ranker in range(self._n_rankers)
                if (line, ranker) in self._fields and (not loss or (0, ranker) in self._fields)
            ]
            if loss and not line:
                continue
            for measure in self._question.measures:
                if measure.is_tested:
                    for one, other in combinations(there, 2):
                        yield line, measure, one, other

    def _shown(self, line: int, ranker: int, measure: Measure, loss: bool) -> Values:
        values = self._fields[line, ranker].values[measure.name]
        return values - self._fields[0, ranker].values[measure.name] if loss else values

    def _letters(self) -> dict[tuple[int, int, str], str]:
        """Of the lines of each ranker by each measure; all of them are one family."""
        groups = {
            (ranker, measure): [line for line, each in self._fields if each == ranker]
            for ranker in range(self._n_rankers)
            for measure in self._question.measures
            if measure.is_tested
        }
        p_values = [
            p_value(self._of(a, ranker, measure), self._of(b, ranker, measure), self._method)
            for (ranker, measure), lines in groups.items()
            for a, b in combinations(lines, 2)
        ]
        adjusted = iter(self._corrected("lines", p_values))
        found = dict[tuple[int, int, str], str]()
        for (ranker, measure), lines in groups.items():
            places = combinations(range(len(lines)), 2)
            p_of = {pair: next(adjusted) for pair in places}
            differing = [pair for pair, p in p_of.items() if p is not None and p < LEVEL]
            means = [float(self._of(line, ranker, measure).mean()) for line in lines]
            for line, letters in zip(lines, _letters(means, differing, measure), strict=True):
                found[line, ranker, measure.name] = letters
        return found

    def _of(self, line: int, ranker: int, measure: Measure) -> Values:
        return self._fields[line, ranker].values[measure.name]

    @property
    def _method(self) -> Method:
        return self._question.method

    def _test(self, original: Field, variant: Field, measure: Measure) -> Outcome:
        test = work_out if measure.is_tested else leave_untested
        return test(
            original.values[measure.name], variant.values[measure.name], self._question.method
        )

    def _corrected(self, family: str, p_values: Sequence[float | None]) -> Sequence[float | None]:
        if self._question.correction == "none" or not any(p is not None for p in p_values):
            return p_values
        corrected = correct_together(p_values, self._question.correction)  # type: ignore[arg-type]
        self.corrections[family] = corrected
        return corrected.p_values


def _letters(
    means: Sequence[float], differing: Sequence[tuple[int, int]], measure: Measure
) -> list[str]:
    why = "Too many lines for letters: "
    with refused_as(SignificanceRefused, why, code="too_many_letters"):
        return letters_apart(means, differing, lower_is_better=measure.lower_is_better)


def _direction(differences: Values, test: str) -> int:
    """1 where the second is greater by what the test looks at and by its mean, -1 where less.

    0 where the two are not of one mind: ranks and signs may point another way than the mean.
    """
    by_mean = int(np.sign(difference(0.0, differences.mean())))
    if test == "wilcoxon":
        moved = differences[differences != 0.0]
        by_test = int(np.sign(np.sum(np.sign(moved) * rankdata(np.abs(moved)))))
    elif test == "sign":
        by_test = int(np.sign(np.sum(np.sign(differences))))
    else:
        by_test = by_mean
    return by_mean if by_mean == by_test else 0


def refuse_long(question: StudyQuestion, n_topics: int, n_lines: int, n_rankers: int) -> None:
    """Check that the tests of a table take no more than some seconds.

    Raises:
        TooMuchAsked: it says by how much.
    """
    method = question.method
    n_draws = draws_of(method.test, method.options.n_resamples) or ANY_AS_DRAWS
    n_pairs = n_rankers * (n_rankers - 1) // 2
    n_tests = n_lines * (n_rankers + 2 * n_pairs)
    if question.letters:
        n_tests += n_rankers * n_lines * (n_lines - 1) // 2
    steps = steps_of_draws(n_draws, n_topics, n_tests * len(question.measures))
    refuse_more(steps, MOST_STEPS)
