"""The data an answer is checked against, read in one query: every judgment needs it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from annotation.database import execute
from annotation.models import PairKind

READ = """
SELECT now(), pair.id, pair.kind, pair.campaign_id, c.name, c.state, c.judgments_per_pair, m.role,
       m.suspended_at IS NOT NULL, m.withdrawn_at IS NOT NULL, pooled.topic_id,
       coalesce(passage.text, ''), g.id, g.name, coalesce(g.requires_span, FALSE),
       EXISTS (SELECT FROM annotation_grade WHERE campaign_id = c.id AND requires_span),
       (SELECT id FROM annotation_judgment WHERE client_key = %(client_key)s),
       (SELECT id FROM annotation_guideline
        WHERE campaign_id = c.id AND version = %(guideline)s AND published_at IS NOT NULL)
FROM annotation_campaignpair pair
JOIN annotation_campaign c ON c.id = pair.campaign_id
JOIN annotation_membership m ON m.id = %(assessor)s AND m.campaign_id = c.id
JOIN annotation_pooledpair pooled ON pooled.id = pair.pair_id
JOIN ranking_passage passage ON passage.id = pooled.passage_id
LEFT JOIN annotation_grade g ON g.campaign_id = c.id AND g.value = %(grade)s::numeric
WHERE pair.id = %(pair)s
FOR NO KEY UPDATE OF m
"""


class AskedPair(NamedTuple):
    """A served pair, with the grade that its assessor gives; columns of `READ`.

    `stored_id` is the judgment that was stored under the same client key before, `guideline_id`
    the published version that was asked for.
    """

    now: datetime
    id: int
    kind: str
    campaign_id: int
    campaign_name: str
    state: str
    judgments_per_pair: int
    role: str
    is_suspended: bool
    is_withdrawn: bool
    topic_id: int
    text: str
    grade_id: int | None
    grade_name: str | None
    requires_span: bool
    scale_requires_spans: bool
    stored_id: int | None
    guideline_id: int | None

    @property
    def takes_spans(self) -> bool:
        """Whether the answer may hold highlights.

        Only grades have any: they are its reasons. Where some grade of the scale requires them,
        only those that do; where none does, any grade may.
        """
        return self.grade_id is not None and (self.requires_span or not self.scale_requires_spans)

    def is_shared(self, occasion: int) -> bool:
        """Whether answers fill slots that anybody may take; other slots are personal."""
        return self.kind == PairKind.REGULAR and occasion == 0


def read_asked_pair(
    *,
    membership_id: int,
    campaign_pair_id: int,
    grade: int | None,
    guideline: int | None,
    client_key: UUID,
) -> AskedPair:
    """Read the pair and lock the membership, which ends only after answers in progress."""
    asked = {
        "assessor": membership_id,
        "pair": campaign_pair_id,
        "grade": grade,
        "guideline": guideline,
        "client_key": client_key,
    }
    with execute(READ, asked) as cursor:
        [row] = cursor.fetchall()
    return AskedPair._make(row)
