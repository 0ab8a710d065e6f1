"""Overview of a collection: counts, lengths, and some of its passages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from django.db.models import BooleanField, IntegerField
from django.db.models.expressions import RawSQL
from django.db.models.functions import Left, Length

from ranking.collections.word_lengths import WordLengths, word_lengths
from ranking.models import Collection
from ranking.models.passage import PassageQuerySet

SEED = 20_240_229
N_SAMPLES = 10
N_TRIED = 200  # passages whose size says how many may be read
MOST_COUNTED = 20_000
MOST_BYTES = 40_000_000
START = 1_000  # characters of a passage in a list
# The size alone, which a long text is not unpacked for.
BYTES = RawSQL("octet_length(text)", [], output_field=IntegerField())


class ListedPassage(NamedTuple):
    """A passage in a list with the beginning of its text, `n_characters` in all; `score` is BM25's
    where BM25 found it.
    """

    ordinal: int
    doc_id: str
    title: str
    text: str | None
    is_cut: bool
    n_characters: int
    document_id: str | None
    position_in_document: int | None
    score: float | None


class CollectionLook(NamedTuple):
    n_without_text: int
    words: WordLengths
    samples: list[ListedPassage]


def look_at_collection(collection: Collection) -> CollectionLook:
    """By a fixed number of queries; nothing depends on when or where it is asked for.

    Words are counted in all texts of a small collection, else in those of 20,000 passages drawn by
    a seed, and in fewer where texts are long. The samples stay the same until passages come.
    """
    without = collection.passages.filter(text__isnull=True).count()
    drawn = _drawn(collection, N_TRIED)
    counted = _drawn(collection, _n_to_count(collection, drawn))
    is_sample = len(counted) < collection.n_passages
    texts = (among(collection, counted) if is_sample else collection.passages.all()).with_text()
    words = word_lengths(
        texts.order_by().values_list("text", flat=True),  # type: ignore[arg-type]
        is_sample=is_sample,
    )
    return CollectionLook(without, words, listed(among(collection, drawn[:N_SAMPLES])))


def among(collection: Collection, ordinals: Sequence[int]) -> PassageQuerySet:
    """The passages of these ordinals, which go to the server as one text."""
    sql = "ranking_passage.ordinal = ANY (%s::int[])"
    given = f"{{{','.join(map(str, ordinals))}}}"
    return collection.passages.filter(RawSQL(sql, [given], output_field=BooleanField()))


def listed(passages: PassageQuerySet) -> list[ListedPassage]:
    """These passages in the order they have, by one query."""
    found = passages.annotate(start=Left("text", START), n_characters=Length("text"))
    rows = found.values_list(
        "ordinal",
        "doc_id",
        "title",
        "start",
        "n_characters",
        "document_id",
        "position_in_document",
    )
    return [
        ListedPassage(
            ordinal, doc_id, title, start, (n or 0) > START, n or 0, document_id, position, None
        )
        for ordinal, doc_id, title, start, n, document_id, position in rows
    ]


def _n_to_count(collection: Collection, drawn: Sequence[int]) -> int:
    """How many passages may be read without taking long."""
    sizes = among(collection, drawn).with_text().order_by().values_list(BYTES, flat=True)
    mean = float(np.mean([1, *sizes]))
    return int(min(MOST_COUNTED, MOST_BYTES / mean))


def _drawn(collection: Collection, n: int) -> list[int]:
    """So many ordinals by a seed, in no order; all where there are fewer."""
    rng = np.random.default_rng(SEED)
    n_passages = collection.n_passages
    return rng.choice(n_passages, min(n, n_passages), replace=False, shuffle=True).tolist()  # type: ignore[no-any-return]
