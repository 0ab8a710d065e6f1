"""Match recorded rows to a campaign's pairs, and check that they fit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Func, TextField
from django.db.models.functions import Length

from annotation.models import Campaign, CampaignPair, PooledPair, Reason
from annotation.pools.pairs import enter_pairs
from ranking.collections.docid_maps import docid_map
from regrade.files.errors import BadInput
from regrade.files.judging.judgment_row import JudgmentRow
from regrade.text.spans import checked_spans

BATCH = 5000
Key = tuple[int, int]  # (topic id, passage id)
POOLED_PAIRS = """
SELECT pair.* FROM unnest(%(topics)s::bigint[], %(passages)s::bigint[]) AS recorded (topic, passage)
JOIN annotation_pooledpair pair ON pair.pool_id = %(pool)s
     AND pair.topic_id = recorded.topic AND pair.passage_id = recorded.passage
ORDER BY pair.id
"""


class MatchedRows(NamedTuple):
    """The topic and passage of each row, and what is known of the passages' texts, by id."""

    keys: list[Key]
    n_characters: Mapping[int, int | None]  # None without a text
    text_hashes: Mapping[int, str]  # of passages whose rows have spans or a hash


class Sha256(Func):
    template = "encode(sha256(convert_to(%(expressions)s, 'UTF8')), 'hex')"
    output_field = TextField()


def grade_names(campaign: Campaign) -> dict[str, int]:
    """The grade that each name of the campaign's scale stands for."""
    return dict(campaign.grades.values_list("name", "value"))


def match_rows(campaign: Campaign, rows: Sequence[JudgmentRow]) -> MatchedRows:
    """Find the topic and passage of each row in the campaign's topic set and collection.

    Raises:
        BadInput: a grade off the scale, an unknown reason, topic or passage, spans outside the
            passage, or a passage that had another text where the row was recorded.
    """
    _check_grades(campaign, rows)
    matched = _match(campaign, rows)
    for row, (_, passage_id) in zip(rows, matched.keys, strict=True):
        _check_text(row, matched, passage_id)
    return matched


def pairs_of_rows(
    campaign: Campaign,
    rows: Sequence[JudgmentRow],
    matched: MatchedRows,
    *,
    extend_pool: bool,
    keep_textless: bool,
) -> tuple[list[CampaignPair], int]:
    """The campaign's pair for each row, and how many pairs were added.

    Raises:
        BadInput: a pair outside the pool that is not to be added.
    """
    known = _known_pairs(campaign, matched.keys)
    missing: set[Key] = set()
    for row, key in zip(rows, matched.keys, strict=True):
        if key in known:
            continue
        missing.add(key)
        if not extend_pool:
            raise row.wrong(_outside(campaign, row))
        pair = f"passage {row.doc_id!r} of topic {row.query_id!r}"
        if matched.n_characters[key[1]] is None and not keep_textless:
            raise row.wrong(f"{pair} has no text to judge; --keep-textless adds it all the same")
    known |= _extend(campaign, missing)
    return [known[key] for key in matched.keys], len(missing)


def misfits(
    campaign: Campaign, rows: Sequence[JudgmentRow], *, extend_pool: bool
) -> Iterator[BadInput]:
    """The rows that the import would refuse for their grade, topic or passage, and why.

    For a list of what to mend: what is wrong with a passage's text is found by the import alone.
    """
    scale = set(campaign.grades.values_list("value", flat=True))
    topics, ordinals = _places(campaign, rows)
    pooled = set(campaign.pairs.values_list("pair__topic", "pair__passage__ordinal"))
    for row, ordinal in zip(rows, ordinals, strict=True):
        reason = _off_scale(row, scale) or _unknown(campaign, row, topics, ordinal)
        if reason:
            yield row.wrong(reason)
        elif not extend_pool and (topics[row.query_id], ordinal) not in pooled:
            yield row.wrong(_outside(campaign, row))


def _check_grades(campaign: Campaign, rows: Sequence[JudgmentRow]) -> None:
    scale = set(campaign.grades.values_list("value", flat=True))
    for row in rows:
        if reason := _off_scale(row, scale):
            raise row.wrong(reason)


def _off_scale(row: JudgmentRow, scale: Collection[int]) -> str:
    """Why the campaign does not know the row's grade, or reason; empty where it does."""
    if row.grade is not None and row.grade not in scale:
        known = ", ".join(map(str, sorted(scale)))
        return f"grade {row.grade} is not on the scale {known}"
    if row.reason and row.reason not in Reason.values:
        known = ", ".join(Reason.values)
        return f"the reason {row.reason!r} is none of {known}"
    return ""


