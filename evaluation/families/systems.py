from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

import numpy as np
from django.db import transaction
from numpy.typing import NDArray

from annotation.models import LabelSet
from evaluation.comparisons.rows import finite
from evaluation.exceptions import NotComparable, SignificanceRefused, refused_as
from evaluation.families.letters import letters_of
from evaluation.scores.estimable import mark_of
from evaluation.scores.evaluating import evaluate_runs
from evaluation.scores.measures import check_tested
from evaluation.scores.topic_choice import TopicChoice, TrainedTopics
from ranking.models import Run
from regrade.measures import Measure
from regrade.significance import (
    AGAINST_BASELINE,
    SYSTEM_TESTS,
    Anova,
    Corrected,
    CorrectionName,
    SystemOptions,
    SystemPair,
    SystemsTest,
    correct,
    stars,
    two_way_anova,
)

ANOVA = "anova"
METHODS = (*SYSTEM_TESTS, ANOVA)


class Family(NamedTuple):
    """All systems by one measure under one label set.

    Attributes:
        means: of each run over the topics, in the order of the runs.
        test: of pairs of systems; None for an analysis of variance.
        corrected: of a test whose p-values do not hold for all pairs at once; else None.
        anova: systems and topics as factors; None for another method.
    """

    label_set: LabelSet
    measure: Measure
    means: Sequence[float]
    test: SystemsTest | None
    corrected: Corrected | None
    anova: Anova | None

    @property
    def adjusted_pairs(self) -> list[tuple[SystemPair, float | None]]:
        """Each pair with its corrected p-value; None where the test's own holds for all."""
        if self.test is None:
            return []
        pairs = self.test.pairs
        adjusted = self.corrected.p_values if self.corrected else [None] * len(pairs)
        return list(zip(pairs, adjusted, strict=True))

    @property
    def letters(self) -> list[str] | None:
        """Letters of the runs, in their order; None where a pair was not compared."""
        if self.test is None:
            return None
        decided = [(pair, pair.p_value if p is None else p) for pair, p in self.adjusted_pairs]
        return letters_of(self.means, decided, lower_is_better=self.measure.lower_is_better)


class ComparedSystems(NamedTuple):
    topics: TopicChoice
    runs: Sequence[Run]
    method: str
    families: Sequence[Family]
    single_precision: bool = False


class SystemsQuestion(NamedTuple):
    """Which systems are compared as one family, by which method.

    Attributes:
        baseline: one of the runs; needed by the methods of AGAINST_BASELINE and by no other.
        correction: of p-values that do not hold for all pairs at once.
        keeps: whether values that are worked out are stored.
    """

    runs: Sequence[Run]
    label_sets: Sequence[LabelSet]
    measures: Sequence[Measure]
    method: Annotated[str, {"choices": METHODS}] = "randomized-tukey"
    baseline: Run | None = None
    options: SystemOptions = SystemOptions()
    correction: CorrectionName = "holm"
    only_topics_of: LabelSet | None = None
    common_topics: bool = False
    trained_topics: TrainedTopics = "refuse"
    single_precision: bool = False
    keeps: bool = True


@transaction.atomic
def compare_systems(*, question: SystemsQuestion) -> ComparedSystems:
    """Compare all systems at once, for each label set and measure one family.

    Raises:
        NotComparable: fewer than two runs, or a baseline that is missing, none of the runs, or
            given to a method that has none.
        SignificanceRefused: what the method refuses, or a measure that says not how good a
            system is.
        NoTopics, MeasureRefused: as `evaluate_runs` says.
    """
    options = replace(question.options, baseline=_baseline(question))
    check_tested(question.measures)
    evaluations = evaluate_runs(
        runs=question.runs,
        label_sets=question.label_sets,
        measures=question.measures,
        only_topics_of=question.only_topics_of,
        common_topics=question.common_topics,
        trained_topics=question.trained_topics,
        single_precision=question.single_precision,
        keeps=question.keeps,
    )
    families = []
    for label_set in question.label_sets:
        for measure in question.measures:
            values = evaluations.table(label_set, measure)
            whose = f"{measure.name} under {label_set}: "
            with refused_as(SignificanceRefused, whose, code="test_impossible"):
                families.append(_family(label_set, measure, values, question, options))
    return ComparedSystems(
        evaluations.topics, question.runs, question.method, families, question.single_precision
    )


def system_rows(compared: ComparedSystems) -> list[dict[str, Any]]:
    """One row for each pair of systems; of an analysis of variance, for each source."""
    return [row for family in compared.families for row in _rows(compared, family)]


def _baseline(question: SystemsQuestion) -> int:
    """The baseline's place among the runs; 0 where the method has none."""
    if len(question.runs) < 2:
        raise NotComparable("A family of systems needs at least two runs.", code="too_few_runs")
    has_one = question.method in AGAINST_BASELINE
    if question.baseline is None:
        if has_one:
            raise NotComparable(
                f"{question.method} compares with a baseline run: name one.",
                code="needs_baseline_run",
            )
        return 0
    if not has_one:
        raise NotComparable(
            f"{question.method} compares all pairs of runs: name no baseline.",
            code="takes_no_baseline",
        )
    keys = [run.pk for run in question.runs]
    if question.baseline.pk not in keys:
        raise NotComparable(
            f"The baseline {question.baseline} is none of the runs.", code="baseline_not_among_runs"
        )
    return keys.index(question.baseline.pk)


def _family(
    label_set: LabelSet,
    measure: Measure,
    values: NDArray[np.float64],
    question: SystemsQuestion,
    options: SystemOptions,
) -> Family:
    means = values.mean(axis=1).tolist()
    if question.method == ANOVA:
        return Family(label_set, measure, means, None, None, two_way_anova(values))
    test = SYSTEM_TESTS[question.method](values, options=options)
    if test.is_family_wise:
        return Family(label_set, measure, means, test, None, None)
    corrected = correct([pair.p_value for pair in test.pairs], question.correction)
    return Family(label_set, measure, means, test, corrected, None)


def _rows(compared: ComparedSystems, family: Family) -> list[dict[str, Any]]:
    settings = {
        "labels": family.label_set.name,
        "measure": family.measure.name,
        "lower_is_better": family.measure.lower_is_better,
        **mark_of(family.label_set),
    }
    if family.anova is not None:
        return [
            {**settings, **{key: finite(value) for key, value in row._asdict().items()}}
            for row in family.anova.rows
        ]
    test, names = family.test, [run.name for run in compared.runs]
    if test is None:
        return []
    return [
        {
            **settings,
            "baseline": names[pair.baseline],
            "run": names[pair.system],
            "baseline_mean": family.means[pair.baseline],
            "run_mean": family.means[pair.system],
            "difference": pair.difference,
            "low": pair.interval[0] if pair.interval else None,
            "high": pair.interval[1] if pair.interval else None,
            "p_value": pair.p_value,
            "p_adjusted": p_adjusted,
            "stars": stars(pair.p_value if p_adjusted is None else p_adjusted),
            "confidence": test.confidence,
        }
        for pair, p_adjusted in family.adjusted_pairs
    ]
