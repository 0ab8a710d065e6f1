"""Agreement on highlights over all assessors of a pair, by named conventions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple, get_type_hints

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.statistic import Mean
from regrade.agreement.highlights.in_depth import HighlightedPair, estimate_over_topics
from regrade.agreement.highlights.spans import jaccard_of_couples
from regrade.agreement.intervals.estimates import Estimate, Sampling
from regrade.given import explained
from regrade.highlights.words import Highlights, highlighted_words, spans_of, split_words
from regrade.kinds import Part, misfit

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
def span_agreement(
    pairs: Sequence[HighlightedPair], convention: Convention | str
) -> NDArray[np.float64]:
    """Agreement on the highlights of each pair, over all its assessors.

    strict = |units of all| / |units of any|,  lenient = |units of at least k| / |units of any|,
    pairwise = mean over couples of |both| / |either|

    Args:
        pairs: each with the highlights of every answer, empty ones among them. Texts are read for
            words alone.
        convention: the name of one of CONVENTIONS, or one of your own.

    Returns:
        Shape (n_pairs,), in [0, 1]; NaN where a pair has fewer than two answers that count, or
        nothing to agree on. The mean over pairs is `Mean` of these.

    Raises:
        ValueError: an unknown convention, a field of one that has no such value, fewer than one
            assessor for `lenient`, or a span that is empty or starts before 0.

    Source:
        Strict and lenient: Lajewska and Balog, CIKM 2023 (CAsT-snippets), whose program counts a
        single character between two spans as highlighted; here it is not. Words as
        units: Hofstätter, Zlabinger, Sertkan, Schröder and Hanbury, CIKM 2020 (FiRA).
    """
    checked = _checked(convention)
    return np.array([_of_pair(pair, checked) for pair in pairs], dtype=np.float64)


@explained
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

    Raises:
        ValueError: as `span_agreement` says.
    """
    _, topics = np.unique([pair.topic for pair in pairs], return_inverse=True)
    drawn = sampling or Sampling()
    return [
        estimate_over_topics(
            name, Mean(), span_agreement(pairs, convention), topics.astype(np.int64), drawn
        )
        for name, convention in conventions.items()
    ]


def _checked(convention: Convention | str) -> Convention:
    if isinstance(convention, str):
        if convention not in CONVENTIONS:
            known = ", ".join(CONVENTIONS)
            raise ValueError(f"no convention is called {convention!r}; one of {known}")
        return CONVENTIONS[convention]
    for field, hint in get_type_hints(Convention).items():
        if wrong := misfit(Part(getattr(convention, field), hint, field)):
            raise ValueError(f"a convention's {wrong}")
    if convention.least < 1:
        raise ValueError(f"lenient asks for 1 assessor or more, got {convention.least}")
    return convention


def _of_pair(pair: HighlightedPair, convention: Convention) -> float:
    answers = [answer for answer in pair.answers if answer or convention.empty != "leave-out"]
    if len(answers) < 2:
        return float("nan")
    units = _units(pair.text, answers, convention.unit)
    if convention.coefficient == "pairwise":
        of_couples = jaccard_of_couples(units.is_touched, units.sizes)
        found = of_couples[~np.isnan(of_couples)]
        if convention.empty == "agree":
            found = np.nan_to_num(of_couples, nan=1.0)
        return float(found.mean()) if found.size else float("nan")
    least = len(answers) if convention.coefficient == "strict" else convention.least
    n_chose = units.is_touched.sum(axis=0)
    n_any = int(units.sizes[n_chose > 0].sum())
    if not n_any:
        return 1.0 if convention.empty == "agree" else float("nan")
    return float(units.sizes[n_chose >= least].sum() / n_any)


class _Units(NamedTuple):
    """Words, or stretches of characters that each answer highlights as a whole or not at all.

    Attributes:
        is_touched: shape (n_answers, n_stretches). What each answer highlights.
        sizes: shape (n_stretches,). 1 for a word, else the number of characters.
    """

    is_touched: NDArray[np.bool_]
    sizes: NDArray[np.int64]


def _units(text: str, answers: Sequence[Highlights], unit: Unit) -> _Units:
    if unit == "words":
        words = highlighted_words(answers, split_words(text))
        return _Units(words, np.ones(words.shape[1], np.int64))
    starts, ends, owner = spans_of(answers)
    bounds, places = np.unique(np.concatenate([starts, ends]), return_inverse=True)
    first, last = places.reshape(2, -1)
    is_touched = np.zeros((len(answers), max(bounds.size - 1, 0)), np.bool_)
    for start, end, whose in zip(first, last, owner.argmax(axis=1), strict=True):
        is_touched[whose, start:end] = True
    return _Units(is_touched, np.diff(bounds))
