from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from django.db import transaction

from annotation.models import LabelSet
from evaluation.exceptions import NotComparable
from evaluation.kept_scores import ENGINE
from evaluation.measures import Measure
from evaluation.models import Comparison
from evaluation.services.evaluate_runs import cutoffs_of
from evaluation.services.hash_runs import hash_runs
from evaluation.services.score_runs import RunScores, score_runs
from evaluation.significance import TESTS, PairedTest
from evaluation.topic_choice import TopicChoice, choose_topics
from ranking.models import Run

TestName = Literal["t", "wilcoxon"]


class Cell(NamedTuple):
    """One measure of one run beside its baseline."""

    measure: Measure
    baseline_mean: float
    run_mean: float
    test: PairedTest

    @property
    def difference(self) -> float:
        return self.run_mean - self.baseline_mean


class Contrast(NamedTuple):
    """A run and what it is held against: another run, or itself under other labels."""

    baseline: RunScores
    run: RunScores
    cells: Sequence[Cell]


class Block(NamedTuple):
    """All contrasts under one label set."""

    label_set: LabelSet
    contrasts: Sequence[Contrast]


class ComparedRuns(NamedTuple):
    """What a comparison page or table shows, and the hash by which it can be found again."""

    topics: TopicChoice
    measures: Sequence[Measure]
    test: TestName
    baseline_labels: LabelSet | None
    blocks: Sequence[Block]
    content_hash: str

    @property
    def n_tests(self) -> int:
        return sum(len(c.cells) for block in self.blocks for c in block.contrasts)


class Question(NamedTuple):
    """What is compared: runs with a baseline run, or (`baseline_labels`) each with itself."""

    runs: Sequence[Run]
    label_sets: Sequence[LabelSet]
    measures: Sequence[Measure]
    baseline: Run | None = None
    baseline_labels: LabelSet | None = None
    test: TestName = "t"
    only_topics_of: LabelSet | None = None
    common_topics: bool = False


@transaction.atomic
def compare_runs(*, question: Question) -> ComparedRuns:
    """Compare runs on the topics that all label sets have, and freeze the result.

    The same question on the same inputs finds the same `Comparison` row again.

    Raises:
        NotComparable: neither or both kinds of baseline, or runs and labels that do not fit.
        NoTopics, MeasureRefused: as `choose_topics` and `score_runs` say.
    """
    if (question.baseline is None) == (question.baseline_labels is None):
        raise NotComparable("Name a baseline run or baseline labels, and not both.")
    topics = choose_topics(
        _all_labels(question),
        only_topics_of=question.only_topics_of,
        common_to=_all_runs(question) if question.common_topics else (),
    )
    blocks = _blocks(question, topics)
    compared = ComparedRuns(
        topics, question.measures, question.test, question.baseline_labels, blocks, ""
    )
    return compared._replace(content_hash=_freeze(question, compared))


def comparison_rows(compared: ComparedRuns) -> list[dict[str, Any]]:
    """One row for each label set, run and measure, with the keys of `compare --format json`."""
    return [
        _row(compared, contrast, cell)
        for block in compared.blocks
        for contrast in block.contrasts
        for cell in contrast.cells
    ]


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
    return row


def _all_labels(question: Question) -> list[LabelSet]:
    old = [question.baseline_labels] if question.baseline_labels else []
    return [*old, *question.label_sets]


def _all_runs(question: Question) -> list[Run]:
    baseline = [question.baseline] if question.baseline else []
    return [*baseline, *question.runs]


def _blocks(question: Question, topics: TopicChoice) -> list[Block]:
    scored = score_runs(
        runs=_all_runs(question),
        label_sets=_all_labels(question),
        measures=question.measures,
        topic_ids=topics.ids,
        cutoffs=cutoffs_of(question.measures),
    )
    if question.baseline is not None:
        return [
            Block(block[0].label_set, [_contrast(block[0], run, question) for run in block[1:]])
            for block in scored
        ]
    return [
        Block(
            block[0].label_set,
            [_contrast(old, new, question) for old, new in zip(scored[0], block, strict=True)],
        )
        for block in scored[1:]
    ]


def _contrast(baseline: RunScores, run: RunScores, question: Question) -> Contrast:
    test = TESTS[question.test]
    cells = [
        Cell(
            measure,
            baseline.mean(measure),
            run.mean(measure),
            test(baseline.values[measure.name], run.values[measure.name]),
        )
        for measure in question.measures
    ]
    return Contrast(baseline, run, cells)


def _freeze(question: Question, compared: ComparedRuns) -> str:
    spec = {
        "runs": [run.name for run in question.runs],
        "baseline": question.baseline and question.baseline.name,
        "baseline_labels": question.baseline_labels and question.baseline_labels.name,
        "labels": [label_set.name for label_set in question.label_sets],
        "measures": [measure.name for measure in question.measures],
        "test": question.test,
        "query_ids": [topic.query_id for topic in compared.topics.topics],
        "engine": ENGINE,
        "run_hashes": hash_runs(runs=_all_runs(question)),
        "label_hashes": {labels.name: labels.content_hash for labels in _all_labels(question)},
    }
    digest = sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()
    Comparison.objects.get_or_create(
        content_hash=digest, defaults={"spec": spec, "result": comparison_rows(compared)}
    )
    return digest
