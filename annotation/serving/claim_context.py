"""A claim's context, and the SQL behind claims, where the order of locks matters most.

Each file of `sql/` is one statement; `{name}` in it stands for the text of `sql/parts/name.sql`.
Each file of `sql/leases/` says which pairs `lease_...` chooses from, in which order: the rest of
these statements is one text, `sql/parts/lease.sql`. What is composed is one statement, which
PostgreSQL explains as it stands. It takes the parameters of a `ClaimContext`, so that it looks at
no more of a campaign than its next pairs: the indexes named in `Slot` and `TopicSeat` give them in
order. `OFFSET 0` keeps the planner from turning a look at one pair into a join over the whole
campaign, which it prefers as soon as its statistics are a little stale; so does `ANY(ARRAY(...))`
in place of `IN (...)`.

Words that come back in several of them:

- an open slot: `judgment_id IS NULL AND order_key IS NOT NULL`; it is free once its lease is over;
- what the assessor has answered: a live row that takes none back, rejected ones too
  (`annotation/models/answers.py`), of a first look where no `occasion` is named;
- answers without a grade: at `max_not_judged` of them a pair waits for adjudication.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from annotation.database import Row, execute
from annotation.models import JUDGED_IN, AssessorKind, CampaignState, Role, Unit

PLACE = re.compile(r"\{(\w+)\}")
PARAMETER = re.compile(r"%\((\w+)\)s")
FOLDER = Path(__file__).parent / "sql"


def _read(folder: Path) -> dict[str, str]:
    found = sorted(folder.glob("*.sql"))
    return {path.stem: path.read_text(encoding="utf-8").rstrip() for path in found}


def _composed(text: str, parts: Mapping[str, str]) -> str:
    """The text with its parts, without comments and indents.

    psycopg caches the parsed form of a query of up to 4,096 characters and 50 parameters, and
    parses longer ones each time.
    """
    while PLACE.search(text):
        text = PLACE.sub(lambda place: parts[place[1]], text)
    lines = (line.partition("--")[0].strip() for line in text.splitlines())
    return "\n".join(filter(None, lines))


def _statements() -> dict[str, str]:
    parts = _read(FOLDER / "parts")
    lease = parts["lease"]
    leases = {
        f"lease_{name}": lease.replace("{open_pairs}", text)
        for name, text in _read(FOLDER / "leases").items()
    }
    return {name: _composed(text, parts) for name, text in (_read(FOLDER) | leases).items()}


STATEMENTS = _statements()


@cache
def parameters_of(statement: str) -> tuple[str, ...]:
    """Their names, each once."""
    return tuple(dict.fromkeys(PARAMETER.findall(statement)))


class Newest(NamedTuple):
    """Newest guideline and message for an assessor; a page with older ones reloads them.

    `guideline` is its version, `message` the id.
    """

    guideline: int | None
    message: int | None


class ClaimContext(NamedTuple):
    """Inputs of a claim: the assessor, their work so far, and the campaign's settings.

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
    ahead: Sequence[int]  # the others who wait for any pair, and have waited longer
    learns: bool  # the pool: further pairs are chosen while others are judged

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
    context = ClaimContext._make(row)
    if not (context.learns and context.ahead):
        return context
    return context._replace(ahead=[other for (other,) in fetch("still_ahead", context)])


def fetch(name: str, context: ClaimContext, **more: Any) -> list[Row]:
    """The rows that a statement returns; an UPDATE without RETURNING gives one row: its count."""
    values = {**context._asdict(), **more}
    statement = STATEMENTS[name]
    named = {parameter: values[parameter] for parameter in parameters_of(statement)}
    with execute(statement, named) as cursor:
        return cursor.fetchall() if cursor.description else [(cursor.rowcount,)]
