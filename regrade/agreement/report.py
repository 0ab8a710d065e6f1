from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from regrade.agreement.coefficients.of_scopes import (
    Coefficients,
    coefficients,
    sums_of_counts,
    sums_of_couples,
)
from regrade.agreement.counting.ballots import Ballots, Missing, cast_ballots
from regrade.agreement.counting.confusion import confusion_of_couples
from regrade.agreement.counting.scale import Scale, ascending, count_in_rows, places_on
from regrade.given import explained
from regrade.votes.packed import PackedVotes, Places, pack, split
from regrade.votes.vote import Vote

By = Literal["overall", "topic", "assessor"]
FleissRule = Literal["wanted", "commonest", "chosen", "couple"]
Couple: TypeAlias = tuple[str, str]
Scope: TypeAlias = str | Couple


class FleissTerms(NamedTuple):
    """How many votes the pairs of Fleiss' kappa have, and what set the number."""

    n_votes: int
    rule: FleissRule


OF_TWO = FleissTerms(2, "couple")


class Agreement(NamedTuple):
    """How far assessors agree within one scope; None where a statistic is not defined."""

    scope: Scope  # "overall", a query id, or two assessors in alphabetical order
    n_pairs: int  # pairs with at least one vote
    n_votes: int  # votes that entered, filled ones too
    fleiss_kappa: float | None
    fleiss_n_pairs: int  # pairs with exactly `fleiss_votes` votes
    fleiss_votes: int
    fleiss_rule: FleissRule  # what set `fleiss_votes`, see `fleiss_terms`
    n_filled: int  # not-judged rows that got a grade
    cohen_kappa: float | None  # only where the scope has exactly two assessors
    cohen_kappa_quadratic: float | None
    alpha_nominal: float | None
    alpha_ordinal: float | None
    percent_agreement: float | None

    def as_row(self) -> dict[str, Any]:
        """The row as a dictionary, with two assessors as a list."""
        row = self._asdict()
        return row | {"scope": self.scope if isinstance(self.scope, str) else list(self.scope)}


@explained
def agreement_report(
    votes: Iterable[Vote] | PackedVotes,
    *,
    judgments_per_pair: int = 1,
    by: By = "overall",
    n_votes: int | None = None,
    threshold: int | None = None,
    missing: Missing = "drop",
    scale: Scale | None = None,
) -> list[Agreement]:
    """Agreement overall, of each topic, or of each couple of assessors.

    Args:
        votes: live votes, at most one of an assessor for a pair; not-judged rows among them.
        judgments_per_pair: what is wanted of a pair, from 1: Fleiss' number of votes where a pair
            has as many (`fleiss_terms`). 1 leaves it to the votes.
        by: `overall` gives exactly one row, `topic` one a topic in order of first appearance,
            `assessor` one for every two assessors with a row.
        n_votes: Fleiss' number of votes instead, from 2. Two assessors are always two votes.
        threshold: makes votes binary, grade >= threshold, after filling; None keeps grades.
        missing: `drop` leaves not-judged rows out; `median-up` puts the median of the pair's
            grades, rounded up, in place of each; `category` makes them a category of their own,
            which has no order: alpha_ordinal and the quadratic kappa are then not defined.
        scale: the grades there were, ascending; it changes no figure here. None takes any grade.

    Raises:
        ValueError: an argument out of range, a grade off the scale, an assessor twice on a pair.
    """
    _check(judgments_per_pair, by, n_votes, missing)
    packed = _on_scale(pack(votes), scale)
    ballots = cast_ballots(packed, threshold=threshold, missing=missing)
    terms_of = partial(fleiss_terms, judgments_per_pair=judgments_per_pair, n_votes=n_votes)
    if by == "overall":
        rows = [_describe("overall", ballots, terms_of(ballots.sizes))]
    else:
        of_topics = _by_topic(packed, terms_of, threshold, missing)
        rows = [*(_by_couple(ballots, packed) if by == "assessor" else of_topics)]
    if missing == "category":
        return [row._replace(alpha_ordinal=None, cohen_kappa_quadratic=None) for row in rows]
    return rows


def _on_scale(votes: PackedVotes, scale: Scale | None) -> PackedVotes:
    if scale is not None:
        places_on(ascending(scale), votes.grades[~np.isnan(votes.grades)])
    return votes


def fleiss_terms(
    sizes: Places, *, judgments_per_pair: int, n_votes: int | None = None
) -> FleissTerms:
    """The number of votes m for which Fleiss' kappa is computed, overall or in one topic.

    `chosen`: the number that was asked for. `wanted`: what the campaign wants of a pair.
    `commonest`: where no pair has as many as wanted though some have more, as in judgments
    recorded elsewhere, or where the campaign wants one only: the number of votes, two at least,
    that most pairs have; of two that are as common the greater.

    Args:
        sizes: shape (n_pairs,). How many votes each pair has.
    """
    if n_votes is not None:
        return FleissTerms(n_votes, "chosen")
    n_pairs = np.bincount(sizes).tolist()
    shared = [n for n, counted in enumerate(n_pairs) if n > 1 and counted]
    is_met = judgments_per_pair in shared or max(shared, default=0) < judgments_per_pair
    if is_met:
        return FleissTerms(judgments_per_pair, "wanted")
    return FleissTerms(max(shared, key=lambda n: (n_pairs[n], n)), "commonest")


