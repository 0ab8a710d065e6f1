"""What decides on a claim, read in one query: a claim runs at every judgment."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from annotation.database import execute
from annotation.models import JUDGED_IN, AssessorKind, CampaignState, Role, Unit

# A lease that a crash takes away costs nobody a judgment: claims do not wait for the disk. And
# they end at the first pairs that an index gives in order: for the rest of the transaction the
# planner is kept from reading a campaign whole, which it prefers when its statistics are stale.
SETTINGS = {
    "synchronous_commit": "off",
    "enable_seqscan": "off",
    "enable_sort": "off",
    "enable_hashjoin": "off",
    "jit": "off",
    "plan_cache_mode": "force_generic_plan",
}
SET = ", ".join(f"set_config('{name}', '{value}', true)" for name, value in SETTINGS.items())
LOCK = f"SELECT {SET} FROM annotation_membership WHERE id = %(me)s FOR NO KEY UPDATE"

# The topic of the shared pair answered last, by the order in which pairs were handed out: a changed
# answer keeps its place, so that going back to an old topic is no return to it.
NEWEST = 20
ANSWERED_LAST = f"""
    SELECT pooled.topic_id, newest.position FROM (
        SELECT campaign_pair_id, position FROM annotation_judgment
        WHERE assessor_id = {{0}} AND superseded_at IS NULL AND policy_id IS NOT NULL
          AND occasion = 0
        ORDER BY created_at DESC LIMIT {NEWEST}
    ) newest CROSS JOIN LATERAL (
        SELECT kind, pair_id FROM annotation_campaignpair
        WHERE id = newest.campaign_pair_id OFFSET 0
    ) pair CROSS JOIN LATERAL (
        SELECT topic_id FROM annotation_pooledpair WHERE id = pair.pair_id OFFSET 0
    ) pooled
    WHERE pair.kind = 'regular' AND {{1}} ORDER BY newest.position DESC LIMIT 1"""

# The topic in hand: among those where the assessor has a seat that is not finished, that of the
# pair answered last.
IN_HAND = ANSWERED_LAST.format(
    "m.id",
    """p.unit = 'topics' AND EXISTS (
        SELECT FROM annotation_topicseat own
        WHERE own.holder_id = m.id AND own.finished_at IS NULL
          AND own.topic_id = pooled.topic_id OFFSET 0)""",
)

READ = f"""
SELECT now(), m.campaign_id, m.id, m.kind, m.role, m.withdrawn_at, m.suspended_at, m.qualified_at,
       m.n_served, m.n_attempts, coalesce(m.quota, c.quota), c.state, c.pass_share, c.max_attempts,
       c.lease_s, c.seat_s, c.judgments_per_pair, c.max_not_judged, p.id, p.unit, p."order", p.seed,
       p.sets_offered, p.topics_per_set, p.new_topic_share, p.overlap_every, p.gold_every,
       p.repeat_every, p.repeat_after, p.rotates, p.extra_judgments,
       (SELECT id FROM annotation_notice WHERE campaign_id = c.id ORDER BY version DESC LIMIT 1),
       (SELECT max(notice_id) FROM annotation_consent WHERE membership_id = m.id),
       (SELECT id FROM annotation_guideline WHERE campaign_id = c.id AND published_at IS NOT NULL
        ORDER BY version DESC LIMIT 1),
       EXISTS (SELECT FROM annotation_campaignpair WHERE campaign_id = c.id AND kind <> 'regular'),
       done.n_judged, done.n_not_judged, done.n_judged_in_all, done.n_not_judged_in_all,
       round.n_judged, round.n_not_judged, round.n_first_looks, hand.n_held,
       coalesce(hand.leased_until < now() + make_interval(secs => c.lease_s / 2.0), FALSE),
       in_hand.topic_id, in_hand.position, hand.n_of_other_topics
