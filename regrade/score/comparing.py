"""Runs against the first one. Imported only when asked for: scipy and statsmodels take a second."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from regrade.score.printed import ScoredRun
from regrade.score.testing import Testing
from regrade.significance import (
    DEFAULTS,
    TESTS,
    Corrected,
    PairedTest,
    PairOptions,
    correct_families,
)
from regrade.significance.pairs import differences_key, paired_differences
from regrade.significance.wording import (
    family_text,
    interval_shown,
    paired_text,
    shown_p,
)
from regrade.tables import aligned, csv_of

# Only JSON has the estimate of a test that does not use the mean.
CSV_COLUMNS = (
    *("baseline", "difference", "interval_low", "interval_high", "p_value", "corrected_p_value"),
    *("test", "method", "zero_method", "seed", "n_resamples", "correction", "family", "n_tests"),
    "n_corrected",
)


class Compared(NamedTuple):
    """One run against the first one by one measure; p-values are None where no test can be.

    `n_corrected` is the number of tests that its p was corrected for; None without a correction.
    """

    run: str
    measure: str
    tested: PairedTest
    corrected_p: float | None
    n_corrected: int | None
    is_labelled: bool  # whether both runs have a labelled passage; a test means nothing otherwise


class Comparison(NamedTuple):
    """All runs against the first one.

    Attributes:
        baseline: name of the first run.
        rows: run after run, the measures in their order.
        correction: key in CORRECTIONS, "none" where p-values stay as they are.
        family: the tests that each p is corrected for, a key in FAMILIES.
        n_tests: how many tests were possible.
        explained: a sentence that stands under the table.
    """

    baseline: str
    rows: tuple[Compared, ...]
    correction: str
    family: str
    n_tests: int
    explained: str


def compare_with_first(runs: Sequence[ScoredRun], testing: Testing) -> Comparison:
    """Test each run against the first, paired by topic.

    Args:
        runs: at least two, scored by the same measures on the same topics.
        testing: which test, and how. What says not how good a run is gets none, and neither
            does a geometric mean.
    """
    baseline, *others = runs
    named = list(_tests(baseline, others, testing))
    names, tests = [name for name, *_ in named], [tested for _, tested, _ in named]
    corrected = _corrected(named, testing)
    none = (None,) * len(tests)
    p_values, sizes = (corrected.p_values, corrected.sizes) if corrected else (none, none)
    unlabelled = [run.name for run in runs if run.note]
    rows = tuple(
        Compared(*name, tested, p, size, not {baseline.name, name[0]}.intersection(unlabelled))
        for name, tested, p, size in zip(names, tests, p_values, sizes, strict=True)
    )
    n_tests = sum(tested.p_value is not None for tested in tests)
    what = f"Differences from {baseline.name} over {len(baseline.query_ids)} topics"
    caption = f"{what}, paired {_with_interval(tests)}; {family_text(corrected, n_tests)}"
    if unlabelled:
        caption += (
            f" A p in parentheses means nothing: no passage of {', '.join(unlabelled)} has a label."
        )
    return Comparison(baseline.name, rows, testing.correction, testing.family, n_tests, caption)


def _tests(
    baseline: ScoredRun, others: Sequence[ScoredRun], testing: Testing
) -> Iterator[tuple[tuple[str, str], PairedTest, bytes | None]]:
    """Run and measure, the test, and the key of its differences."""
    options = PairOptions(
        seed=DEFAULTS.seed if testing.seed is None else testing.seed,
        n_resamples=testing.n_resamples or DEFAULTS.n_resamples,
    )
    for run in others:
        for printed, *values in zip(run.measures, baseline.values, run.values, strict=True):
            if printed.is_tested:
                tested = TESTS[testing.test](*values, options=options)
                key = differences_key(tested, paired_differences(*values))
                yield (run.name, printed.label), tested, key


def _corrected(
    named: Sequence[tuple[tuple[str, str], PairedTest, bytes | None]], testing: Testing
) -> Corrected | None:
    if testing.correction == "none":
        return None
    is_whole = testing.family == "table"
    return correct_families(
        [tested.p_value for _, tested, _ in named],
        testing.correction,
        testing.family,
        members=["" if is_whole else measure for (_, measure), *_ in named],
        tests=[key for *_, key in named],
    )


def table_of(comparison: Comparison) -> str:
    """Rows of differences, and the sentence that explains them."""
    columns = {
        "run": [row.run for row in comparison.rows],
        "measure": [row.measure for row in comparison.rows],
        "difference": [f"{row.tested.mean_difference or 0:+.4f}" for row in comparison.rows],
        "95% interval": [_interval(row.tested) for row in comparison.rows],
        "p": [_p(row.tested.p_value, row.is_labelled) for row in comparison.rows],
        "corrected p": [_p(row.corrected_p, row.is_labelled) for row in comparison.rows],
    }
    # Some tests have no interval, and where nothing is corrected there is no corrected p.
    shown = {name: cells for name, cells in columns.items() if any(cells) or name == "p"}
    rows = zip(*shown.values(), strict=True)
    return f"{aligned([list(shown), *map(list, rows)], n_texts=2)}{comparison.explained}\n"


def _with_interval(tests: Sequence[PairedTest]) -> str:
    """The test, and the quantity that its intervals cover, if that is not the mean difference."""
    text = paired_text(tests[0].name, tests)
    estimates = [tested.estimate.name for tested in tests if tested.estimate is not None]
    return f"{text}, intervals of the {estimates[0]}" if estimates else text


def _interval(tested: PairedTest) -> str:
    return ", ".join(f"{end:+.4f}" for end in interval_shown(tested) if end is not None)


def _p(value: float | None, is_labelled: bool) -> str:
    text = shown_p(value) or ""
    return text if is_labelled or not text else f"({text})"


def differences_of(
    runs: Sequence[ScoredRun], comparison: Comparison
) -> list[dict[str, dict[str, Any]]]:
    """For each run what JSON says of it, by measure; nothing for the first."""
    by_run: dict[str, dict[str, dict[str, Any]]] = {run.name: {} for run in runs}
    for row in comparison.rows:
        by_run[row.run][row.measure] = _difference(row, comparison)
    return list(by_run.values())


def _difference(row: Compared, comparison: Comparison) -> dict[str, Any]:
    tested = row.tested
    return {
        "baseline": comparison.baseline,
        "difference": tested.mean_difference,
        "interval": tested.interval,
        "estimate": tested.estimate and tested.estimate._asdict(),
        "confidence": tested.confidence,
        "p_value": tested.p_value,
        "corrected_p_value": row.corrected_p,
        "test": tested.name,
        "method": tested.method,
        "zero_method": tested.zero_method,
        "seed": tested.seed,
        "n_resamples": tested.n_resamples,
        "correction": comparison.correction,
        "family": comparison.family,
        "n_tests": comparison.n_tests,
        "n_corrected": row.n_corrected,
    }


def csv_table(runs: Sequence[ScoredRun], comparison: Comparison) -> str:
    """A row for each run and measure: its value, and where it was tested the difference."""
    lines: list[list[Any]] = []
    for run, differences in zip(runs, differences_of(runs, comparison), strict=True):
        for label, value in run.summaries().items():
            cells = dict(differences.get(label, {}))
            low, high = cells.pop("interval", None) or (None, None)
            cells |= {"interval_low": low, "interval_high": high}
            lines.append([run.name, run.tag, label, value, *map(cells.get, CSV_COLUMNS)])
    return csv_of(["run", "tag", "measure", "value", *CSV_COLUMNS], lines)
