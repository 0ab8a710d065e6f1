"""The votes whose agreement is told: those of people, together or in parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal, NamedTuple
from zoneinfo import ZoneInfo

import numpy as np
from django.db.models import BigIntegerField
from django.db.models.functions import Cast, Coalesce
from numpy.typing import NDArray

from annotation.exceptions import AgreementRefused
from annotation.models import AssessorKind, Campaign, Guideline, Judgment
from ranking.models import Topic
from ranking.storage.copying import copied_columns
from regrade.aggregation.packed import PackedVotes, Places, split

Part = Literal["topic", "stratum", "guideline", "time"]
# Longer campaigns are told by weeks, and still longer ones by months.
DAILY_FOR, WEEKLY_FOR = timedelta(days=31), timedelta(days=200)
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_QUARTER = timedelta(minutes=15)  # the offsets of time zones are whole quarters of an hour
_NONE = 0  # in place of a key


class StoredVotes(NamedTuple):
    """Votes of a campaign, those of a pair in the order in which they were given."""

    packed: PackedVotes
    pair_keys: Places  # shape (n_pairs,): of the campaign's pairs
    member_keys: Places  # shape (n_assessors,)
    is_model: NDArray[np.bool_]  # shape (n_assessors,)
    guideline_keys: Places  # shape (n_votes,): 0 is none
    moments: Places  # shape (n_votes,): microseconds since 2000 began

    def where(self, is_kept: NDArray[np.bool_]) -> StoredVotes:
        kept = np.unique(self.packed.pairs[is_kept])
        return StoredVotes(
            self.packed.where(is_kept),
            self.pair_keys[kept],
            self.member_keys,
            self.is_model,
            self.guideline_keys[is_kept],
            self.moments[is_kept],
        )


def stored_votes(campaign: Campaign) -> StoredVotes:
    """Every row for aggregation, graded or not, of people and of models, in the order of giving."""
    recorded = Judgment.objects.recorded().filter(campaign_pair__campaign=campaign)
    rows = recorded.order_by("created_at", "pk").values_list(
        "campaign_pair",
        "assessor",
        "campaign_pair__pair__topic",
        "created_at",
        Cast("campaign_pair__pair__passage__ordinal", BigIntegerField()),
        Coalesce("grade", _NONE),
        Coalesce("guideline", _NONE),
    )
    pairs, members, topics, moments, passages, grades, guidelines = copied_columns(rows)
    pair_keys, first, of_pair = np.unique(pairs, return_index=True, return_inverse=True)
    topic_names, topic_places = _topics(topics[first])
    names, member_keys, is_model = _assessors(campaign, members)
    packed = PackedVotes(
        topic_names,
        names,
        topic_places,
        passages[first],
        of_pair,
        _places(members, member_keys),
        _valued(campaign, grades),
    )
    return StoredVotes(packed, pair_keys, member_keys, is_model, guidelines, moments)


def people_votes(campaign: Campaign) -> PackedVotes:
    """All votes but models', those of a pair in the order in which they were given."""
    return without_models(stored_votes(campaign)).packed


def without_models(votes: StoredVotes) -> StoredVotes:
    return votes.where(~votes.is_model[votes.packed.voters])


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

    By time a pair stands with all its votes where the last of them came: on its day, in the week
    that begins on a Monday, or in the month. By guideline each vote stands under the version that
    its assessor had read, so that pairs judged under two are in both.
    """
    votes = without_models(stored_votes(campaign))
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


def _topics(keys: Places) -> tuple[list[str], Places]:
    """Query ids in the order of the topic set, and the place of each topic among them."""
    topics = Topic.objects.filter(pk__in=np.unique(keys).tolist()).order_by("ordinal")
    found = list(topics.values_list("pk", "query_id"))
    return [query_id for _, query_id in found], _places(keys, _keys(found))


def _assessors(campaign: Campaign, members: Places) -> tuple[list[str], Places, NDArray[np.bool_]]:
    """Pseudonyms in their order, the keys of their memberships, and which are models."""
    voted = campaign.memberships.filter(pk__in=np.unique(members).tolist())
    found = sorted(voted.values_list("pk", "pseudonym", "kind"), key=lambda row: row[1])
    is_model = [kind == AssessorKind.MODEL for _, _, kind in found]
    return [name for _, name, _ in found], _keys(found), np.array(is_model, dtype=np.bool_)


def _keys(rows: Iterable[tuple[Any, ...]]) -> Places:
    return np.array([row[0] for row in rows], dtype=np.int64)


def _valued(campaign: Campaign, keys: Places) -> NDArray[np.float64]:
    """The grades that these are the keys of; NaN where there is none."""
    values = dict(campaign.grades.values_list("pk", "value"))
    found, of_votes = np.unique(keys, return_inverse=True)
    return np.array([values.get(key, np.nan) for key in found.tolist()], dtype=np.float64)[of_votes]


def _guidelines(keys: Places) -> tuple[list[str], Places]:
    """Versions in ascending order, with no version last, and each vote's place among them."""
    versions = Guideline.objects.filter(pk__in=np.unique(keys).tolist()).order_by("version")
    found = [*versions.values_list("pk", "version"), (_NONE, "")]
    return [str(version) for _, version in found], _places(keys, _keys(found))


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


def _places(keys: Places, known: Places) -> Places:
    """The place of each key among the known ones, whatever their order."""
    sorting = np.argsort(known)
    return sorting[np.searchsorted(known, keys, sorter=sorting)]


def _microseconds(span: timedelta) -> int:
    return span // timedelta(microseconds=1)


def _period(moments: Iterable[datetime], zone: ZoneInfo) -> Callable[[datetime], str]:
    """What names the part of time that a moment lies in: a day, a Monday, or a month."""
    known = list(moments)
    lasts = max(known) - min(known) if known else timedelta()

    def day(at: datetime) -> date:
        return at.astimezone(zone).date()

    if lasts <= DAILY_FOR:
        return lambda at: day(at).isoformat()
    if lasts <= WEEKLY_FOR:
        return lambda at: (day(at) - timedelta(days=day(at).weekday())).isoformat()
    return lambda at: day(at).isoformat()[:7]
