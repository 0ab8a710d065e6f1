"""Quality signals of an assessor: pace, and agreement with experts and with their own repeats.

They are shown to organizers and stand for nothing more: no flag blocks, pauses or excludes
anybody by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Count, F, FloatField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Least, Length, Replace

from annotation.models import Judgment, PairKind
from annotation.models.judgment import JudgmentQuerySet

# The mean speed of English readers in the International Reading Speed Texts (Trauzettel-Klosinski
# and Dietz, IOVS 53(9), 2012), blanks not counted: half of all readers are faster.
READING_CHARACTERS_PER_MINUTE = 987
# Four times the mean, some 900 words a minute. Good readers reach 200 to 400 (Rayner et al.,
# Psychological Science in the Public Interest 17(1), 2016); who is faster than this has not even
# skimmed. One may well judge by the first lines, so no more than two of them are asked for.
SKIMMING_CHARACTERS_PER_MINUTE = 4 * READING_CHARACTERS_PER_MINUTE
FIRST_CHARACTERS = 200
MS_PER_MINUTE = 60_000

# Fewer say nothing about a person.
MIN_TIMED, MIN_GOLD, MIN_REPEATS = 20, 5, 5
TOO_FAST_SHARE, GOLD_SHARE, SAME_SHARE = 0.25, 0.5, 0.5


class Pace(NamedTuple):
    """How many judgments were given faster than a passage's first lines can be skimmed.

    Time away is not counted.
    """

    n_timed: int = 0
    n_too_fast: int = 0

    @property
    def too_fast_share(self) -> float | None:
        return self.n_too_fast / self.n_timed if self.n_timed else None

    @property
    def is_flagged(self) -> bool:
        """Whether more than a quarter of them did, when there are enough to tell."""
        return self.n_timed >= MIN_TIMED and self.n_too_fast > TOO_FAST_SHARE * self.n_timed


class GoldCheck(NamedTuple):
    """How many gold pairs got the expert's grade."""

    n_gold: int = 0
    n_as_expert: int = 0

    @property
    def as_expert_share(self) -> float | None:
        return self.n_as_expert / self.n_gold if self.n_gold else None

    @property
    def is_flagged(self) -> bool:
        """Whether fewer than half of them did, when there are enough to tell."""
        return self.n_gold >= MIN_GOLD and self.n_as_expert < GOLD_SHARE * self.n_gold


class RepeatCheck(NamedTuple):
    """How often an assessor gave a repeated pair the same grade as at the first look."""

    n_repeats: int = 0
    n_same: int = 0
    n_near: int = 0  # the same grade, or the next one on the scale

    @property
    def same_share(self) -> float | None:
        return self.n_same / self.n_repeats if self.n_repeats else None

    @property
    def near_share(self) -> float | None:
        return self.n_near / self.n_repeats if self.n_repeats else None

    @property
    def is_flagged(self) -> bool:
        """Whether fewer than half were the same, when there are enough to tell."""
        return self.n_repeats >= MIN_REPEATS and self.n_same < SAME_SHARE * self.n_repeats


def paces(judgments: JudgmentQuerySet) -> dict[int, Pace]:
    """Each assessor's pace over the counting grades among these judgments, by membership."""
    text = F("campaign_pair__pair__passage__text")
    timed = (
        judgments.standing()
        .filter(
            grade__isnull=False,
            active_ms__isnull=False,
            campaign_pair__pair__passage__text__isnull=False,
        )
        .annotate(
            n_characters=Least(Length(Replace(text, Value(" "), Value(""))), FIRST_CHARACTERS),
            skimmed=Cast("active_ms", FloatField())
            * SKIMMING_CHARACTERS_PER_MINUTE
            / MS_PER_MINUTE,
        )
    )
    counted = (
        timed.order_by()
        .values("assessor")
        .annotate(
            n_timed=Count("pk"), n_too_fast=Count("pk", filter=Q(n_characters__gt=F("skimmed")))
        )
    )
    return {row["assessor"]: Pace(row["n_timed"], row["n_too_fast"]) for row in counted}


def gold_checks(judgments: JudgmentQuerySet) -> dict[int, GoldCheck]:
    """Each assessor's results on the gold pairs among these judgments, by membership."""
    given = judgments.standing().filter(
        occasion=0,
        grade__isnull=False,
        campaign_pair__kind=PairKind.GOLD,
        campaign_pair__expert_grade__isnull=False,
    )
    as_expert = Q(grade=F("campaign_pair__expert_grade__grade"))
    counted = (
        given.order_by()
        .values("assessor")
        .annotate(n_gold=Count("pk"), n_as_expert=Count("pk", filter=as_expert))
    )
    return {row["assessor"]: GoldCheck(row["n_gold"], row["n_as_expert"]) for row in counted}


def repeat_checks(judgments: JudgmentQuerySet, steps: Mapping[int, int]) -> dict[int, RepeatCheck]:
    """Each assessor's repeats compared with the first looks, by membership.

    `steps` is each grade's place on the scale. Rounds of qualification are no repeats.
    """
    graded: QuerySet[Judgment] = judgments.standing().filter(grade__isnull=False)
    first = graded.filter(
        occasion=0, campaign_pair=OuterRef("campaign_pair"), assessor=OuterRef("assessor")
    )
    again = graded.filter(occasion__gt=0).exclude(campaign_pair__kind=PairKind.QUALIFICATION)
    again = again.annotate(first=Subquery(first.values("grade")[:1])).filter(first__isnull=False)
    rows = again.order_by().values_list("assessor", "grade", "first").annotate(n=Count("pk"))
    checks: dict[int, RepeatCheck] = {}
    for assessor, grade, before, n in rows:
        n_repeats, n_same, n_near = checks.get(assessor, RepeatCheck())
        apart = abs(steps[grade] - steps[before])
        checks[assessor] = RepeatCheck(
            n_repeats + n, n_same + n * (apart == 0), n_near + n * (apart <= 1)
        )
    return checks
