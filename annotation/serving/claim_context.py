from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from annotation.database import Row, execute
from annotation.models import JUDGED_IN, AssessorKind, CampaignState, Role, Unit
from annotation.serving.queries import STATEMENTS, parameters_of


class Newest(NamedTuple):
    """Newest guideline and message for an assessor; a page with older ones reloads them.

    `guideline` is its version, `message` the id.
    """

    guideline: int | None
    message: int | None


class ClaimContext(NamedTuple):
    """What a claim depends on: the assessor, their work so far, and the campaign's settings.

    The columns of `read_claim_context.sql`, and the parameters of the statements behind claims.
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
    guideline_version: int | None
    newest_message: int | None
    has_special_pairs: bool
    n_judged: int  # first looks
    n_not_judged: int
    n_judged_in_all: int  # with repeats and further attempts to qualify
    n_not_judged_in_all: int
    n_judged_to_qualify: int  # of those
    n_not_judged_to_qualify: int
    n_first_looks_to_qualify: int
    n_leased: int
    has_old_leases: bool
    topic_in_hand: int | None
    position_in_hand: int | None  # of the pair answered last there
    n_of_other_topics: int  # shared pairs in hand that come after it
    has_old_seats: bool
    waits_since: datetime | None  # if the assessor still waits
    ahead: Sequence[int]  # the others who wait, and have waited longer

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
    def newest(self) -> Newest:
        return Newest(self.guideline_version, self.newest_message)

    @property
    def n_ahead(self) -> int:
        return len(self.ahead)

    @property
    def n_answered(self) -> int:
        return self.n_judged + self.n_not_judged


def lock_claim_context(membership_id: int) -> ClaimContext:
    """Lock the membership against the assessor's other tabs, then read. Needs a transaction."""
    execute(STATEMENTS["lock_membership"], {"me": membership_id}).close()
    return read_claim_context(membership_id)


def read_claim_context(membership_id: int) -> ClaimContext:
    """Read the claim context without a lock, for readers that change nothing."""
    with execute(STATEMENTS["read_claim_context"], {"me": membership_id}) as cursor:
        [row] = cursor.fetchall()
    return ClaimContext._make(row)


def fetch(name: str, context: ClaimContext, **more: Any) -> list[Row]:
    """The rows that a statement returns; an UPDATE without RETURNING gives one row: its count."""
    values = {**context._asdict(), **more}
    statement = STATEMENTS[name]
    named = {parameter: values[parameter] for parameter in parameters_of(statement)}
    with execute(statement, named) as cursor:
        return cursor.fetchall() if cursor.description else [(cursor.rowcount,)]
