"""The votes of people in parts, each with its own agreement, and of each assessor beside others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from annotation.exceptions import AgreementRefused
from annotation.models import Adjudication, Campaign, Guideline, Membership
from annotation.quality.flags import Together
from annotation.votes.stored import (
    NONE,
    StoredVotes,
    keys_of,
    places_among,
    stored_votes,
    without_models,
)
from regrade.agreement.assessors.columns import Column
from regrade.agreement.counting.scale import Grades
from regrade.agreement.counting.vote_table import Votes, tabulate
from regrade.votes.packed import PackedVotes, Places, split

Part = Literal["topic", "stratum", "guideline", "time"]
# Longer campaigns are shown by weeks, and still longer ones by months.
DAILY_FOR, WEEKLY_FOR = timedelta(days=31), timedelta(days=200)
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_QUARTER = timedelta(minutes=15)  # the offsets of time zones are whole quarters of an hour


def scale_of(campaign: Campaign, threshold: int | None = None) -> list[int]:
    """The grades of the campaign's scale, ascending.

    Raises:
        AgreementRefused: the threshold is not on it.
    """
    scale = list(campaign.grades.order_by("value").values_list("value", flat=True))
    if threshold is not None and threshold not in scale:
        on_scale = ", ".join(map(str, scale))
        raise AgreementRefused(
            f"The scale has no grade {threshold}; it has {on_scale}.", field="threshold"
        )
    return scale


def votes_by_part(campaign: Campaign, by: Part, zone: ZoneInfo) -> dict[str, PackedVotes]:
    """The votes of people, apart: by topic or stratum of their pairs, guideline or time.

    Without further votes, which were asked for where grades disagreed.

    By time a pair stands with all its votes where the last of them came: on its day, in the week
    that begins on a Monday, or in the month. By guideline each vote stands under the version that
    its assessor had read, so that pairs judged under two are in both.
    """
    votes = without_models(stored_votes(campaign)).from_the_start()
    packed = votes.packed
    if by == "guideline":
        return _parts(packed, *_guidelines(votes.guideline_keys))
    if by == "topic":
        names, of_pairs = packed.topics, packed.pair_topics
    elif by == "stratum":
        names, of_pairs = _strata(campaign, votes.pair_keys)
    else:
        names, of_pairs = by_time(_last_moments(votes), zone)
    return _parts(packed, names, of_pairs[packed.pairs])


def by_time(moments: Places, zone: ZoneInfo) -> tuple[list[str], Places]:
    """The days, the Mondays or the months that moments lie in, and each one's place among them.

    Args:
        moments: in microseconds since 2000 began.
        zone: whose days.
    """
    quarters, of_moments = np.unique(moments // _microseconds(_QUARTER), return_inverse=True)
    begun = [_EPOCH + quarter * _QUARTER for quarter in quarters.tolist()]
    named = _period(begun, zone)
    periods = [named(at) for at in begun]
    place = {name: number for number, name in enumerate(dict.fromkeys(periods))}
    return list(place), np.array([place[name] for name in periods], dtype=np.int64)[of_moments]


def _parts(votes: PackedVotes, names: Iterable[str], of_votes: Places) -> dict[str, PackedVotes]:
    """The votes by the name of their part; a part without votes is none."""
    known = list(names)
    apart = split(votes, of_votes, len(known))
    return {name: part for name, part in zip(known, apart, strict=True) if part.n_pairs}


def _guidelines(keys: Places) -> tuple[list[str], Places]:
    """Versions in ascending order, with no version last, and each vote's place among them."""
    versions = Guideline.objects.filter(pk__in=np.unique(keys).tolist()).order_by("version")
    found = [*versions.values_list("pk", "version"), (NONE, "")]
    return [str(version) for _, version in found], places_among(keys, keys_of(found))


def _strata(campaign: Campaign, pair_keys: Places) -> tuple[list[str], Places]:
    known = campaign.pairs.exclude(pair__stratum="").values_list("pk", "pair__stratum")
    stratum_of = dict(known.iterator(chunk_size=10_000))
    strata = [stratum_of.get(key, "") for key in pair_keys.tolist()]
    names = sorted(set(strata))
    place: Mapping[str, int] = {name: number for number, name in enumerate(names)}
    return names, np.array([place[stratum] for stratum in strata], dtype=np.int64)


def _last_moments(votes: StoredVotes) -> Places:
    """When the last vote of each pair came."""
    last = np.full(votes.packed.n_pairs, np.iinfo(np.int64).min)
    np.maximum.at(last, votes.packed.pairs, votes.moments)
    return last


def _microseconds(span: timedelta) -> int:
    return span // timedelta(microseconds=1)


def _period(moments: Iterable[datetime], zone: ZoneInfo) -> Callable[[datetime], str]:
    """Name of the period that a moment lies in: a day, a Monday, or a month."""
    known = list(moments)
    lasts = max(known) - min(known) if known else timedelta()

    def day(at: datetime) -> date:
        return at.astimezone(zone).date()

    if lasts <= DAILY_FOR:
        return lambda at: day(at).isoformat()
    if lasts <= WEEKLY_FOR:
        return lambda at: (day(at) - timedelta(days=day(at).weekday())).isoformat()
    return lambda at: day(at).isoformat()[:7]


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
    """Adjudicators' decisions on each of these pairs; NaN where there is none."""
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
