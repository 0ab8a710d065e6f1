"""A comparison's question from a request, and the cost of answering it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annotation.models import LabelSet
from evaluation.comparisons.comparing import Prepared, Question
from evaluation.comparisons.options import paired_options
from evaluation.comparisons.steps import draws_of, steps_of_draws
from evaluation.scores.measures import measures_of
from ranking.lookup import all_by_name, by_name
from ranking.models import Run


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
        only_topics_of=_labels(asked, "only_topics_of"),
        common_topics=asked["common_topics"],
        # A job does not say where it was not asked for.
        single_precision=asked.get("single_precision", False),
    )


def steps_of(prepared: Prepared) -> int:
    """The work of the tests; see `evaluation.comparisons.steps`."""
    question = prepared.question
    n_draws = draws_of(question.test, question.options.n_resamples)
    return steps_of_draws(n_draws, len(prepared.topics.topics), prepared.n_tests)


def _labels(asked: Mapping[str, Any], key: str) -> LabelSet | None:
    return by_name(LabelSet, asked[key]) if asked.get(key) else None
