"""Signs that an assessor's work deserves a look: pace, and agreement with experts on gold pairs.

They are shown to organizers and stand for nothing more: no flag blocks, pauses or excludes
anybody by itself.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Count, F, Q, QuerySet

from annotation.models import Judgment, PairKind

# The mean speed of English readers in the International Reading Speed Texts (Trauzettel-Klosinski
# and Dietz, IOVS 53(9), 2012), blanks not counted; filters of crowdsourced judgments have used it.
READING_CHARACTERS_PER_MINUTE = 987
MS_PER_MINUTE = 60_000

# Fewer say nothing about a person.
MIN_TIMED, MIN_GOLD = 20, 5
TOO_FAST_SHARE, GOLD_SHARE = 0.5, 0.5

# A text is measured once for all who judged it: texts are what takes long to read.
PACES = """
WITH timed AS MATERIALIZED (
    SELECT assessor_id, campaign_pair_id, active_ms FROM annotation_judgment
    WHERE assessor_id = ANY(%(assessors)s) AND superseded_at IS NULL
      AND grade_id IS NOT NULL AND active_ms IS NOT NULL
), measured AS MATERIALIZED (
    SELECT asked.id, length(replace(passage.text, ' ', '')) AS n_characters
    FROM annotation_campaignpair asked
    JOIN annotation_pooledpair pooled ON pooled.id = asked.pair_id
    JOIN ranking_passage passage ON passage.id = pooled.passage_id
    WHERE passage.text IS NOT NULL AND asked.id IN (SELECT campaign_pair_id FROM timed)
)
SELECT assessor_id, count(*), count(*) FILTER (
    WHERE n_characters > active_ms::float8 * %(characters)s / %(ms)s)
FROM timed JOIN measured ON measured.id = campaign_pair_id
GROUP BY assessor_id
"""


class Pace(NamedTuple):
    """How many judgments came faster than anybody reads; time away is not counted."""

    n_timed: int
    n_too_fast: int

    @property
    def too_fast_share(self) -> float | None:
        return self.n_too_fast / self.n_timed if self.n_timed else None

    @property
    def is_flagged(self) -> bool:
        """Whether most of them did, when there are enough to tell."""
        return self.n_timed >= MIN_TIMED and self.n_too_fast > TOO_FAST_SHARE * self.n_timed


class GoldCheck(NamedTuple):
    """How many gold pairs got the grade that the expert gave."""

    n_gold: int
    n_as_expert: int

    @property
    def as_expert_share(self) -> float | None:
        return self.n_as_expert / self.n_gold if self.n_gold else None

    @property
    def is_flagged(self) -> bool:
        """Whether fewer than half of them did, when there are enough to tell."""
        return self.n_gold >= MIN_GOLD and self.n_as_expert < GOLD_SHARE * self.n_gold


def paces(assessors: Collection[int]) -> dict[int, Pace]:
    """The pace of these memberships over their live grades with a time, by membership."""
    values: dict[str, Any] = {
        "assessors": list(assessors),
        "characters": READING_CHARACTERS_PER_MINUTE,
        "ms": MS_PER_MINUTE,
    }
    with connection.cursor() as cursor:
        cursor.execute(PACES, values)
        return {assessor: Pace(*counts) for assessor, *counts in cursor.fetchall()}


def gold_checks(judgments: QuerySet[Judgment]) -> dict[int, GoldCheck]:
    """How each assessor did on the gold pairs among these judgments, by membership."""
    given = judgments.filter(
        superseded_at__isnull=True,
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