def _unknown(campaign: Campaign, row: JudgmentRow, topics: Collection[str], ordinal: int) -> str:
    """Why the row's topic or passage is not known; empty where both are."""
    if row.query_id not in topics:
        return f"no topic {row.query_id!r} in {campaign.pool.topic_set}"
    return f"no passage {row.doc_id!r} in {campaign.pool.collection}" if ordinal < 0 else ""


def _outside(campaign: Campaign, row: JudgmentRow) -> str:
    pair = f"passage {row.doc_id!r} of topic {row.query_id!r}"
    return f"{pair} is outside {campaign.pool}; --extend-pool adds such pairs"


def _places(
    campaign: Campaign, rows: Sequence[JudgmentRow]
) -> tuple[Mapping[str, int], Sequence[int]]:
    """The ids of all topics by query id, and each row's ordinal, below 0 where it is unknown."""
    pool = campaign.pool
    topics = dict(pool.topic_set.topics.values_list("query_id", "pk"))
    return topics, docid_map(pool.collection).ordinals_of([row.doc_id for row in rows]).tolist()


def _match(campaign: Campaign, rows: Sequence[JudgmentRow]) -> MatchedRows:
    pool = campaign.pool
    topics, ordinals = _places(campaign, rows)
    for row, ordinal in zip(rows, ordinals, strict=True):
        if reason := _unknown(campaign, row, topics, ordinal):
            raise row.wrong(reason)
    found = pool.collection.passages.order_by().filter(ordinal__in=set(ordinals))
    passages = list(found.values_list("ordinal", "pk", Length("text")))
    ids = {ordinal: pk for ordinal, pk, _ in passages}
    of_text = [row.spans or row.text_hash for row in rows]
    hashed = {ordinal for ordinal, is_hashed in zip(ordinals, of_text, strict=True) if is_hashed}
    texts = found.filter(ordinal__in=hashed, text__isnull=False)
    return MatchedRows(
        [(topics[row.query_id], ids[ordinal]) for row, ordinal in zip(rows, ordinals, strict=True)],
        {pk: n_characters for _, pk, n_characters in passages},
        dict(texts.values_list("pk", Sha256("text"))),
    )


def _check_text(row: JudgmentRow, matched: MatchedRows, passage_id: int) -> None:
    stored = matched.text_hashes.get(passage_id)
    if row.text_hash and stored is not None and row.text_hash != stored:
        raise row.wrong(f"passage {row.doc_id!r} had another text than it has in the collection")
    try:
        checked_spans(row.spans, n_characters=matched.n_characters[passage_id] or 0)
    except ValueError as error:
        raise row.wrong(str(error)) from error


def _known_pairs(campaign: Campaign, keys: Collection[Key]) -> dict[Key, CampaignPair]:
    """The campaign's pairs with these keys, with their pooled pairs.

    Joined here: after a large import PostgreSQL's statistics may not know yet how many rows there
    are, and a join that is planned for a few takes minutes for thousands.
    """
    pooled = {pair.pk: pair for pair in _pooled(campaign, keys)}
    known: dict[Key, CampaignPair] = {}
    for campaign_pair in campaign.pairs.filter(pair__in=pooled).order_by():
        pair = campaign_pair.pair = pooled[campaign_pair.pair_id]
        known[pair.topic_id, pair.passage_id] = campaign_pair
    return known


def _pooled(campaign: Campaign, keys: Collection[Key]) -> list[PooledPair]:
    topics, passages = zip(*set(keys), strict=True)
    found = {"pool": campaign.pool_id, "topics": list(topics), "passages": list(passages)}
    return list(PooledPair.objects.raw(POOLED_PAIRS, found))


def _extend(campaign: Campaign, missing: Collection[Key]) -> dict[Key, CampaignPair]:
    """Put pairs into pool and campaign."""
    if not missing:
        return {}
    PooledPair.objects.bulk_create(
        (
            PooledPair(pool=campaign.pool, topic_id=topic_id, passage_id=passage_id)
            for topic_id, passage_id in sorted(missing)
        ),
        batch_size=BATCH,
        ignore_conflicts=True,  # the pool may have grown by another campaign
    )
    entered = enter_pairs(campaign=campaign, pairs=_pooled(campaign, missing))
    return {(p.pair.topic_id, p.pair.passage_id): p for p in entered}