def _check(judgments_per_pair: int, by: str, n_votes: int | None, missing: str) -> None:
    if n_votes is not None and n_votes < 2:
        raise ValueError(f"Fleiss' kappa needs at least 2 votes a pair, got {n_votes}")
    if judgments_per_pair < 1:
        raise ValueError(f"judgments_per_pair must be at least 1, got {judgments_per_pair}")
    if by not in get_args(By):
        raise ValueError(f"by must be one of {', '.join(get_args(By))}, got {by!r}")
    if missing not in get_args(Missing):
        raise ValueError(f"missing must be one of {', '.join(get_args(Missing))}, got {missing!r}")


def _by_topic(
    votes: PackedVotes,
    terms_of: Callable[[Places], FleissTerms],
    threshold: int | None,
    missing: Missing,
) -> Iterator[Agreement]:
    """One row for each topic with a vote, in order of first appearance."""
    parts = split(votes, votes.pair_topics[votes.pairs], len(votes.topics))
    for topic in dict.fromkeys(votes.pair_topics.tolist()):
        ballots = cast_ballots(parts[topic], threshold=threshold, missing=missing)
        yield _describe(votes.topics[topic], ballots, terms_of(ballots.sizes))


def _describe(scope: str, ballots: Ballots, terms: FleissTerms) -> Agreement:
    scale, sizes = np.unique(ballots.grades), ballots.sizes
    counts = count_in_rows(ballots.pairs, ballots.grades, sizes.size, scale)
    sums = sums_of_counts(counts, _shared_by_the_only_two(ballots), scale, terms.n_votes)
    [found] = coefficients(sums, scale, terms.n_votes)
    return _agreement(
        scope,
        n_pairs=int(np.count_nonzero(sizes)),
        n_votes=ballots.pairs.size,
        n_filled=int(ballots.is_filled.sum()),
        terms=terms,
        fleiss_n_pairs=int((sizes == terms.n_votes).sum()),
        found=found,
    )


def _shared_by_the_only_two(ballots: Ballots) -> NDArray[np.int64]:
    """The grades of both on the pairs that both judged, where a scope has two assessors.

    Returns:
        Shape (n_shared, 2); the assessors in the order of their numbers.
    """
    if np.unique(ballots.voters).size != 2:
        return np.empty((0, 2), dtype=np.int64)
    is_shared = ballots.sizes[ballots.pairs] == 2
    pairs, voters = ballots.pairs[is_shared], ballots.voters[is_shared]
    in_order = ballots.grades[is_shared][np.lexsort((voters, pairs))]
    return np.reshape(in_order, (-1, 2))


def _by_couple(ballots: Ballots, votes: PackedVotes) -> Iterator[Agreement]:
    """One row for every two assessors; pairs that only one judged count, but compare nothing."""
    voting = np.unique(votes.voters)
    scale, n = np.unique(ballots.grades), voting.size
    names = [votes.assessors[voter] for voter in voting.tolist()]
    table = np.full((ballots.topics.size, n), np.nan)
    column = np.searchsorted(voting, ballots.voters)
    table[ballots.pairs, column] = ballots.grades
    n_votes = np.bincount(column, minlength=n).tolist()
    n_filled = np.bincount(column[ballots.is_filled], minlength=n).tolist()
    tables = confusion_of_couples(table, scale)
    n_shared = tables.sum((1, 2)).astype(np.int64).tolist()
    couples = combinations(range(n), 2)
    of_couples = coefficients(sums_of_couples(tables), scale, OF_TWO.n_votes)
    for (first, second), shared, found in zip(couples, n_shared, of_couples, strict=True):
        yield _agreement(
            (names[first], names[second]),
            n_pairs=n_votes[first] + n_votes[second] - shared,
            n_votes=n_votes[first] + n_votes[second],
            n_filled=n_filled[first] + n_filled[second],
            terms=OF_TWO,
            fleiss_n_pairs=shared,
            found=found,
        )


def _agreement(
    scope: Scope,
    *,
    n_pairs: int,
    n_votes: int,
    n_filled: int,
    terms: FleissTerms,
    fleiss_n_pairs: int,
    found: Coefficients,
) -> Agreement:
    return Agreement(
        scope=scope,
        n_pairs=n_pairs,
        n_votes=n_votes,
        fleiss_n_pairs=fleiss_n_pairs,
        fleiss_votes=terms.n_votes,
        fleiss_rule=terms.rule,
        n_filled=n_filled,
        **found._asdict(),
    )