FROM annotation_membership m
JOIN annotation_campaign c ON c.id = m.campaign_id
CROSS JOIN LATERAL (
    SELECT * FROM annotation_servingpolicy WHERE campaign_id = c.id ORDER BY version DESC LIMIT 1
) p
CROSS JOIN LATERAL (
    SELECT count(grade_id) FILTER (WHERE occasion = 0) AS n_judged,
           count(*) FILTER (WHERE occasion = 0 AND grade_id IS NULL) AS n_not_judged,
           count(grade_id) AS n_judged_in_all, count(*) - count(grade_id) AS n_not_judged_in_all
    FROM annotation_judgment
    WHERE assessor_id = m.id AND superseded_at IS NULL
      AND reason_not_judged IS DISTINCT FROM 'retracted' AND cause <> 'rejected'
) done
CROSS JOIN LATERAL (
    SELECT count(j.grade_id) AS n_judged, count(*) - count(j.grade_id) AS n_not_judged,
           count(*) FILTER (WHERE j.occasion = 0) AS n_first_looks
    FROM annotation_campaignpair pair
    JOIN annotation_judgment j ON j.campaign_pair_id = pair.id AND j.assessor_id = m.id
      AND j.superseded_at IS NULL
      AND j.reason_not_judged IS DISTINCT FROM 'retracted' AND j.cause <> 'rejected'
    WHERE c.pass_share IS NOT NULL AND pair.campaign_id = c.id
      AND pair.kind <> 'regular' AND pair.kind = 'qualification'
) round
LEFT JOIN LATERAL ({IN_HAND}) in_hand ON TRUE
CROSS JOIN LATERAL (
    SELECT count(*) AS n_held, min(leased_until) AS leased_until,
           count(*) FILTER (
               WHERE order_key IS NOT NULL AND topic_id <> in_hand.topic_id
                 AND position > in_hand.position) AS n_of_other_topics
    FROM annotation_slot WHERE holder_id = m.id AND judgment_id IS NULL
) hand
WHERE m.id = %(me)s
"""


class Turn(NamedTuple):
    """One assessor's claim: who asks, what they did so far, and what the campaign says.

    The columns of `READ`, and the parameters of the queries behind claims.
    """

    now: datetime
    campaign: int
    me: int
    kind: str
    role: str
    withdrawn_at: datetime | None
    suspended_at: datetime | None
    qualified_at: datetime | None
    n_served: int
    n_attempts: int
    quota: int | None
    state: str
    pass_share: float | None
    max_attempts: int
    lease_s: int
    seat_s: int
    judgments_per_pair: int
    max_not_judged: int
    policy: int
    unit: str
    order: str
    policy_seed: int
    sets_offered: int
    topics_per_set: int
    new_topic_share: float
    overlap_every: int
    gold_every: int | None
    repeat_every: int | None
    repeat_after: int
    rotates: bool
    extra_judgments: int
    newest_notice: int | None
    accepted_notice: int | None
    guideline: int | None
    has_special_pairs: bool
    n_judged: int  # first looks
    n_not_judged: int
    n_judged_in_all: int  # with repeats and further attempts to qualify
    n_not_judged_in_all: int
    n_judged_to_qualify: int  # of those
    n_not_judged_to_qualify: int
    n_first_looks_to_qualify: int
    n_held: int
    has_old_leases: bool
    topic_in_hand: int | None
    position_in_hand: int | None  # of the pair answered last there
    n_of_other_topics: int  # shared pairs in hand that come after it

    @property
    def seed(self) -> str:
        """Of the assessor's own random orders."""
        return f"{self.policy_seed}:{self.me}:"

    @property
    def is_random(self) -> bool:
        return self.order == "random"

    @property
    def is_assessor(self) -> bool:
        return self.role == Role.ASSESSOR

    @property
    def takes_judgments(self) -> bool:
        return self.state in JUDGED_IN

    @property
    def is_qualifying(self) -> bool:
        return self.pass_share is not None and self.qualified_at is None

    @property
    def takes_whole_topics(self) -> bool:
        """Whether shared pairs come topic by topic; none come in a pilot or qualification round."""
        is_open = self.state == CampaignState.OPEN
        return is_open and self.unit == Unit.TOPICS and not self.is_qualifying

    @property
    def lacks_consent(self) -> bool:
        is_human = self.kind == AssessorKind.HUMAN
        return is_human and self.newest_notice not in {None, self.accepted_notice}

    @property
    def n_answered(self) -> int:
        return self.n_judged + self.n_not_judged

    def parameters(self) -> dict[str, Any]:
        return {**self._asdict(), "seed": self.seed, "is_random": self.is_random}


def take_turn(membership_id: int) -> Turn:
    """Lock the membership against the assessor's other tabs, then read. Needs a transaction."""
    execute(LOCK, {"me": membership_id}).close()
    return read_turn(membership_id)


def read_turn(membership_id: int) -> Turn:
    """The same without a lock, for those who only look."""
    with execute(READ, {"me": membership_id}) as cursor:
        [row] = cursor.fetchall()
    return Turn._make(row)
