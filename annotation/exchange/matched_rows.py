"""Match recorded rows to a campaign's pairs, and check that they fit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Func, TextField
from django.db.models.functions import Length

from annotation.models import Campaign, CampaignPair, PooledPair, Reason
from annotation.pools.by_design import refuse_by_design
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
    """The topic and passage of each row, with lengths and hashes of the passages' texts by id."""

    keys: list[Key]
    n_characters: Mapping[int, int | None]  # None without a text
    text_hashes: Mapping[int, str]  # of passages whose rows have spans or a hash


class Sha256(Func):
    template = "encode(sha256(convert_to(%(expressions)s, 'UTF8')), 'hex')"
    output_field = TextField()


def match_rows(campaign: Campaign, rows: Sequence[JudgmentRow]) -> MatchedRows:
    """Find the topic and passage of each row in the campaign's topic set and collection.

    Raises:
        BadInput: a grade off the scale, an unknown reason, topic or passage, spans outside the
            passage, or a passage that had another text where the row was recorded.
    """
    for refused in misfits(campaign, rows, extend_pool=True):
        raise refused
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
            raise _outside(campaign, row)
        pair = f"passage {row.doc_id!r} of topic {row.query_id!r}"
        if matched.n_characters[key[1]] is None and not keep_textless:
            reason = f"{pair} has no text to judge; --keep-textless adds it all the same"
            raise row.wrong(reason, code="no_text")
    known |= _extend(campaign, missing)
    return [known[key] for key in matched.keys], len(missing)


def misfits(
    campaign: Campaign, rows: Sequence[JudgmentRow], *, extend_pool: bool
) -> Iterator[BadInput]:
    """Errors for rows that the import would refuse for their grade, topic or passage.

    Only the import itself checks the passages' texts.
    """
    scale = set(campaign.grades.values_list("value", flat=True))
    topics, ordinals = _places(campaign, rows)
    pairs = campaign.pairs.none() if extend_pool else campaign.pairs
    pooled = set(pairs.values_list("pair__topic", "pair__passage__ordinal"))
    for row, ordinal in zip(rows, ordinals, strict=True):
        refused = _off_scale(row, scale) or _unknown(campaign, row, topics, ordinal)
        if refused:
            yield refused
        elif not extend_pool and (topics[row.query_id], ordinal) not in pooled:
            yield _outside(campaign, row)


def _off_scale(row: JudgmentRow, scale: Collection[int]) -> BadInput | None:
    """Error for a grade or reason unknown to the campaign, else None."""
    if row.grade is not None and row.grade not in scale:
        known = ", ".join(map(str, sorted(scale)))
        reason = f"grade {row.grade} is not on the scale {known}"
        return row.wrong(reason, code="grade_off_scale")
    if row.reason and row.reason not in Reason.values:
        known = ", ".join(Reason.values)
        return row.wrong(f"the reason {row.reason!r} is none of {known}", code="unknown_reason")
    return None


def _unknown(
    campaign: Campaign, row: JudgmentRow, topics: Collection[str], ordinal: int
) -> BadInput | None:
    """Error for an unknown topic or passage, else None."""
    pool = campaign.pool
    if row.query_id not in topics:
        return row.wrong(f"no topic {row.query_id!r} in {pool.topic_set}", code="unknown_topic")
    if ordinal < 0:
        reason = f"no passage {row.doc_id!r} in {pool.collection}"
        return row.wrong(reason, code="unknown_passage")
    return None


def _outside(campaign: Campaign, row: JudgmentRow) -> BadInput:
    pair = f"passage {row.doc_id!r} of topic {row.query_id!r}"
    reason = f"{pair} is outside {campaign.pool}; --extend-pool adds such pairs"
    return row.wrong(reason, code="outside_pool")


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
        reason = f"passage {row.doc_id!r} had another text than it has in the collection"
        raise row.wrong(reason, code="other_text")
    try:
        checked_spans(row.spans, n_characters=matched.n_characters[passage_id] or 0)
    except ValueError as error:
        raise row.wrong(str(error), code="bad_spans") from error


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
    """Add pairs to the pool and the campaign.

    Raises:
        PoolRefused: the pool was drawn by design.
    """
    if not missing:
        return {}
    refuse_by_design(campaign.pool)
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
