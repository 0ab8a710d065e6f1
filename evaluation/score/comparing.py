"""Runs against the first one. Imported only when asked for: scipy and statsmodels take a second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from evaluation.score.printing import aligned
from evaluation.score.scored_run import ScoredRun
from evaluation.significance import TESTS, TITLES, PairedTest, correct

LEAST_SHOWN_P = 0.0001


class Compared(NamedTuple):
    """One run against the first one by one measure; p-values are None where no test can be."""

    run: str
    measure: str
    tested: PairedTest
    corrected_p: float | None


class Comparison(NamedTuple):
    """All runs against the first one, one family of tests.

    Attributes:
        rows: run after run, the measures in their order.
        n_tests: how many of them were corrected for one another.
        explained: a sentence that stands under the table.
    """

    rows: tuple[Compared, ...]
    n_tests: int
    explained: str


def compare_with_first(runs: Sequence[ScoredRun], test: str) -> Comparison:
    """Test each run against the first, paired by topic, and correct by Holm's method.

    Args:
        runs: at least two, scored by the same measures on the same topics.
        test: key in TESTS. What counts is not compared, and neither is a geometric mean.
    """
    baseline, *others = runs
    names, tests = [], []
    for run in others:
        columns = zip(run.measures, baseline.values, run.values, strict=True)
        for printed, values, other_values in columns:
            if printed.has_topics and not printed.measure.is_count:
                names.append((run.name, printed.label))
                tests.append(TESTS[test](values, other_values))
    corrected = correct([tested.p_value for tested in tests], "holm")
    rows = tuple(
        Compared(*name, tested, p_value)
        for name, tested, p_value in zip(names, tests, corrected.p_values, strict=True)
    )
    what = f"Differences from {baseline.name} over {len(baseline.query_ids)} topics"
    explained = f"{what}, paired {TITLES[test]}; {corrected.explained}"
    return Comparison(rows, corrected.n_tests, explained)


def table_of(comparison: Comparison) -> str:
    """Rows of differences, and the sentence that explains them."""
    cells = [["run", "measure", "difference", "95% interval", "p", "corrected p"]]
    for run, measure, tested, corrected_p in comparison.rows:
        interval = ", ".join(f"{end:+.4f}" for end in tested.interval or ())
        p_values = map(_p, (tested.p_value, corrected_p))
        difference = f"{tested.mean_difference or 0:+.4f}"
        cells.append([run, measure, difference, interval, *p_values])
    return f"{aligned(cells)}{comparison.explained}\n"


def _p(value: float | None) -> str:
    if value is None:
        return ""
    return "<0.0001" if value < LEAST_SHOWN_P else f"{value:.4f}"


def differences_of(
    runs: Sequence[ScoredRun], comparison: Comparison
) -> list[dict[str, dict[str, Any]]]:
    """For each run what JSON says of it, by measure; nothing for the first."""
    told: dict[str, dict[str, dict[str, Any]]] = {run.name: {} for run in runs}
    for run, measure, tested, corrected_p in comparison.rows:
        told[run][measure] = {
            "difference": tested.mean_difference,
            "interval": tested.interval,
            "p_value": tested.p_value,
            "corrected_p_value": corrected_p,
            "test": tested.name,
            "seed": tested.seed,
            "correction": "holm",
            "n_tests": comparison.n_tests,
        }
    return list(told.values())
