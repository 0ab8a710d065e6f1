"""Passages of one topic whose texts are the same to a reader."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Func, QuerySet, TextField, Value
from django.db.models.functions import MD5, Lower, Replace

from annotation.models import Campaign, PooledPair
from ranking.models import Passage

BLANKS = (" ", "\n", "\t", "\r", "\u00a0")
BATCH = 10_000


class Repeated(NamedTuple):
    """Pairs whose passage says what another passage of their topic says."""

    n_pairs: int  # beyond the first of each text
    n_topics: int


def repeated_passages(campaign: Campaign) -> Repeated:
    """Counts texts that are equal but for case and blanks; empty ones are left out."""
    pairs = PooledPair.objects.filter(campaign_pairs__campaign=campaign)
    text_of = _texts_that_recur(Passage.objects.filter(pk__in=pairs.values("passage")))
    found = pairs.filter(passage__in=list(text_of)).order_by().values_list("topic", "passage")
    n = Counter((topic_id, text_of[passage]) for topic_id, passage in found.iterator(BATCH))
    repeats = {key: times - 1 for key, times in n.items() if times > 1}
    return Repeated(sum(repeats.values()), len({topic_id for topic_id, _ in repeats}))


def _texts_that_recur(passages: QuerySet[Passage]) -> dict[int, int]:
    """The passages that say what another says, each with a number for its text."""
    letters: Func = Lower("text")
    for blank in BLANKS:
        letters = Replace(letters, Value(blank), output_field=TextField())
    texts = passages.filter(text__gt="").order_by().values(text_hash=MD5(letters))
    recurring = texts.annotate(n=Count("pk"), of=ArrayAgg("pk")).filter(n__gt=1)
    return {
        passage: number
        for number, of in enumerate(recurring.values_list("of", flat=True))
        for passage in of
    }
