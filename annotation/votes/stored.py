"""The answers of a campaign that count as votes, as columns of numbers, and their hashes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from django.db.models import BigIntegerField, BooleanField, Model
from django.db.models.expressions import RawSQL
from django.db.models.functions import Cast, Coalesce
from numpy.typing import NDArray

from annotation.models import AssessorKind, Campaign, CampaignPair, Cause, Judgment, PairKind, Slot
from ranking.collections.docids import DocidMap
from ranking.models import Topic
from ranking.storage.copying import Columns, copied_columns, copied_together
from regrade.aggregation.content_hash import decisions_hash, votes_hash
from regrade.aggregation.trail import Decisions
from regrade.votes.packed import PackedVotes, Places

NONE = 0  # in place of a key


class StoredVotes(NamedTuple):
    """Votes of a campaign, those of a pair in the order in which they were given."""

    packed: PackedVotes
    pair_keys: Places  # shape (n_pairs,): of the campaign's pairs
    ranks: Places  # shape (n_pairs,): the best at which a pooled run has it, from 1; 0 is none
    topic_keys: Places  # shape (n_topics,)
    member_keys: Places  # shape (n_assessors,)
    kinds: Sequence[str]  # of assessors, by their numbers
    guideline_keys: Places  # shape (n_votes,): 0 is none
    moments: Places  # shape (n_votes,): microseconds since 2000 began
    is_further: NDArray[np.bool_]  # shape (n_votes,): asked for when the pair had all it wanted

    @property
    def is_model(self) -> NDArray[np.bool_]:
        """Which assessors are models, shape (n_assessors,)."""
        return np.array([kind == AssessorKind.MODEL for kind in self.kinds], dtype=np.bool_)

    def where(self, is_kept: NDArray[np.bool_]) -> StoredVotes:
        kept = np.unique(self.packed.pairs[is_kept])
        return StoredVotes(
            self.packed.where(is_kept),
            self.pair_keys[kept],
            self.ranks[kept],
            self.topic_keys,
            self.member_keys,
            self.kinds,
            self.guideline_keys[is_kept],
            self.moments[is_kept],
            self.is_further[is_kept],
        )

    def from_the_start(self) -> StoredVotes:
        """Without further votes, asked for where grades disagreed or on an organizer's request.

        Agreement counted with them is too low, for such pairs have more votes than others; counted
        on pairs without any it is too high.
        """
        return self.where(~self.is_further)


def stored_votes(campaign: Campaign) -> StoredVotes:
    """Every row for aggregation, graded or not, of people and of models, in the order of giving."""
    pairs, members, grades, guidelines, moments, is_further = _given(campaign)
    pair_keys, of_pair = np.unique(pairs, return_inverse=True)
    topics, passages, ranks = _places_of(pair_keys)
    topic_keys, topic_names, topic_places = _topics(topics)
    names, member_keys, kinds = _assessors(campaign, members)
    packed = PackedVotes(
        topic_names,
        names,
        topic_places,
        passages,
        of_pair,
        places_among(members, member_keys),
        _valued(campaign, grades),
    )
    places = pair_keys, ranks, topic_keys, member_keys
    is_asked = is_further.astype(np.bool_)
    return StoredVotes(packed, *places, kinds, guidelines, moments, is_asked)


def _given(campaign: Campaign) -> Columns:
    """The pair, member, grade, guideline and moment of each row, and whether it is a further one.

    The earliest first.

    Which rows are surplus and which come first is found out here, as the server would join and
    sort very many rows on disk. What `recorded` says of surplus rows holds here.
    """
    looks = Judgment.objects.first_looks().filter(campaign_pair__campaign=campaign)
    rows = looks.order_by().values_list(
        "campaign_pair",
        "assessor",
        Coalesce("grade", NONE),
        Coalesce("guideline", NONE),
        "created_at",
        "pk",
    )
    slots = Slot.objects.filter(campaign=campaign, judgment__isnull=False).order_by()
    held = slots.values_list("judgment")
    # What was recorded elsewhere has slots above the wanted number as well; nobody asked for it.
    added = held.filter(number__gt=campaign.judgments_per_pair).exclude(
        judgment__cause__in=(Cause.IMPORTED, Cause.REJECTED)
    )
    everyones = campaign.pairs.exclude(kind=PairKind.REGULAR).order_by().values_list("pk")
    columns, [in_slots], [further], [slotless] = copied_together(rows, held, added, everyones)
    pairs, _, grades, _, moments, keys = columns
    is_recorded = np.isin(keys, in_slots) | np.isin(pairs, slotless) | (grades == NONE)
    order = np.lexsort((keys, moments))
    kept = order[is_recorded[order]]
    return [column[kept] for column in (*columns[:-1], np.isin(keys, further))]


def _places_of(pair_keys: Places) -> tuple[Places, Places, Places]:
    """The topic's key, the passage's ordinal and the best rank of each pair; keys ascend."""
    pairs = CampaignPair.objects.filter(_is_among(CampaignPair, pair_keys)).order_by("pk")
    topics, passages, ranks = copied_columns(
        pairs.values_list(
            "pair__topic",
            Cast("pair__passage__ordinal", BigIntegerField()),
            Cast(Coalesce("pair__best_rank", NONE), BigIntegerField()),
        )
    )
    return topics, passages, ranks


def _is_among(model: type[Model], keys: Places) -> RawSQL:
    """That a row's key is one of these.

    They go as one text: Django sends a list value by value, and a subquery is joined row by row.
    """
    listed = f"{{{','.join(map(str, keys.tolist()))}}}"
    is_one = f"{model._meta.db_table}.id = ANY (%s::bigint[])"
    return RawSQL(is_one, [listed], output_field=BooleanField())


def without_models(votes: StoredVotes) -> StoredVotes:
    return votes.where(~votes.is_model[votes.packed.voters])


def _topics(keys: Places) -> tuple[Places, list[str], Places]:
    """Keys and query ids in the order of the topic set, and each topic's place among them."""
    topics = Topic.objects.filter(_is_among(Topic, np.unique(keys))).order_by("ordinal")
    found = list(topics.values_list("pk", "query_id"))
    known = keys_of(found)
    return known, [query_id for _, query_id in found], places_among(keys, known)


