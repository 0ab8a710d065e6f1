"""A comparison as the browser shows it."""

from __future__ import annotations

import math
from typing import Any

from annotation.labels.pool_runs import runs_that_fed
from evaluation.comparisons.results import Block, ComparedRuns, Contrast
from evaluation.comparisons.same_relevant import same_relevant
from evaluation.scores.evaluating import cutoffs_of
from evaluation.scores.topic_choice import TopicChoice
from evaluation.scores.unlabelled import unlabelled_notes
from regrade.measures.measure import MAX_CUTOFF
from regrade.significance import EffectSize, caution_for


def comparison_view(compared: ComparedRuns, baseline: str | None) -> dict[str, Any]:
    return {
        "baseline": baseline,
        "baseline_labels": compared.baseline_labels and compared.baseline_labels.name,
        "runs": [contrast.run.run.name for contrast in compared.blocks[0].contrasts],
        "test": compared.test,
        "n_tests": compared.n_tests,
        "correction": compared.corrected.method if compared.corrected else "none",
        "n_corrected": compared.corrected and compared.corrected.n_tests,
        "test_options": _test_options(compared),
        "content_hash": compared.content_hash,
        **precision_view(compared.single_precision),
        "topics": topics_view(compared.topics),
        "same_relevant": [group._asdict() for group in same_relevant(compared)],
        "blocks": [_block(compared, block) for block in compared.blocks],
    }


def topics_view(topics: TopicChoice) -> dict[str, Any]:
    return {
        "n": len(topics.topics),
        "common_to_runs": topics.common_to_runs,
        "only_topics_of": topics.only_topics_of and topics.only_topics_of.name,
    }


def precision_view(single_precision: bool) -> dict[str, bool]:
    """Included only if single precision was requested."""
    return {"single_precision": True} if single_precision else {}


def cutoff_or_none(depth: int) -> int | None:
    """The depth as a cutoff; None for the whole ranking."""
    return None if depth == MAX_CUTOFF else depth


def _block(compared: ComparedRuns, block: Block) -> dict[str, Any]:
    labels = block.label_set
    return {
        "labels": labels.name,
        "is_simulated": labels.is_simulated,
        "min_relevance": labels.min_relevance,
        "n_topics": len(compared.topics.topics),
        "pool_runs": runs_that_fed(labels),
        "rows": [_row(compared, block, index) for index in range(len(compared.measures))],
        "unjudged": [
            _unjudged(compared, block, cutoff) for cutoff in cutoffs_of(compared.measures)
        ],
        "notes": unlabelled_notes(block.scores),
    }


def _row(compared: ComparedRuns, block: Block, index: int) -> dict[str, Any]:
    measure = compared.measures[index]
    cells = [_cell(contrast, index) for contrast in block.contrasts]
    one_baseline = compared.baseline_labels is None
    return {
        "measure": measure.name,
        "lower_is_better": measure.lower_is_better,
        "is_tested": measure.is_tested,
        "caution": caution_for(measure.symbol),
        "baseline_mean": cells[0]["baseline_mean"] if one_baseline else None,
        "baseline_n_missing": block.contrasts[0].baseline.n_missing if one_baseline else None,
        "cells": cells,
    }


def _cell(contrast: Contrast, index: int) -> dict[str, Any]:
    cell = contrast.cells[index]
    return {
        "run": contrast.run.run.name,
        "baseline_mean": cell.baseline_mean,
        "mean": cell.run_mean,
        "difference": cell.difference,
        "relative": cell.relative,
        "interval": cell.test.interval,
        "p_value": cell.test.p_value,
        "p_adjusted": cell.adjusted,
        "stars": cell.stars,
        "effects": [_effect(effect) for effect in cell.effects],
        "n_missing": contrast.run.n_missing,
    }


def _effect(effect: EffectSize) -> dict[str, Any]:
    """An infinite size, of a difference that never varies, has no number in JSON."""
    is_finite = effect.value is not None and math.isfinite(effect.value)
    return {
        "name": effect.name,
        "value": effect.value if is_finite else None,
        "interval": effect.interval,
        "note": effect.note,
    }


def _test_options(compared: ComparedRuns) -> dict[str, Any]:
    options = compared.method.options
    return {
        "seed": options.seed,
        "permutations": options.n_resamples,
        "zero_method": options.zero_method,
        "bound": options.bounds and options.bounds[1],
        "confidence": options.confidence,
    }


def _unjudged(compared: ComparedRuns, block: Block, cutoff: int) -> dict[str, Any]:
    scores = [contrast.run for contrast in block.contrasts]
    if compared.baseline_labels is None:
        scores = [block.contrasts[0].baseline, *scores]
    shares = [{"run": score.run.name, "share": score.unjudged[cutoff]} for score in scores]
    return {"cutoff": cutoff_or_none(cutoff), "shares": shares}
