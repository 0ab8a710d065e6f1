"""Histograms of assessors and of their levels of English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np

from annotation.figures.figure import RANGE, Column, Figure, histogram
from annotation.figures.sources import Ground, Group
from annotation.models import EnglishLevel
from regrade.votes.counts import Shares
from regrade.votes.packed import Places

NOT_TOLD = "not told"


def topics_by_assessors(ground: Ground) -> Figure:
    """Topics by number of assessors, 0 included."""
    return Figure(
        "topics-by-assessors",
        "Topics by number of assessors",
        "assessors who graded a pair of the topic",
        "topics",
        [*RANGE, *ground.group_columns],
        histogram([_assessors_of_topics(ground, group) for group in ground.groups]),
    )


def assessors_by_topics(ground: Ground) -> Figure:
    return Figure(
        "assessors-by-topics",
        "Assessors by number of topics",
        "topics of which they graded a pair",
        "assessors",
        [*RANGE, *ground.group_columns],
        _of_assessors(ground, lambda shares, n: np.bincount(shares.assessors, minlength=n)),
    )


def assessors_by_judgments(ground: Ground) -> Figure:
    def judged(shares: Shares, n: int) -> Places:
        n_votes = np.zeros(n, dtype=np.int64)
        np.add.at(n_votes, shares.assessors, shares.n_votes)
        return n_votes

    return Figure(
        "assessors-by-judgments",
        "Assessors by number of judgments",
        "pairs they graded",
        "assessors",
        [*RANGE, *ground.group_columns],
        _of_assessors(ground, judged),
    )


def english_levels(ground: Ground) -> Figure:
    """Assessors by self-reported level of English."""
    members = ground.campaign.memberships.filter(pk__in=ground.stored.member_keys.tolist())
    level_of = dict(members.values_list("pk", "english_level"))
    levels = [level_of[key] for key in ground.stored.member_keys.tolist()]
    counts = [
        Counter(levels[at] for at in np.unique(shares.assessors).tolist())
        for shares in _shares_by_group(ground)
    ]
    named = [*((level.value, level.label) for level in EnglishLevel), ("", NOT_TOLD)]
    return Figure(
        "english-levels",
        "Assessors by their level of English",
        "level, as they stated it",
        "assessors",
        [Column("level", "names"), *ground.group_columns],
        [[label, *(count[level] for count in counts)] for level, label in named],
    )


def _assessors_of_topics(ground: Ground, group: Group) -> Places:
    n_assessors = np.bincount(ground.shares.topics, minlength=group.is_kept.size)
    return n_assessors[group.is_kept]


def _of_assessors(ground: Ground, count: Callable[[Shares, int], Places]) -> list[list[int]]:
    """Histograms by group of the numbers that `count` gives the assessors who graded in it."""
    n = len(ground.votes.assessors)
    counted = [count(shares, n) for shares in _shares_by_group(ground)]
    return histogram([numbers[numbers > 0] for numbers in counted])


def _shares_by_group(ground: Ground) -> list[Shares]:
    return [ground.shares.of_topics(group.is_kept) for group in ground.groups]
