from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from regrade.aggregation.votes import Vote
from regrade.agreement.ballots import Ballot, Missing, cast_ballots
from regrade.agreement.coefficients import Coefficients, coefficients_of_couples
from regrade.agreement.cohen import cohen_kappa, cohen_kappa_quadratic
from regrade.agreement.counts import Counts, count_grades
from regrade.agreement.fleiss import fleiss_kappa
from regrade.agreement.krippendorff import krippendorff_alpha
from regrade.agreement.percent import percent_agreement

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


def agreement_report(
    votes: Iterable[Vote],
    *,
    judgments_per_pair: int = 1,
    by: By = "overall",
    n_votes: int | None = None,
    threshold: int | None = None,
    missing: Missing = "drop",
) -> list[Agreement]:
    """Agreement overall, of each topic, or of each couple of assessors.

    Args:
        votes: live votes, at most one of an assessor for a pair; not-judged rows among them.
        judgments_per_pair: what the campaign wants of a pair; Fleiss' number of votes, overall and
            in each topic, see `fleiss_terms`. Where nobody said, 1 leaves it to the votes.
        by: `overall` gives exactly one row, `topic` one a topic in order of first appearance,
            `assessor` one for every two assessors with a row, whether they share pairs or not.
        n_votes: Fleiss' number of votes in place of that. Two assessors are always two votes.
        threshold: makes votes binary, grade >= threshold, after filling; None keeps grades.
        missing: `drop` leaves not-judged rows out; `median-up` puts the median of the pair's
            grades, rounded up, in place of each; `category` makes them a category of their own,
            which has no order: alpha_ordinal and the quadratic kappa are then not defined.
            Nothing else is ever filled in.

    Raises:
        ValueError: `n_votes` below 2, `judgments_per_pair` below 1, an unknown choice, or an
            assessor who votes twice on a pair.
    """
    _check(judgments_per_pair, by, n_votes, missing)
    cast = list(votes)
    ballots = cast_ballots(cast, threshold=threshold, missing=missing)
    terms = fleiss_terms(ballots, judgments_per_pair=judgments_per_pair, n_votes=n_votes)
    rows = _rows(ballots, terms, by, {vote.assessor for vote in cast})
    if missing == "category":
        return [row._replace(alpha_ordinal=None, cohen_kappa_quadratic=None) for row in rows]
    return rows


def fleiss_terms(
    ballots: Iterable[Ballot], *, judgments_per_pair: int, n_votes: int | None = None
) -> FleissTerms:
    """The one number of votes m for which Fleiss' kappa is computed, overall and in each topic.

    `chosen`: the number that was asked for. `wanted`: what the campaign wants of a pair.
    `commonest`: where no pair has as many as wanted though some have more, as in judgments
    recorded elsewhere, or where the campaign wants one only: the number of votes, two at least,
    that most pairs have; of two that are as common the greater.
    """
    if n_votes is not None:
        return FleissTerms(n_votes, "chosen")
    n_pairs = Counter(len(ballot.grades) for ballot in ballots)
    shared = [n for n in n_pairs if n > 1]
    is_met = judgments_per_pair in shared or max(shared, default=0) < judgments_per_pair
    if is_met:
        return FleissTerms(judgments_per_pair, "wanted")
    return FleissTerms(max(shared, key=lambda n: (n_pairs[n], n)), "commonest")


def _check(judgments_per_pair: int, by: str, n_votes: int | None, missing: str) -> None:
    if n_votes is not None and n_votes < 2:
        raise ValueError(f"agreement needs at least 2 votes a pair, got {n_votes}")
    if judgments_per_pair < 1:
        raise ValueError(f"judgments_per_pair must be at least 1, got {judgments_per_pair}")
    if by not in get_args(By):
        raise ValueError(f"by must be one of {', '.join(get_args(By))}, got {by!r}")
    if missing not in get_args(Missing):
        raise ValueError(f"missing must be one of {', '.join(get_args(Missing))}, got {missing!r}")


