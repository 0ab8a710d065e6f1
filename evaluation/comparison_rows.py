from __future__ import annotations

import math
from typing import Any

from evaluation.comparison import Cell, ComparedRuns, Contrast
from evaluation.significance import DEFAULTS, PairedTest

PLAIN = ("t", "wilcoxon")


def comparison_rows(compared: ComparedRuns) -> list[dict[str, Any]]:
    """One row for each label set, run and measure, with the keys of `compare --format json`."""
    return [_row(compared, contrast, cell) for _, contrast, cell in compared.cells]


def asked_for(compared: ComparedRuns, cell: Cell) -> dict[str, Any]:
    """What a row says of its test only where somebody asked for more than the plain one."""
    told: dict[str, Any] = {}
    if compared.corrected is not None:
        told["p_adjusted"] = cell.adjusted
        told["correction"] = compared.corrected.method
        told["n_corrected"] = compared.corrected.n_tests
    for effect in cell.effects:
        low, high = effect.interval or (None, None)
        told[effect.name] = finite(effect.value)
        told |= {f"{effect.name}_low": finite(low), f"{effect.name}_high": finite(high)}
    return told | details_of(cell.test)


def details_of(test: PairedTest) -> dict[str, Any]:
    """How p was had; nothing for a plain t-test or Wilcoxon test."""
    if test.name in PLAIN and test.zero_method in (None, DEFAULTS.zero_method):
        return {}
    details = {
        "method": test.method,
        "seed": test.seed,
        "n_resamples": test.n_resamples,
        "zero_method": test.zero_method,
        "bounds": test.bounds,
    }
    return {key: value for key, value in details.items() if value is not None}


def _row(compared: ComparedRuns, contrast: Contrast, cell: Cell) -> dict[str, Any]:
    row = {
        "baseline": contrast.baseline.run.name,
        "run": contrast.run.run.name,
        "labels": contrast.run.label_set.name,
        "measure": cell.measure.name,
        "baseline_mean": cell.baseline_mean,
        "run_mean": cell.run_mean,
        "difference": cell.difference,
        "p_value": cell.test.p_value,
        "test": compared.test,
        "n_topics": len(compared.topics.topics),
    }
    if compared.baseline_labels is not None:
        row["baseline_labels"] = compared.baseline_labels.name
    return row | asked_for(compared, cell)


def finite(number: Any) -> Any:
    """JSON has no infinite numbers: a difference that never varies has an infinite size."""
    if not isinstance(number, float) or math.isfinite(number):
        return number
    return "infinite" if number > 0 else "-infinite"
