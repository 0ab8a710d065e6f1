"""Match recorded rows to a campaign's pairs, and check that they fit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Func, TextField
from django.db.models.functions import Length

from annotation.models import Campaign, CampaignPair, PooledPair, Reason
from annotation.pools.pairs import enter_pairs
from ranking.collections.docid_maps import docid_map
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
        pair = f"passage {row.doc_id!r} of topic {row.query_id!r}"
        if not extend_pool:
            mend = "--extend-pool adds such pairs"
            raise row.wrong(f"{pair} is outside {campaign.pool}; {mend}")
        if matched.n_characters[key[1]] is None and not keep_textless:
            raise row.wrong(f"{pair} has no text to judge; --keep-textless adds it all the same")
    known |= _extend(campaign, missing)
    return [known[key] for key in matched.keys], len(missing)


def _check_grades(campaign: Campaign, rows: Sequence[JudgmentRow]) -> None:
    scale = set(campaign.grades.values_list("value", flat=True))
    for row in rows:
        if row.grade is not None and row.grade not in scale:
            known = ", ".join(map(str, sorted(scale)))
            raise row.wrong(f"grade {row.grade} is not on the scale {known}")
        if row.reason and row.reason not in Reason.values:
            known = ", ".join(Reason.values)
            raise row.wrong(f"the reason {row.reason!r} is none of {known}")


def _match(campaign: Campaign, rows: Sequence[JudgmentRow]) -> MatchedRows:
    pool = campaign.pool
    topics = dict(pool.topic_set.topics.values_list("query_id", "pk"))
    ordinals = docid_map(pool.collection).ordinals_of([row.doc_id for row in rows]).tolist()
    for row, ordinal in zip(rows, ordinals, strict=True):
        if row.query_id not in topics:
            raise row.wrong(f"no topic {row.query_id!r} in {pool.topic_set}")
        if ordinal < 0:
            raise row.wrong(f"no passage {row.doc_id!r} in {pool.collection}")
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
