from __future__ import annotations

import math
from typing import Any

from annotation.models import LabelSet
from evaluation.comparisons.results import Cell, ComparedRuns, Contrast
from evaluation.scores.estimable import mark_of
from evaluation.scores.scoring import depth_name, depth_of
from regrade.significance import PairedTest


def comparison_rows(compared: ComparedRuns) -> list[dict[str, Any]]:
    """One row for each label set, run and measure, with the keys of `compare --format json`."""
    return [_row(compared, contrast, cell) for _, contrast, cell in compared.cells]


def asked_for(compared: ComparedRuns, cell: Cell) -> dict[str, Any]:
    """Columns about ranks and test, unless both are the defaults."""
    columns: dict[str, Any] = {"single_precision": True} if compared.single_precision else {}
    if compared.corrected is not None:
        columns["p_adjusted"] = cell.adjusted
        columns["correction"] = compared.corrected.method
        columns["family"] = compared.corrected.family
        columns["n_corrected"] = cell.n_corrected
    for effect in cell.effects:
        low, high = effect.interval or (None, None)
        columns[effect.name] = finite(effect.value)
        columns |= {f"{effect.name}_low": finite(low), f"{effect.name}_high": finite(high)}
    return columns | _estimate(cell.test) | details_of(cell.test)


def sample_columns(label_set: LabelSet, cell: Cell) -> dict[str, Any]:
    """Columns that mark estimates; empty under labels that are no sample."""
    low, high = cell.these_topics or (None, None)
    mark = mark_of(label_set)
    return mark and {**mark, "these_topics_low": low, "these_topics_high": high}


def _estimate(test: PairedTest) -> dict[str, Any]:
    """Where a test by ranks or signs says the differences lie, instead of their mean."""
    if test.estimate is None:
        return {}
    name, value, interval, _ = test.estimate
    low, high = interval or (None, None)
    return {name: value, f"{name}_low": low, f"{name}_high": high}


def details_of(test: PairedTest) -> dict[str, Any]:
    """How p was computed; empty for a t-test."""
    if test.name == "t":
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
    low, high = cell.test.interval or (None, None)
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
        "low": finite(low),
        "high": finite(high),
        "confidence": cell.test.confidence,
        "stars": cell.stars,
        "lower_is_better": cell.measure.lower_is_better,
        **_beside(contrast, cell),
    }
    if compared.baseline_labels is not None:
        row["baseline_labels"] = compared.baseline_labels.name
    return row | asked_for(compared, cell) | sample_columns(contrast.run.label_set, cell)


def _beside(contrast: Contrast, cell: Cell) -> dict[str, Any]:
    """Fields that accompany every score."""
    return {
        "simulated": contrast.run.label_set.is_simulated,
        "min_relevance": contrast.run.label_set.min_relevance,
        "n_missing": contrast.run.n_missing,
        "baseline_n_missing": contrast.baseline.n_missing,
        "unjudged": contrast.run.unjudged_beside(cell.measure),
        "baseline_unjudged": contrast.baseline.unjudged_beside(cell.measure),
        "unjudged_in": depth_name(depth_of(cell.measure)),
    }


def finite(number: Any) -> Any:
    """JSON has no infinite numbers: a difference that never varies has an infinite size."""
    if not isinstance(number, float) or math.isfinite(number):
        return number
    return "infinite" if number > 0 else "-infinite"
