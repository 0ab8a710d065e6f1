"""A study as it is read: the question, and the table that answers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.models import LabelSet
from evaluation.comparisons.outcomes import Method
from evaluation.models import Study
from evaluation.scores.topic_choice import TopicChoice
from evaluation.studies.lines import Changes
from regrade.measures import Measure
from regrade.significance import Corrected, PairedTest, stars
from regrade.significance.pairs import difference

Values = NDArray[np.float64]


class StudyQuestion(NamedTuple):
    """How a study is read.

    Attributes:
        by_kind: whether variants of one kind are one line, each topic with its mean over them.
        letters: whether lines are compared with each other as well.
    """

    study: Study
    label_set: LabelSet
    measures: Sequence[Measure]
    method: Method
    correction: str = "holm"
    by_kind: bool = False
    letters: bool = False
    is_limited: bool = True


class LineShown(NamedTuple):
    """A line of a table; one by kind stands for `n_variants`."""

    title: str
    changes: Changes
    kind: str
    n_variants: int


class StudyCell(NamedTuple):
    """One ranker over one line's texts by one measure.

    Attributes:
        original: the ranker's mean over the original texts.
        test: of the line against the originals; None for these themselves, or if they are missing.
        adjusted: p corrected for all such tests of the table.
        better_than: rankers, by place, that do worse on these texts.
        loses_less_than: rankers, by place, that lose more from the originals to these texts.
        letters: lines of this ranker that share one do not differ; empty if that was not asked.
    """

    ranker: int
    measure: Measure
    mean: float
    original: float | None
    test: PairedTest | None
    adjusted: float | None
    better_than: tuple[int, ...]
    loses_less_than: tuple[int, ...]
    letters: str
    n_missing: int
    unjudged: float | None

    @property
    def difference(self) -> float | None:
        """From the originals; 0 if the two differ by rounding only."""
        if self.test is None or self.original is None:
            return None
        return float(difference(self.original, self.mean))

    @property
    def relative(self) -> float | None:
        """The difference as a share of the original mean; None where that is 0."""
        return (
            self.difference / self.original
            if self.difference is not None and self.original
            else None
        )

    @property
    def stars(self) -> str:
        if self.test is None:
            return ""
        return stars(self.test.p_value if self.adjusted is None else self.adjusted)


class StudyTable(NamedTuple):
    """A study as it is read.

    Attributes:
        cells: of each line all that are there, by measure and then by ranker.
        corrections: of the tests against the originals, between rankers, between their losses and
            between lines, as far as each was corrected.
    """

    question: StudyQuestion
    topics: TopicChoice
    rankers: Sequence[str]
    lines: Sequence[LineShown]
    cells: Sequence[Sequence[StudyCell]]
    corrections: Mapping[str, Corrected]
    n_runs: int
    n_complete: int


class Field(NamedTuple):
    """Values of one ranker over one line's texts, by measure."""

    values: Mapping[str, Values]
    n_missing: int
    unjudged: Mapping[str, float | None]


Fields = dict[tuple[int, int], Field]  # by line and ranker
