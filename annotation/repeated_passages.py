"""Passages of one topic whose texts are the same to a reader."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Count, Func, Sum, TextField, Value
from django.db.models.functions import MD5, Lower

from annotation.models import Campaign, PooledPair

# What may differ between two texts that read the same, besides upper and lower case.
PASSED_OVER = " \t\n\r\v\f\u00a0.,;:!?'\"()[]{}-*_/\\|\u2013\u2014\u2018\u2019\u201c\u201d\u2026"


class Repeated(NamedTuple):
    """Pairs whose passage says what another passage of their topic says."""

    n_pairs: int  # beyond the first of each text
    n_topics: int


def repeated_passages(campaign: Campaign) -> Repeated:
    """Counts texts that are equal but for case, blanks and punctuation; empty ones are left out."""
    pairs = PooledPair.objects.filter(campaign_pairs__campaign=campaign)
    letters = Func(
        Lower("passage__text"),
        Value(PASSED_OVER),
        Value(""),
        function="translate",
        output_field=TextField(),
    )
    same = (
        pairs.filter(passage__text__gt="")
        .order_by()
        .values("topic", print=MD5(letters))
        .annotate(n=Count("pk"))
        .filter(n__gt=1)
    )
    found = same.aggregate(
        n_pairs=Sum("n"), n_texts=Count("n"), n_topics=Count("topic", distinct=True)
    )
    return Repeated((found["n_pairs"] or 0) - found["n_texts"], found["n_topics"])
