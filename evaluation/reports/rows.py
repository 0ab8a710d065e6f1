"""Evaluations and comparisons as flat rows that say everything a reader must know."""

from __future__ import annotations

from typing import Any

from annotation.labels.combining import parents_of
from annotation.labels.pool_runs import runs_that_fed
from annotation.models import LabelSet, LabelSource
from evaluation.comparisons.results import Block, Cell, ComparedRuns, Contrast
from evaluation.comparisons.rows import asked_for, sample_columns
from evaluation.scores.estimable import sampled
from evaluation.scores.evaluating import RunEvaluations, evaluation_rows, run_notes
from evaluation.scores.scoring import depth_name, depth_of
from evaluation.scores.topic_choice import TopicChoice
from regrade.counted import counted
from regrade.significance.wording import family_text, paired_text

STARS = "* p < .05, ** p < .01, *** p < .001, **** p < .0001."
LOWER_IS_BETTER = "↓ lower is better."
SINGLE_PRECISION = "Ranks by scores in single precision, as in trec_eval up to version 9."


def evaluation_table(evaluations: RunEvaluations, *, per_topic: bool) -> list[dict[str, Any]]:
    """The rows of `evaluation_rows`, with each topic's value as a row of its own."""
    rows = evaluation_rows(evaluations, per_topic=per_topic)
    return _one_row_a_topic(rows) if per_topic else rows


def evaluation_lines(evaluations: RunEvaluations) -> list[str]:
    """Notes to print under a table of scores."""
    lines = [f"{topics_text(evaluations.topics)}."]
    if any(measure.lower_is_better for measure in evaluations.measures):
        lines.append(LOWER_IS_BETTER)
    if evaluations.single_precision:
        lines.append(SINGLE_PRECISION)
    label_sets = {scores.label_set.pk: scores.label_set for scores in evaluations.scores}
    lines += [*narrowing(evaluations.topics), *run_notes(evaluations.scores, evaluations.topics)]
    return [*lines, *map(threshold_text, label_sets.values())]


def topics_text(topics: TopicChoice) -> str:
    n = len(topics.topics)
    return f"{n:,} {'topic' if n == 1 else 'topics'}"


def threshold_text(labels: LabelSet) -> str:
    return f"{labels}: {_basis(labels)}."


def comparison_table(compared: ComparedRuns) -> list[dict[str, Any]]:
    """One row for each label set, run and measure, with stars and the details behind them."""
    return [_comparison_row(compared, *shown) for shown in compared.cells]


def caveats(compared: ComparedRuns, *, intervals: str | None) -> list[str]:
    """Notes to print under every table of this comparison.

    Args:
        intervals: where the table shows intervals, such as "low and high"; None if it has none.
    """
    tests = [cell.test for *_, cell in compared.cells if cell.measure.is_tested]
    test = paired_text(compared.test, tests)
    lines = [f"{topics_text(compared.topics)}; paired {test}; {STARS}"]
    lines.append(f"Stars follow {family_text(compared.corrected, compared.n_tests)}")
    lines += _interval_lines(compared, intervals) if intervals else []
    if untested := [measure.name for measure in compared.measures if not measure.is_tested]:
        lines.append(f"No test, since it says not how good a run is: {', '.join(untested)}.")
    if compared.test == "equivalence":
        lines.append("A small p says that two runs differ by less than the bound.")
    if any(measure.lower_is_better for measure in compared.measures):
        lines.append(LOWER_IS_BETTER)
    if compared.single_precision:
        lines.append(SINGLE_PRECISION)
    lines += narrowing(compared.topics)
    for block in compared.blocks:
        lines += [*run_notes(block.scores, compared.topics), _of_block(block)]
    return [*lines, f"Inputs and result: {compared.content_hash}."]


def _interval_lines(compared: ComparedRuns, where: str) -> list[str]:
    tests = [cell.test for *_, cell in compared.cells]
    if levels := {test.confidence for test in tests if test.interval and test.confidence}:
        return [f"{where}: the {levels.pop():.0%} interval of the mean difference."]
    estimates = {(test.estimate.name, test.confidence) for test in tests if test.estimate}
    return [
        f"No interval of the mean by this test; {name} has a {level:.0%} interval of its own."
        for name, level in estimates
        if level is not None
    ]


def narrowing(topics: TopicChoice) -> list[str]:
    """Restrictions of the topics besides the label sets; printed with every output."""
    lines = []
    if topics.only_topics_of is not None:
        lines.append(f"Only topics of {topics.only_topics_of}.")
    if topics.common_to_runs:
        lines.append("Only topics that every run has.")
    if topics.n_left_out:
        without = counted(topics.n_left_out, "topic")
        lines.append(f"Without {without} that models of the runs were trained on.")
    return lines


def _basis(labels: LabelSet) -> str:
    basis, sample = f"relevant from {labels.min_relevance}", sampled(labels)
    if labels.is_simulated:
        basis += "; votes of SIMULATED assessors"
    return f"{basis}; scores are ESTIMATES, {sample.text}" if sample else basis


def _of_block(block: Block) -> str:
    labels = block.label_set
    basis = f"{labels}: {_basis(labels)}"
    if labels.source == LabelSource.COMBINED:
        return f"{basis}; combined of {', '.join(parents_of(labels))}."
    if labels.campaign is None:
        return f"{basis}; imported."
    runs = ", ".join(runs_that_fed(labels)) or "a given list"
    return f"{basis}; judged in {labels.campaign}, its pool from {runs}."


def _one_row_a_topic(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each topic's value as a row of its own, before the row that holds the mean ("all")."""
    flat = []
    for row in rows:
        topics = row.pop("topics")
        mean = row.pop("mean")
        flat += [{**row, "query_id": query_id, "value": v} for query_id, v in topics.items()]
        flat.append({**row, "query_id": "all", "value": mean})
    return flat


def _comparison_row(
    compared: ComparedRuns, block: Block, contrast: Contrast, cell: Cell
) -> dict[str, Any]:
    baseline, interval = contrast.baseline.run.name, cell.test.interval or (None, None)
    if compared.baseline_labels is not None:
        baseline = f"{baseline} under {compared.baseline_labels}"
    return {
        "labels": block.label_set.name,
        "simulated": block.label_set.is_simulated,
        "measure": cell.measure.name,
        "lower is better": cell.measure.lower_is_better,
        "baseline": baseline,
        "baseline mean": cell.baseline_mean,
        "run": contrast.run.run.name,
        "run mean": cell.run_mean,
        "difference": cell.difference,
        "low": interval[0],
        "high": interval[1],
        "confidence": cell.test.confidence,
        "test": compared.test,
        "p": cell.test.p_value,
        "stars": cell.stars,
        "topics": len(compared.topics.topics),
        "missing": contrast.run.n_missing,
        "missing (baseline)": contrast.baseline.n_missing,
        "unjudged": contrast.run.unjudged_beside(cell.measure),
        "unjudged (baseline)": contrast.baseline.unjudged_beside(cell.measure),
        "unjudged in": depth_name(depth_of(cell.measure)),
        **asked_for(compared, cell),
        **sample_columns(block.label_set, cell),
    }