def _assessors(campaign: Campaign, members: Places) -> tuple[list[str], Places, list[str]]:
    """Pseudonyms in their order, the keys of their memberships, and their kinds."""
    voted = campaign.memberships.filter(pk__in=np.unique(members).tolist())
    found = sorted(voted.values_list("pk", "pseudonym", "kind"), key=lambda row: row[1])
    return [name for _, name, _ in found], keys_of(found), [kind for _, _, kind in found]


def keys_of(rows: Iterable[tuple[Any, ...]]) -> Places:
    return np.array([row[0] for row in rows], dtype=np.int64)


def _valued(campaign: Campaign, keys: Places) -> NDArray[np.float64]:
    """The grades that these are the keys of; NaN where there is none."""
    values = dict(campaign.grades.values_list("pk", "value"))
    found, of_votes = np.unique(keys, return_inverse=True)
    return np.array([values.get(key, np.nan) for key in found.tolist()], dtype=np.float64)[of_votes]


def places_among(keys: Places, known: Places) -> Places:
    """The place of each key among the known ones, whatever their order."""
    sorting = np.argsort(known)
    return sorting[np.searchsorted(known, keys, sorter=sorting)]


def hash_of_votes(votes: PackedVotes, docids: DocidMap) -> str:
    """Of all recorded votes, graded or not; passages are ordinals of the collection."""
    return votes_hash(_rows(votes, docids))


def hash_of_decisions(decisions: Decisions, docids: DocidMap) -> str | None:
    """Of all decisions; passages are ordinals of the collection. None where there are none."""
    passages = np.array([passage for _, passage in decisions], dtype=np.int32)
    doc_ids = [name.decode() for name in docids.doc_ids_of(passages)]
    topics = [topic for topic, _ in decisions]
    return decisions_hash(zip(topics, doc_ids, decisions.values(), strict=True))


def _rows(votes: PackedVotes, docids: DocidMap) -> Iterator[tuple[str, str, str, int | None]]:
    """Query id, doc_id, assessor and grade of each vote."""
    doc_ids = [name.decode() for name in docids.doc_ids_of(votes.passages.astype(np.int32))]
    topics = votes.pair_topics.tolist()
    columns = votes.pairs.tolist(), votes.voters.tolist(), votes.grades.tolist()
    for pair, voter, grade in zip(*columns, strict=True):
        given = None if math.isnan(grade) else int(grade)
        yield votes.topics[topics[pair]], doc_ids[pair], votes.assessors[voter], given
