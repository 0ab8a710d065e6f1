"""Scores, correlations and families of systems as the browser shows them."""

from __future__ import annotations

from typing import Any

from evaluation.api.comparison_view import cutoff_or_none, precision_view, topics_view
from evaluation.comparisons.rows import finite
from evaluation.families.systems import ComparedSystems, Family
from evaluation.scores.evaluating import RunEvaluations
from evaluation.scores.scoring import RunScores
from regrade.significance import (
    SystemOptions,
    SystemPair,
    stars,
)


def scores_view(evaluations: RunEvaluations, *, per_topic: bool) -> dict[str, Any]:
    return {
        "topics": topics_view(evaluations.topics),
        **precision_view(evaluations.single_precision),
        "topic_list": evaluations.topics.topics if per_topic else None,
        "rows": [_run_scores(evaluations, scores, per_topic) for scores in evaluations.scores],
    }


def _run_scores(evaluations: RunEvaluations, scores: RunScores, per_topic: bool) -> dict[str, Any]:
    return {
        "run": scores.run.name,
        "labels": scores.label_set.name,
        "n_missing": scores.n_missing,
        "unjudged": [
            {"cutoff": cutoff_or_none(depth), "share": share}
            for depth, share in scores.unjudged.items()
        ],
        "scores": [
            {
                "measure": measure.name,
                "lower_is_better": measure.lower_is_better,
                "mean": scores.mean(measure),
                "values": scores.values[measure.name].tolist() if per_topic else None,
            }
            for measure in evaluations.measures
        ],
    }


def systems_view(compared: ComparedSystems, options: SystemOptions) -> dict[str, Any]:
    return {
        "topics": topics_view(compared.topics),
        **precision_view(compared.single_precision),
        "runs": [run.name for run in compared.runs],
        "method": compared.method,
        "seed": options.seed,
        "permutations": options.n_resamples,
        "families": [_family(compared, family) for family in compared.families],
    }


def _family(compared: ComparedSystems, family: Family) -> dict[str, Any]:
    test, anova = family.test, family.anova
    return {
        "labels": family.label_set.name,
        "measure": family.measure.name,
        "lower_is_better": family.measure.lower_is_better,
        "means": family.means,
        "letters": family.letters,
        "how": test.method if test else "two-way analysis of variance",
        "note": test.note if test else "",
        "correction": family.corrected and family.corrected.method,
        "critical_difference": test and test.critical_difference,
        "pairs": _pairs(compared, family),
        "sources": [_source(row._asdict()) for row in anova.rows] if anova else [],
    }


def _pairs(compared: ComparedSystems, family: Family) -> list[dict[str, Any]]:
    if family.test is None:
        return []
    names = [run.name for run in compared.runs]
    return [_pair(pair, names, adjusted) for pair, adjusted in family.adjusted_pairs]


def _pair(pair: SystemPair, names: list[str], adjusted: float | None) -> dict[str, Any]:
    return {
        "baseline": names[pair.baseline],
        "run": names[pair.system],
        "difference": pair.difference,
        "interval": pair.interval,
        "p_value": pair.p_value,
        "p_adjusted": adjusted,
        "stars": stars(pair.p_value if adjusted is None else adjusted),
    }


def _source(row: dict[str, Any]) -> dict[str, Any]:
    """Without any residual F is infinite, which JSON cannot say."""
    numbers = {key: finite(value) for key, value in row.items()}
    f = numbers["f"] if isinstance(numbers["f"], float) else None
    return {**numbers, "factor": numbers["source"], "f": f}
