"""Passages of a campaign's pool: found by query and words, and those of a topic that read the same.

For duplicates, tables are read one by one and put together here: where PostgreSQL's statistics lag
behind a large import it may join them row by row, which takes minutes.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import numpy as np
from django.db import connection
from django.db.models import QuerySet
from numpy.typing import NDArray

from annotation.models import Campaign, PairKind

MAX_TOPICS, MAX_FOUND, MAX_QUERY = 20, 20, 2_000
# Of gold and qualification pairs an expert's grade is hidden from assessors.
SHOWN = (PairKind.REGULAR, PairKind.OVERLAP)


class FoundPassage(NamedTuple):
    """A passage of the pool, to make an example of."""

    query_id: str
    query: str
    doc_id: str
    passage: str


def pool_passages(
    campaign: Campaign,
    *,
    query: Annotated[str, {"min_length": 2, "max_length": MAX_QUERY}],
    words: Annotated[str, {"allow_blank": True, "max_length": MAX_QUERY}] = "",
) -> list[FoundPassage]:
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


BLANKS = " \n\t\r\u00a0"
BATCH = 10_000
# A hash takes the place of a text: two of a topic's texts share one by chance in 10^13 campaigns.
HASHES = """
SELECT id, hashtextextended(translate(lower(text), %(blanks)s, ''), 0) FROM ranking_passage
WHERE id = ANY(%(ids)s) AND text > ''
"""
Ids = NDArray[np.int64]


class Repeated(NamedTuple):
    """Pairs whose passage duplicates another passage of their topic."""

    n_pairs: int  # beyond the first of each text
    n_topics: int


def repeated_passages(campaign: Campaign) -> Repeated:
    """Count texts that are equal ignoring case and blanks; empty ones are skipped."""
    topics, passages = _pairs(campaign)
    with_text, hashes = _hashes(np.unique(passages))
    has_text = np.isin(passages, with_text)
    topics, passages = topics[has_text], passages[has_text]
    texts = np.stack([topics, hashes[np.searchsorted(with_text, passages)]], axis=1)
    different, n_times = np.unique(texts, axis=0, return_counts=True)
    repeated = different[n_times > 1]
    return Repeated(len(texts) - len(different), len(np.unique(repeated[:, 0])))


def _pairs(campaign: Campaign) -> tuple[Ids, Ids]:
    """Topic and passage of each of the campaign's pairs."""
    entered = _rows(campaign.pairs.values_list("pair"), 1)[:, 0]
    pooled = _rows(campaign.pool.pairs.values_list("pk", "topic", "passage"), 3)
    pooled = pooled[np.isin(pooled[:, 0], entered)]
    return pooled[:, 1], pooled[:, 2]


def _rows(rows: QuerySet[Any, Any], n_columns: int) -> Ids:
    numbers = (number for row in rows.order_by().iterator(BATCH) for number in row)
    return np.fromiter(numbers, dtype=np.int64).reshape(-1, n_columns)


def _hashes(ids: Ids) -> tuple[Ids, Ids]:
    """The passages that have a text, ascending, and a hash of what each says."""
    found: list[tuple[int, int]] = []
    with connection.cursor() as cursor:
        for start in range(0, len(ids), BATCH):
            batch = ids[start : start + BATCH].tolist()
            cursor.execute(HASHES, {"blanks": BLANKS, "ids": batch})
            found += cursor.fetchall()
    hashed = np.array(sorted(found), dtype=np.int64).reshape(-1, 2)
    return hashed[:, 0], hashed[:, 1]
