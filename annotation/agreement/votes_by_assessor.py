"""What each assessor of a campaign gave: their votes, and their grades beside a second one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.models import Adjudication, Campaign, Membership
from annotation.quality.flags import Together
from annotation.votes.stored import stored_votes
from regrade.agreement.assessors.columns import Column
from regrade.agreement.counting.scale import Grades
from regrade.agreement.counting.vote_table import Votes, tabulate
from regrade.votes.packed import Places


class GivenVotes(NamedTuple):
    """Graded votes, with a column for each member who gave some, in the order of pseudonyms."""

    members: Sequence[Membership]
    is_person: NDArray[np.bool_]  # shape (n_members,): no model
    pair_keys: Places  # shape (n_pairs,): of the campaign's pairs
    topics: Places  # shape (n_pairs,): the number of each pair's topic
    votes: Votes  # shape (n_pairs, n_members)
    in_order: Sequence[Grades]  # each one's as they gave them; a changed grade is where it changed


def given_votes(campaign: Campaign) -> GivenVotes:
    """The graded votes of all who gave some, models among them."""
    stored = stored_votes(campaign)
    graded = stored.where(~np.isnan(stored.packed.grades))
    votes = graded.packed
    voting = np.unique(votes.voters)
    members = campaign.memberships.in_bulk(graded.member_keys[voting].tolist())
    by_voter = votes.grades[np.argsort(votes.voters, kind="stable")].astype(np.int64)
    ends = np.cumsum(np.bincount(votes.voters, minlength=1)[voting])
    return GivenVotes(
        [members[key] for key in graded.member_keys[voting].tolist()],
        ~graded.is_model[voting],
        graded.pair_keys,
        votes.pair_topics,
        tabulate(votes)[:, voting],
        np.split(by_voter, ends[:-1]) if voting.size else [],
    )


def decision_column(campaign: Campaign, pairs: Places) -> Column:
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
