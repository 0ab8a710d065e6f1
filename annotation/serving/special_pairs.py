"""Pairs leased, shared and special ones, and the data that an answer is checked against."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from annotation.database import execute
from annotation.models import CampaignState, PairKind
from annotation.serving.claim_context import ClaimContext, fetch
from regrade.serving.draws import draw
from regrade.serving.next_kinds import SpecialKind

FIRST_KEY = -(2**63)


def lease_pairs(context: ClaimContext, statement: str, *, n: int, first: int) -> int:
    """Lease up to `n` shared pairs, the first at position `first`, and say how many.

    Their order is the campaign's; at random, each is the next one from a start that is drawn for
    this assessor and position.
    """
    if not context.is_random:
        return _lease_from(context, statement, start=FIRST_KEY, n=n, first=first)
    for n_leased in range(n):
        position = first + n_leased
        start = draw("pair", context.policy_seed, context.me, position)
        if not _lease_from(context, statement, start=start, n=1, first=position):
            return n_leased
    return n


def lease_loose(context: ClaimContext, statement: str, *, n: int, first: int) -> int:
    """Lease single pairs, without a seat."""
    [(n_leased,)] = fetch(
        statement, context, n=n, first=first, only_spare=statement == "lease_spare"
    )
    return int(n_leased)


def _lease_from(context: ClaimContext, statement: str, *, start: int, n: int, first: int) -> int:
    [(n_leased,)] = fetch(statement, context, start=start, n=n, first=first, only_spare=False)
    return int(n_leased)


# Pairs of a topic that are looked at: in a larger one nobody wants to know how far they are.
MOST_IN_TOPIC = 1000


class SpecialPairs(NamedTuple):
    """Special pairs of one assessor: how many in all, left, answered and served.

    Overlap and gold pairs count if they have a text; they came once they were answered, with a
    grade or without one, or are in hand. Gold is left only under a policy that serves some.
    `n_*_served` of these and of repeats are those since the first pair under the policy, where the
    pilot's pairs do not count.
    """

    n_overlap: int
    n_overlap_left: int
    has_gold_left: bool
    n_qualification_answered: int
    n_qualification_served: int  # in all attempts together
    n_overlap_served: int
    n_repeat_served: int
    first: int | None  # position of that first pair; before it is answered, of the first in hand


NO_SPECIAL_PAIRS = SpecialPairs(0, 0, False, 0, 0, 0, 0, None)


def special_pairs(context: ClaimContext) -> SpecialPairs:
    [counts] = fetch("count_special_pairs", context)
    return SpecialPairs(*counts)


def topic_served_last(context: ClaimContext) -> int | None:
    """The topic of the shared pair, or in a pilot of its pair, served last: the next lease goes on
    there."""
    is_pilot = context.state == CampaignState.PILOT
    [(topic,)] = fetch("pilot_topic" if is_pilot else "topic_served_last", context)
    return None if topic is None else int(topic)


def lease_special_pair(
    context: ClaimContext, kind: SpecialKind, position: int, *, topic: int | None = None
) -> int:
    """Create a personal slot on the next pair of a kind; returns how many: 0 or 1.

    The pair is one of the topic, where one is named. Nobody else can want that slot, so there is
    nothing to wait for. The caller holds the membership's lock.
    """
    return _lease(context, kind, position, topic, only_look=False)


def has_special_pair(
    context: ClaimContext, kind: SpecialKind, position: int, *, topic: int | None = None
) -> bool:
    """Whether a pair of the kind, in the topic if one is named, could be served to the assessor."""
    return _lease(context, kind, position, topic, only_look=True) > 0


def _lease(
    context: ClaimContext, kind: SpecialKind, position: int, topic: int | None, *, only_look: bool
) -> int:
    [(n,)] = fetch(
        "lease_special_pair",
        context,
        source=_source(kind, in_topic=topic is not None),
        marked=PairKind.OVERLAP if kind == "pilot" else kind,
        in_pilot=kind == "pilot",
        occasion={"qualification": context.n_attempts, "repeat": 1}.get(kind, 0),
        position=position,
        start=draw("special", context.policy_seed, context.me, position),
        topic=topic,
        most=MOST_IN_TOPIC,
        only_look=only_look,
    )
    return int(n)


def _source(kind: SpecialKind, *, in_topic: bool) -> str:
    """Where the statement looks for pairs of a kind."""
    if kind == "qualification":
        return kind
    source = "graded" if kind == "repeat" else "marked"
    return f"{source} in topic" if in_topic else source


READ = """
SELECT now(), pair.id, pair.kind, pair.campaign_id, c.name, c.state, c.judgments_per_pair, m.role,
       m.suspended_at IS NOT NULL, m.withdrawn_at IS NOT NULL, pooled.topic_id,
       coalesce(passage.text, ''), g.id, g.name, coalesce(g.requires_span, FALSE),
       EXISTS (SELECT FROM annotation_grade WHERE campaign_id = c.id AND requires_span),
       (SELECT id FROM annotation_judgment WHERE client_key = %(client_key)s),
       (SELECT id FROM annotation_guideline
        WHERE campaign_id = c.id AND version = %(guideline)s AND published_at IS NOT NULL),
       (SELECT strategy = 'active' FROM annotation_pool WHERE id = c.pool_id)
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
    learns: bool  # the pool: an answer may be what its next pairs wait for

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
