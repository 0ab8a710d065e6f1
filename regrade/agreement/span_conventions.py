"""Agreement on highlights over all assessors of a pair, by named conventions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.estimates import Estimate, Sampling
from regrade.agreement.highlights import jaccard_of_couples
from regrade.agreement.highlights_in_depth import HighlightedPair, estimate_over_topics
from regrade.agreement.statistic import Mean
from regrade.given import explained
from regrade.highlights.words import Highlights, highlighted_words, spans_of, split_words

Coefficient = Literal["strict", "lenient", "pairwise"]
Unit = Literal["characters", "words"]
Empty = Literal["agree", "differ", "leave-out"]


class Convention(NamedTuple):
    """How agreement on the highlights of one pair is computed.

    Attributes:
        coefficient: `strict`: what all assessors highlighted, as a share of what any did;
            `lenient`: what at least `least` of them did; `pairwise`: mean Jaccard index of every
            two assessors.
        unit: what is counted: code points, or words that a highlight touches.
        empty: an answer without a highlight. With `agree` and `differ` it is an answer like any
            other; where nobody highlighted (of a couple, for `pairwise`), `agree` counts 1 and
            `differ` leaves the pair or couple out. `leave-out` drops such answers.
        least: assessors that `lenient` asks for.
    """

    coefficient: Coefficient
    unit: Unit
    empty: Empty
    least: int = 2

    @property
    def needs_text(self) -> bool:
        return self.unit == "words"


# CAsT-snippets count code points, and 1 where nobody highlighted. FiRA's selections are of words;
# who calls a passage not relevant makes none, and so an answer without one says nothing of spans.
CONVENTIONS: Mapping[str, Convention] = MappingProxyType(
    {
        "cast-strict": Convention("strict", "characters", "agree"),
        "cast-lenient": Convention("lenient", "characters", "agree"),
        "words-strict": Convention("strict", "words", "leave-out"),
        "words-lenient": Convention("lenient", "words", "leave-out"),
        "words-pairwise": Convention("pairwise", "words", "leave-out"),
    }
)


@explained
def span_agreement(pairs: Sequence[HighlightedPair], convention: Convention) -> NDArray[np.float64]:
    """Agreement on the highlights of each pair, over all its assessors.

    strict = |units of all| / |units of any|,  lenient = |units of at least k| / |units of any|,
    pairwise = mean over couples of |both| / |either|

    Args:
        pairs: each with the highlights of every answer, empty ones among them. Texts are read for
            words alone.
        convention: one of CONVENTIONS, or another.

    Returns:
        Shape (n_pairs,), in [0, 1]; NaN where a pair has fewer than two answers that count, or
        nothing to agree on. The mean over pairs is `Mean` of these.

    Raises:
        ValueError: fewer than one assessor for `lenient`, or a span that is empty or starts
            before 0.

    Source:
        Strict and lenient: Lajewska and Balog, CIKM 2023 (CAsT-snippets), whose program counts a
        single character between two spans as highlighted; here it is not. Words as
        units: Hofstätter, Zlabinger, Sertkan, Schröder and Hanbury, CIKM 2020 (FiRA).
    """
    if convention.least < 1:
        raise ValueError(f"lenient asks for 1 assessor or more, got {convention.least}")
    return np.array([_of_pair(pair, convention) for pair in pairs], dtype=np.float64)


def agreement_by_conventions(
    pairs: Sequence[HighlightedPair],
    conventions: Mapping[str, Convention] = CONVENTIONS,
    sampling: Sampling | None = None,
) -> list[Estimate]:
    """The mean over pairs by each convention, with its interval over topics.

    Args:
        pairs: as `span_agreement` has them.
        conventions: by the names that the estimates get.
        sampling: how topics are drawn.
    """
    _, topics = np.unique([pair.topic for pair in pairs], return_inverse=True)
    drawn = sampling or Sampling()
    return [
        estimate_over_topics(
            name, Mean(), span_agreement(pairs, convention), topics.astype(np.int64), drawn
        )
        for name, convention in conventions.items()
    ]


def _of_pair(pair: HighlightedPair, convention: Convention) -> float:
    answers = [answer for answer in pair.answers if answer or convention.empty != "leave-out"]
    if len(answers) < 2:
        return float("nan")
    units = _units(pair.text, answers, convention.unit)
    if convention.coefficient == "pairwise":
        of_couples = jaccard_of_couples(units)
        found = of_couples[~np.isnan(of_couples)]
        if convention.empty == "agree":
            found = np.nan_to_num(of_couples, nan=1.0)
        return float(found.mean()) if found.size else float("nan")
    least = len(answers) if convention.coefficient == "strict" else convention.least
    n_chose = units.sum(axis=0)
    n_any = int(np.count_nonzero(n_chose))
    if not n_any:
        return 1.0 if convention.empty == "agree" else float("nan")
    return float(np.count_nonzero(n_chose >= least) / n_any)


def _units(text: str, answers: Sequence[Highlights], unit: Unit) -> NDArray[np.bool_]:
    """shape (n_answers, n_units). Which units each answer highlights."""
    if unit == "words":
        return highlighted_words(answers, split_words(text))
    starts, ends, owner = spans_of(answers)
    touched = np.zeros((len(answers), int(ends.max(initial=0))), np.bool_)
    for start, end, whose in zip(starts, ends, owner.argmax(axis=1), strict=True):
        touched[whose, start:end] = True
    return touched
