"""Search a campaign's pool for passages by query and words."""

from __future__ import annotations

from typing import NamedTuple

from annotation.models import Campaign, PairKind

MAX_TOPICS, MAX_FOUND = 20, 20
# Of gold and qualification pairs an expert's grade is hidden from assessors.
SHOWN = (PairKind.REGULAR, PairKind.OVERLAP)


class FoundPassage(NamedTuple):
    """A passage of the pool, to make an example of."""

    query_id: str
    query: str
    doc_id: str
    passage: str


def pool_passages(campaign: Campaign, *, query: str, words: str = "") -> list[FoundPassage]:
    """Up to 20 passages of topics whose query holds this text, with the words in them if any.

    The topics come first, 20 at most, so that a pool of a million pairs is not read through.
    """
    topics = campaign.pool.topic_set.topics.filter(query__icontains=query)
    found = campaign.pairs.filter(
        kind__in=SHOWN,
        pair__topic__in=list(topics.order_by("ordinal").values_list("pk", flat=True)[:MAX_TOPICS]),
        pair__passage__text__gt="",
    )
    if words:
        found = found.filter(pair__passage__text__icontains=words)
    rows = found.order_by("pair__topic__ordinal", "pk").values_list(
        "pair__topic__query_id",
        "pair__topic__query",
        "pair__passage__doc_id",
        "pair__passage__text",
    )
    return [
        FoundPassage(query_id, query, doc_id, text or "")
        for query_id, query, doc_id, text in rows[:MAX_FOUND]
    ]
