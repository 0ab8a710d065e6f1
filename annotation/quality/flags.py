"""Quality signals of an assessor: pace, and agreement with experts and with their own repeats.

They only inform organizers: no flag blocks, pauses or excludes anybody by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Count, F, FloatField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Least, Length, Replace

from annotation.models import Campaign, Grade, Judgment, PairKind
from annotation.models.campaign import PACE_LIMIT, READING_WORDS_PER_MINUTE
from annotation.models.judgment import JudgmentQuerySet
from regrade.votes.assessor import Flag

# Blanks not counted: those of the mean of READING_WORDS_PER_MINUTE.
READING_CHARACTERS_PER_MINUTE = 987
CHARACTERS_A_WORD = READING_CHARACTERS_PER_MINUTE / READING_WORDS_PER_MINUTE
# One may well judge by the first lines, so no more than two of them are asked for.
FIRST_CHARACTERS = 200
MS_PER_MINUTE = 60_000

# Fewer say nothing about a person.
MIN_TIMED, MIN_GOLD, MIN_REPEATS = 20, 5, 5
TOO_FAST_SHARE, GOLD_SHARE, SAME_SHARE = 0.25, 0.5, 0.5


# An assessor, the keys of a grade and of the one it is held against, and how often that came.
Together = tuple[int, int, int, int]


class Pace(NamedTuple):
    """Judgments given faster than a passage's first lines can be skimmed.

    Idle time is not counted.
    """

    n_timed: int = 0
    n_too_fast: int = 0

    @property
    def too_fast_share(self) -> float | None:
        return self.n_too_fast / self.n_timed if self.n_timed else None

    @property
    def is_flagged(self) -> bool:
        """Whether more than a quarter were too fast; False below `MIN_TIMED` judgments."""
        return self.n_timed >= MIN_TIMED and self.n_too_fast > TOO_FAST_SHARE * self.n_timed


class GoldCheck(NamedTuple):
    """Number of gold pairs given the known grade."""

    n_gold: int = 0
    n_as_expert: int = 0

    @property
    def as_expert_share(self) -> float | None:
        return self.n_as_expert / self.n_gold if self.n_gold else None

    @property
    def is_flagged(self) -> bool:
        """Whether fewer than half got it; False below `MIN_GOLD` pairs."""
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
        """Whether fewer than half were the same; False below `MIN_REPEATS` repeats."""
        return self.n_repeats >= MIN_REPEATS and self.n_same < SAME_SHARE * self.n_repeats


def raised_flags(campaign: Campaign) -> dict[int, list[Flag]]:
    """The flags of each assessor who has any, by membership."""
    return raised_flags_in([campaign])


def raised_flags_in(campaigns: Collection[Campaign]) -> dict[int, list[Flag]]:
    """The same for several campaigns, in the same number of queries."""
    judgments = Judgment.objects.filter(campaign_pair__campaign__in=campaigns)
    grades = Grade.objects.filter(campaign__in=campaigns).order_by("campaign", "value")
    steps = {pk: place for place, pk in enumerate(grades.values_list("pk", flat=True))}
    pace, gold = paces(judgments), gold_checks(judgments)
    repeats = repeat_checks(judgments, steps)
    raised = {
        member: flags_of(
            pace.get(member, Pace()),
            gold.get(member, GoldCheck()),
            repeats.get(member, RepeatCheck()),
        )
        for member in {*pace, *gold, *repeats}
    }
    return {member: flags for member, flags in raised.items() if flags}


def flags_of(pace: Pace, gold: GoldCheck, repeats: RepeatCheck) -> list[Flag]:
    """Which of the three signals are raised."""
    checks: Mapping[Flag, Pace | GoldCheck | RepeatCheck] = {
        "pace": pace,
        "gold": gold,
        "repeats": repeats,
    }
    return [flag for flag, check in checks.items() if check.is_flagged]


def paces(judgments: JudgmentQuerySet) -> dict[int, Pace]:
    """Each assessor's pace over the counting grades among these judgments, by membership.

    The time limit is the campaign's.
    """
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
            * Coalesce(F("campaign_pair__campaign__pace_limit"), PACE_LIMIT)
            * CHARACTERS_A_WORD
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
    checks: dict[int, GoldCheck] = {}
    for assessor, grade, expert, n in grades_on_gold(judgments):
        n_gold, n_as_expert = checks.get(assessor, GoldCheck())
        checks[assessor] = GoldCheck(n_gold + n, n_as_expert + n * (grade == expert))
    return checks


def grades_on_gold(judgments: JudgmentQuerySet, *apart: str) -> Iterable[Any]:
    """Assessors' grades and the expert's, on the gold pairs among these judgments: `Together`.

    Values of the fields in `apart`, if any, precede the count.
    """
    given = judgments.standing().filter(
        occasion=0,
        grade__isnull=False,
        campaign_pair__kind=PairKind.GOLD,
        campaign_pair__expert_grade__isnull=False,
    )
    expert = "campaign_pair__expert_grade__grade"
    return given.order_by().values_list("assessor", "grade", expert, *apart).annotate(n=Count("pk"))


def repeat_checks(judgments: JudgmentQuerySet, steps: Mapping[int, int]) -> dict[int, RepeatCheck]:
    """Each assessor's repeats compared with the first looks, by membership.

    `steps` is each grade's place on the scale. Rounds of qualification are no repeats.
    """
    checks: dict[int, RepeatCheck] = {}
    for assessor, grade, before, n in grades_on_repeats(judgments):
        n_repeats, n_same, n_near = checks.get(assessor, RepeatCheck())
        apart = abs(steps[grade] - steps[before])
        checks[assessor] = RepeatCheck(
            n_repeats + n, n_same + n * (apart == 0), n_near + n * (apart <= 1)
        )
    return checks


def grades_on_repeats(judgments: JudgmentQuerySet, *apart: str) -> Iterable[Any]:
    """Assessors' grades when asked again, and those of their first looks, as `grades_on_gold`."""
    graded: QuerySet[Judgment] = judgments.standing().filter(grade__isnull=False)
    first = graded.filter(
        occasion=0, campaign_pair=OuterRef("campaign_pair"), assessor=OuterRef("assessor")
    )
    again = graded.filter(occasion__gt=0).exclude(campaign_pair__kind=PairKind.QUALIFICATION)
    again = again.annotate(first=Subquery(first.values("grade")[:1])).filter(first__isnull=False)
    rows = again.order_by().values_list("assessor", "grade", "first", *apart)
    return rows.annotate(n=Count("pk"))