def _rows(
    ballots: Sequence[Ballot], terms: FleissTerms, by: By, assessors: Iterable[str]
) -> list[Agreement]:
    if by == "assessor":
        return _by_couple(ballots, assessors)
    if by == "topic":
        return _by_topic(ballots, terms)
    return [_describe("overall", ballots, terms)]


def _by_topic(ballots: Iterable[Ballot], terms: FleissTerms) -> list[Agreement]:
    topics: defaultdict[str, list[Ballot]] = defaultdict(list)
    for ballot in ballots:
        topics[ballot.topic].append(ballot)
    return [_describe(topic, cast, terms) for topic, cast in topics.items()]


def _describe(scope: str, ballots: Sequence[Ballot], terms: FleissTerms) -> Agreement:
    counts = count_grades([list(ballot.grades.values()) for ballot in ballots])
    return _agreement(
        scope,
        n_pairs=sum(bool(ballot.grades) for ballot in ballots),
        n_votes=sum(len(ballot.grades) for ballot in ballots),
        n_filled=sum(len(ballot.filled) for ballot in ballots),
        terms=terms,
        fleiss_n_pairs=int((counts.sum(axis=1) == terms.n_votes).sum()),
        coefficients=_coefficients(ballots, counts, terms),
    )


def _shared_by_the_only_two(ballots: Sequence[Ballot]) -> list[tuple[int, int]]:
    """The grades of both on the pairs that both judged, where a scope has two assessors."""
    assessors = sorted({assessor for ballot in ballots for assessor in ballot.grades})
    if len(assessors) != 2:
        return []
    first, second = assessors
    return [
        (ballot.grades[first], ballot.grades[second])
        for ballot in ballots
        if len(ballot.grades) == 2
    ]


def _by_couple(ballots: Sequence[Ballot], assessors: Iterable[str]) -> list[Agreement]:
    """One row for every two assessors; pairs that only one judged count, but compare nothing."""
    n_votes: Counter[str] = Counter()
    n_filled: Counter[str] = Counter()
    shared: defaultdict[Couple, list[tuple[int, int]]] = defaultdict(list)
    for ballot in ballots:
        n_votes.update(ballot.grades.keys())
        n_filled.update(ballot.filled)
        for couple in combinations(sorted(ballot.grades), 2):
            first, second = couple
            shared[couple].append((ballot.grades[first], ballot.grades[second]))
    couples = list(combinations(sorted(assessors), 2))
    coefficients = coefficients_of_couples([shared[couple] for couple in couples])
    return [
        _agreement(
            (first, second),
            n_pairs=n_votes[first] + n_votes[second] - len(shared[first, second]),
            n_votes=n_votes[first] + n_votes[second],
            n_filled=n_filled[first] + n_filled[second],
            terms=OF_TWO,
            fleiss_n_pairs=len(shared[first, second]),
            coefficients=of_couple,
        )
        for (first, second), of_couple in zip(couples, coefficients, strict=True)
    ]


def _coefficients(ballots: Sequence[Ballot], counts: Counts, terms: FleissTerms) -> Coefficients:
    shared = np.array(_shared_by_the_only_two(ballots), dtype=np.int64)
    first, second = shared.reshape(-1, 2).T
    return Coefficients(
        fleiss_kappa=fleiss_kappa(counts, terms.n_votes),
        cohen_kappa=cohen_kappa(first, second),
        cohen_kappa_quadratic=cohen_kappa_quadratic(first, second),
        alpha_nominal=krippendorff_alpha(counts, "nominal"),
        alpha_ordinal=krippendorff_alpha(counts, "ordinal"),
        percent_agreement=percent_agreement(counts),
    )


def _agreement(
    scope: Scope,
    *,
    n_pairs: int,
    n_votes: int,
    n_filled: int,
    terms: FleissTerms,
    fleiss_n_pairs: int,
    coefficients: Coefficients,
) -> Agreement:
    return Agreement(
        scope=scope,
        n_pairs=n_pairs,
        n_votes=n_votes,
        fleiss_n_pairs=fleiss_n_pairs,
        fleiss_votes=terms.n_votes,
        fleiss_rule=terms.rule,
        n_filled=n_filled,
        **coefficients._asdict(),
    )
