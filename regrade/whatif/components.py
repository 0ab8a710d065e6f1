"""Variance components of a difference over topics and people, and plans made from them."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from regrade.given import explained
from regrade.significance.pairs import LARGEST
from regrade.significance.systems.anova import two_way_anova

MOST_TOPICS = 100_000


class Shares(NamedTuple):
    """Shares of the variance of a mean by source; they sum to 1, or are all 0.

    Attributes:
        topics, people: from the choice of topics, and of people.
        rest: from the residual.
    """

    topics: float
    people: float
    rest: float


class StudyRow(NamedTuple):
    """One design of a D-study.

    Attributes:
        n_topics, n_people: the size of the design.
        half_width: half of the interval's width, in the measure's units.
    """

    n_topics: int
    n_people: int
    half_width: float


class Components(NamedTuple):
    """Variance components of a table of topics and people.

    Attributes:
        mean: of all cells.
        n_topics, n_people: size of the table.
        topics, people: variances of the effects of topics and of people; at least 0.
        residual: variance of the interaction together with the error: a table with one value a
            cell cannot tell them apart.
        mean_square_topics, mean_square_people, mean_square_residual: of the analysis of variance.
        was_negative: which of "topics" and "people" were estimated below 0, and set to 0.
    """

    mean: float
    n_topics: int
    n_people: int
    topics: float
    people: float
    residual: float
    mean_square_topics: float
    mean_square_people: float
    mean_square_residual: float
    was_negative: tuple[str, ...] = ()

    def shares(self) -> Shares:
        """Shares of `variance_of_mean` at the table's own size; all 0 without any variance."""
        parts = self._parts(self.n_topics, self.n_people)
        whole = sum(parts)
        return Shares(*(part / whole if whole > 0.0 else 0.0 for part in parts))

    def variance_of_mean(self, n_topics: int, n_people: int) -> float:
        """Variance of the mean over this many topics and people, each drawn at random.

        topics / n_topics + people / n_people + residual / (n_topics n_people)

        Raises:
            ValueError: a number below 1.
        """
        return sum(self._parts(n_topics, n_people))

    def half_width(self, n_topics: int, n_people: int, *, confidence: float = 0.95) -> float:
        """Half of the width of the mean's interval over this many topics and people.

        t sqrt(variance_of_mean),  t the (1 + confidence) / 2 quantile with n_topics - 1 degrees
        of freedom

        The degrees of freedom are the usual approximation: they are right where most of the
        variance is from topics. Where most is from a few people, the interval is too short.

        Raises:
            ValueError: fewer than two topics or one person, or a confidence outside (0, 1).
        """
        if not 0 < confidence < 1:
            raise ValueError(f"confidence lies between 0 and 1, got {confidence}")
        if n_topics < 2:
            raise ValueError(f"an interval needs at least two topics, not {n_topics}")
        quantile = float(stdtrit(n_topics - 1, (1 + confidence) / 2))
        return quantile * math.sqrt(self.variance_of_mean(n_topics, n_people))

    def topics_needed(
        self,
        n_people: int,
        difference: float,
        *,
        confidence: float = 0.95,
        most: int = MOST_TOPICS,
    ) -> int | None:
        """Least number of topics at which the interval of such a difference leaves out 0.

        The least n with half_width(n, n_people) < |difference|. A true difference of this size is
        found half of the time; `regrade.significance.topics_needed` plans for a power.

        Args:
            n_people: people of the design.
            difference: observed mean, in the measure's units; its sign is no matter.
            confidence: of the interval.
            most: largest number of topics to consider, at least 2.

        Returns:
            At least 2; None if `most` topics are too few. The variance of people can keep the
            interval open for any number of topics: it is divided by `n_people` alone.

        Raises:
            ValueError: as `half_width`, a difference that is not finite, or `most` below 2.
        """
        if not math.isfinite(difference):
            raise ValueError(f"a difference to find is finite, got {difference}")
        if most < 2:
            raise ValueError(f"an interval needs at least two topics, `most` is {most}")

        def is_enough(n_topics: int) -> bool:
            return self.half_width(n_topics, n_people, confidence=confidence) < abs(difference)

        # More topics never widen the interval.
        found = bisect_left(range(2, most + 1), True, key=is_enough) + 2
        return found if found <= most else None

    def study_grid(
        self, topics: Sequence[int], people: Sequence[int], *, confidence: float = 0.95
    ) -> list[StudyRow]:
        """Half-widths of every number of topics with every number of people, topics first.

        Raises:
            ValueError: as `half_width`.
        """
        return [
            StudyRow(n_topics, n_people, self.half_width(n_topics, n_people, confidence=confidence))
            for n_topics in topics
            for n_people in people
        ]

    def _parts(self, n_topics: int, n_people: int) -> tuple[float, float, float]:
        if n_topics < 1 or n_people < 1:
            raise ValueError(
                f"a mean needs at least one topic and one person, got {n_topics} and {n_people}"
            )
        residual = self.residual / (n_topics * n_people)
        return self.topics / n_topics, self.people / n_people, residual


@explained
def variance_components(table: NDArray[np.float64]) -> Components:
    """Variance components of topics and people: two-way random effects, one value a cell.

    value_tp = mean + topic_t + person_p + residual_tp,
    residual = MS_residual,  topics = (MS_topics - MS_residual) / n_people,
    people = (MS_people - MS_residual) / n_topics

    This is a G-study of the crossed design topics x people; `Components` computes its D-studies.
    Negative estimates are set to 0 and named in `was_negative`.

    Args:
        table: shape (n_topics, n_people). The difference of two systems in a measure, or one
            system's value, on each topic under the labels of a single vote; a column is an
            assessor, or the position of the vote. Every cell is filled.

    Raises:
        ValueError: not two dimensions, fewer than two topics or people, or a cell that is empty or
            not finite.

    Source:
        Brennan, Generalizability Theory, 2001. For test collections: Bodoff, Information
        Processing and Management 44(3), 2008; Urbano, Marrero and Martin, SIGIR 2013. The mean
        squares agree with statsmodels' anova_lm of value ~ C(topic) + C(person).
    """
    values = _complete(table)
    n_topics, n_people = values.shape
    anova = two_way_anova(values.T)  # people in the place of systems
    in_topics, in_people, rest = (
        anova.row(source).mean_square or 0.0 for source in ("topic", "system", "residual")
    )
    topics, people = (in_topics - rest) / n_people, (in_people - rest) / n_topics
    negative = [name for name, found in (("topics", topics), ("people", people)) if found < 0.0]
    found = max(0.0, topics), max(0.0, people), rest
    mean_squares = in_topics, in_people, rest
    mean = float(values.mean())
    return Components(mean, n_topics, n_people, *found, *mean_squares, tuple(negative))


def _complete(given: ArrayLike) -> NDArray[np.float64]:
    values = np.asarray(given, np.float64)
    if values.ndim != 2 or min(values.shape) < 2:
        raise ValueError(
            f"a table has at least two rows of topics and two columns of people, got {values.shape}"
        )
    spoiled = np.argwhere(~(np.abs(values) <= LARGEST))
    if spoiled.size:
        topic, person = spoiled[0]
        raise ValueError(
            f"the value of topic {topic} and person {person} is {values[topic, person]}; variance"
            " components need a complete table of finite values"
        )
    return values
