"""The question of a comparison, and how a request's fields ask it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple, get_args

from annotation.models import LabelSet
from evaluation.comparisons.options import paired_options
from evaluation.comparisons.outcomes import Method
from evaluation.comparisons.results import Correction
from evaluation.scores.measures import measures_of
from evaluation.scores.topic_choice import TrainedTopics
from ranking.lookup import all_by_name, by_name
from ranking.models import Run
from regrade.measures import Measure
from regrade.significance import DEFAULTS, TESTS, USUAL_TEST, FamilyName, PairOptions


class Question(NamedTuple):
    """A question: runs compared with a baseline run, or (`baseline_labels`) each with itself.

    Without either they are compared with the best of them; see `prepare`.
    """

    runs: Sequence[Run]
    label_sets: Sequence[LabelSet]
    measures: Sequence[Measure]
    baseline: Run | None = None
    baseline_labels: LabelSet | None = None
    test: Annotated[str, {"choices": list(TESTS)}] = USUAL_TEST
    options: PairOptions = DEFAULTS
    effect_sizes: bool = False
    correction: Correction = "none"
    family: FamilyName = "column"
    only_topics_of: LabelSet | None = None
    common_topics: bool = False
    trained_topics: Annotated[TrainedTopics, {"choices": get_args(TrainedTopics)}] = "refuse"
    single_precision: bool = False

    @property
    def method(self) -> Method:
        return Method(self.test, self.options, self.effect_sizes)

    @property
    def all_labels(self) -> list[LabelSet]:
        return [*([self.baseline_labels] if self.baseline_labels else []), *self.label_sets]

    @property
    def all_runs(self) -> list[Run]:
        return [*([self.baseline] if self.baseline else []), *self.runs]


def question_of(asked: Mapping[str, Any]) -> Question:
    """The question of a request's fields.

    Raises:
        NotFound, MeasureRefused, SignificanceRefused: something that is not there, or makes no
            sense.
    """
    return Question(
        runs=all_by_name(Run, asked["runs"]),
        label_sets=all_by_name(LabelSet, asked["labels"]),
        measures=measures_of(asked["measures"]),
        baseline=by_name(Run, asked["baseline"]) if asked.get("baseline") else None,
        baseline_labels=_labels(asked, "baseline_labels"),
        test=asked["test"],
        options=paired_options(
            test=asked["test"],
            **{name: asked[name] for name in ("seed", "permutations", "zero_method")},
            bound=asked.get("bound"),
        ),
        effect_sizes=asked["effect_sizes"],
        correction=asked["correction"],
        family=family_of(asked),
        only_topics_of=_labels(asked, "only_topics_of"),
        common_topics=asked["common_topics"],
        # A job does not say where they were not asked for.
        trained_topics=asked.get("trained_topics", "refuse"),
        single_precision=asked.get("single_precision", False),
    )


def family_of(asked: Mapping[str, Any]) -> FamilyName:
    """The family of a stored question; before it could be chosen, it was the whole table."""
    family: FamilyName = asked.get("family", "table")
    return family


def _labels(asked: Mapping[str, Any], key: str) -> LabelSet | None:
    return by_name(LabelSet, asked[key]) if asked.get(key) else None
