"""The tests of a study: against the originals, between rankers, and between lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from evaluation.comparisons.outcomes import Outcome, leave_untested, p_value, work_out
from evaluation.comparisons.steps import refuse_more, steps_of_draws
from evaluation.exceptions import SignificanceRefused
from evaluation.studies.results import Field, Fields, StudyQuestion, Values
from regrade.measures import Measure
from regrade.significance import Corrected, PairedTest, correct, letter_display
from regrade.significance.pairs import difference

LEVEL = 0.05
# A test by ranks takes as long as so many draws.
RANKED_AS_DRAWS = 1000
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
        keys, p_values, signs = [], list[float | None](), list[float]()
        for line, measure, one, other in self._pairs(loss):
            a, b = (self._shown(line, each, measure, loss) for each in (one, other))
            keys.append((line, measure.name, one, other))
            p_values.append(p_value(b, a, self._question.method))
            better = float(difference(b.mean(), a.mean()))
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
        """Of the lines of each ranker by each measure, which is one family."""
        found = dict[tuple[int, int, str], str]()
        for ranker in range(self._n_rankers):
            lines = [line for line, each in self._fields if each == ranker]
            for measure in self._question.measures:
                if not measure.is_tested or len(lines) < 2:
                    continue
                values = [self._fields[line, ranker].values[measure.name] for line in lines]
                letters = self._letters_of(values, measure)
                found |= {
                    (line, ranker, measure.name): letter
                    for line, letter in zip(lines, letters, strict=True)
                }
        return found

    def _letters_of(self, values: Sequence[Values], measure: Measure) -> list[str]:
        pairs = list(combinations(range(len(values)), 2))
        method = self._question.method
        p_values = [p_value(values[a], values[b], method) for a, b in pairs]
        differs = np.zeros((len(values), len(values)), bool)
        for (a, b), p in zip(pairs, self._corrected("lines", p_values), strict=True):
            differs[a, b] = differs[b, a] = p is not None and p < LEVEL
        sign = -1 if measure.lower_is_better else 1
        return letter_display([sign * float(each.mean()) for each in values], differs)

    def _test(self, original: Field, variant: Field, measure: Measure) -> Outcome:
        test = work_out if measure.is_tested else leave_untested
        return test(
            original.values[measure.name], variant.values[measure.name], self._question.method
        )

    def _corrected(self, family: str, p_values: Sequence[float | None]) -> Sequence[float | None]:
        if self._question.correction == "none" or not any(p is not None for p in p_values):
            return p_values
        try:
            corrected = correct(p_values, self._question.correction)  # type: ignore[arg-type]
        except ValueError as error:
            raise SignificanceRefused(f"These tests cannot be corrected: {error}.") from error
        self.corrections[family] = corrected
        return corrected.p_values


def refuse_long(question: StudyQuestion, n_topics: int, n_lines: int, n_rankers: int) -> None:
    """Check that the tests of a table take no more than some seconds.

    Raises:
        TooMuchAsked: it says by how much.
    """
    options = question.method.options
    n_draws = {
        "randomization": options.n_resamples,
        "bootstrap": options.n_resamples,
        "wilcoxon": RANKED_AS_DRAWS,
    }.get(question.method.test, 0)
    n_pairs = n_rankers * (n_rankers - 1) // 2
    n_tests = n_lines * (n_rankers + 2 * n_pairs)
    if question.letters:
        n_tests += n_rankers * n_lines * (n_lines - 1) // 2
    steps = steps_of_draws(n_draws, n_topics, n_tests * len(question.measures))
    refuse_more(steps, MOST_STEPS)
