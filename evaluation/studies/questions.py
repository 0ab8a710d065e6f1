from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from annotation.models import LabelSet
from evaluation.comparisons.options import paired_options
from evaluation.comparisons.outcomes import Method
from evaluation.models import Study
from evaluation.scores.measures import measures_of
from evaluation.studies.results import StudyQuestion


def question_asked(
    study: Study, label_set: LabelSet, asked: Mapping[str, Any], *, is_limited: bool = True
) -> StudyQuestion:
    """How a study is read, by what was asked; the rest is as the study began.

    Raises:
        MeasureRefused, SignificanceRefused: what makes no sense.
    """
    test = asked.get("test") or study.test
    options = paired_options(test=test, seed=asked["seed"], permutations=asked["permutations"])
    return StudyQuestion(
        study,
        label_set,
        measures_of(asked.get("measures") or study.measures),
        Method(test, options),
        asked.get("correction") or study.correction,
        asked["by"] == "kind",
        asked["letters"],
        is_limited,
    )
