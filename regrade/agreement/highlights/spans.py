"""How far highlights agree: as spans of code points, and as words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.statistic import Rows, Sums, ratio
from regrade.highlights.words import Highlights, spans_of

Match = Literal["strict", "lenient"]


@dataclass(frozen=True)
class OverlapF1:
    """F1 of highlights over all couples of answers; every span weighs the same.

    precision = sum of the first's matched spans / sum of the first's spans, recall likewise of
    the second's, F1 = 2 precision recall / (precision + recall): micro averages. F1 is 0 if one of
    the two highlighted nothing; two empty answers add nothing and count in `share_empty`.

    Rows have the shape (n_pairs, 4), from `match_spans`. In [0, 1]; not defined where nobody
    highlighted anything.

    Source:
        Hripcsak and Rothschild, JAMIA 12(3), 2005: F1 of two assessors is what their kappa comes
        near to, as the number of spans that nobody highlighted grows.
    """

    def sums(self, rows: Rows) -> Sums:
        return np.asarray(rows.sum(axis=0), dtype=np.float64)

    def value(self, sums: Sums) -> NDArray[np.float64]:
        precision, recall = ratio(sums[..., 0], sums[..., 1]), ratio(sums[..., 2], sums[..., 3])
        harmonic = np.nan_to_num(ratio(2 * precision * recall, precision + recall))
        return np.where(sums[..., 1] + sums[..., 3] > 0, harmonic, np.nan)


def match_spans(answers_by_pair: Sequence[Sequence[Highlights]], how: Match) -> NDArray[np.int64]:
    """How many spans match in the couples of answers to each pair.

    Args:
        answers_by_pair: for each pair the highlights of each answer. In a couple the first is the
            one that stands first; put gold last. An assessor without an answer is left out.
        how: `strict` matches spans with the same start and end, `lenient` spans that share a code
            point. A span may match several.

    Returns:
        Shape (n_pairs, 4): over the couples of a pair, the first's matched spans and its spans,
        the second's matched spans and its spans.

    Raises:
        ValueError: a span that is empty or starts before 0.
    """
    rows = [_match_answers(answers, how) for answers in answers_by_pair]
    return np.array(rows, dtype=np.int64).reshape(-1, 4)


def _match_answers(answers: Sequence[Highlights], how: Match) -> tuple[int, int, int, int]:
    starts, ends, owner = spans_of(answers)
    sizes = owner.sum(axis=0)  # (n_answers,)
    if how == "strict":
        is_match = (starts[:, None] == starts) & (ends[:, None] == ends)
    else:
        is_match = (starts[:, None] < ends) & (starts < ends[:, None])
    is_found = (is_match @ owner > 0).astype(np.float64)  # (n_spans, n_answers): in whose spans
    matched = owner.T @ is_found  # (n_answers, n_answers): how many of i's spans are found in j's
    n_after, n_before = np.arange(sizes.size)[::-1], np.arange(sizes.size)
    return (
        int(np.triu(matched, 1).sum()),
        int(sizes @ n_after),
        int(np.tril(matched, -1).sum()),
        int(sizes @ n_before),
    )


def mean_jaccard(words_by_answer: NDArray[np.bool_]) -> float:
    """Mean Jaccard index of the words of every two answers to one pair.

    J(A, B) = |A and B| / |A or B|. Two answers without highlights are left out and count in
    `share_empty`; J is 0 if only one has none.

    Args:
        words_by_answer: shape (n_answers, n_words), from `highlighted_words`.

    Returns:
        Value in [0, 1]; NaN where no couple is left. The mean over pairs is `Mean` of these.

    Source:
        Jaccard, New Phytologist 11(2), 1912.
    """
    index = jaccard_of_couples(words_by_answer)
    index = index[~np.isnan(index)]
    return float(index.mean()) if index.size else float("nan")


def jaccard_of_couples(
    words_by_answer: NDArray[np.bool_], weights: NDArray[np.int64] | None = None
) -> NDArray[np.float64]:
    """Jaccard index of every two answers, shape (n_couples,); NaN where both have no word.

    Words count by their weights, shape (n_words,); without these by 1.
    """
    words = words_by_answer.astype(np.float64)
    weighted = words if weights is None else words * weights
    shared = weighted @ words.T  # (n_answers, n_answers)
    sizes = weighted.sum(axis=1)
    return ratio(shared, sizes[:, None] + sizes - shared)[np.triu_indices(len(words), 1)]


def share_empty(answers_by_pair: Sequence[Sequence[Highlights]]) -> NDArray[np.float64]:
    """For each pair the share of its answers that highlight nothing; NaN where it has no answer.

    The mean over pairs is `Mean` of these.
    """
    empty = [sum(not highlights for highlights in answers) for answers in answers_by_pair]
    return ratio(np.array(empty), np.array([len(answers) for answers in answers_by_pair]))
