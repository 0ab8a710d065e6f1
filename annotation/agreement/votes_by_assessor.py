"""What each assessor of a campaign gave: their votes, and their grades beside a second one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from django.contrib.postgres.aggregates import ArrayAgg
from numpy.typing import NDArray

from annotation.board.flags import Together
from annotation.models import Adjudication, Campaign, Judgment
from regrade.agreement.columns import Column
from regrade.agreement.scale import Grades
from regrade.agreement.vote_table import Votes


class Given(NamedTuple):
    """One assessor's votes, in the order in which they were given."""

    pairs: NDArray[np.int64]
    grades: Grades


class Table(NamedTuple):
    """Votes with a row for each pair that has one, and a column for each assessor."""

    pairs: NDArray[np.int64]  # keys of the campaign's pairs, ascending
    votes: Votes


def votes_by_assessor(campaign: Campaign) -> dict[int, Given]:
    """The votes of each member who gave some, in the order of pseudonyms.

    A changed grade has its place where it was changed.
    """
    values = dict(campaign.grades.values_list("pk", "value"))
    in_order = ("created_at", "pk")
    votes = Judgment.objects.votes().filter(campaign_pair__campaign=campaign).order_by()
    rows = votes.values_list("assessor").annotate(
        pairs=ArrayAgg("campaign_pair", order_by=in_order),
        given=ArrayAgg("grade", order_by=in_order),
    )
    return {
        assessor: Given(np.array(pairs, dtype=np.int64), _valued(given, values))
        for assessor, pairs, given in rows.order_by("assessor__pseudonym")
    }


def tabulate_given(given: Iterable[Given]) -> Table:
    by_column = list(given)
    if not by_column:
        return Table(np.empty(0, dtype=np.int64), np.empty((0, 0)))
    pairs, rows = np.unique(np.concatenate([one.pairs for one in by_column]), return_inverse=True)
    votes = np.full((pairs.size, len(by_column)), np.nan)
    columns = np.repeat(np.arange(len(by_column)), [one.pairs.size for one in by_column])
    votes[rows, columns] = np.concatenate([one.grades for one in by_column])
    return Table(pairs, votes)


def decision_column(campaign: Campaign, pairs: NDArray[np.int64]) -> Column:
    """What adjudicators decided on each of these pairs; NaN where nobody did."""
    live = Adjudication.objects.live().filter(campaign_pair__campaign=campaign)
    decided = dict(live.order_by().values_list("campaign_pair", "grade__value"))
    return np.array([decided.get(pair, np.nan) for pair in pairs.tolist()], dtype=np.float64)


def counted_tables(
    rows: Iterable[Together], places: Mapping[int, int]
) -> dict[int, NDArray[np.int64]]:
    """Each assessor's confusion matrix: row by their grade, column by the other one.

    Args:
        rows: grades by their keys.
        places: each grade's place on the scale, by its key.
    """
    n_grades, tables = len(places), dict[int, NDArray[np.int64]]()
    for assessor, grade, other, n in rows:
        table = tables.setdefault(assessor, np.zeros((n_grades, n_grades), dtype=np.int64))
        table[places[grade], places[other]] += n
    return tables


def _valued(given: Sequence[int], values: Mapping[int, int]) -> Grades:
    keys = np.array(sorted(values), dtype=np.int64)
    of_keys = np.array([values[key] for key in keys.tolist()], dtype=np.int64)
    return of_keys[np.searchsorted(keys, np.array(given, dtype=np.int64))]
