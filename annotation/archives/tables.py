"""Tables of an archive: rows and columns of a campaign, archived or left out.

A test holds this list against the models, so that every new column is decided on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Case, Expression, F, Model, Q, QuerySet, When

from annotation.archives.label_sets import AS_IMPORTED, archived_labels
from annotation.models import (
    AccountEvent,
    ActiveStep,
    ActiveTopic,
    Adjudication,
    AdjudicationTurn,
    ApiToken,
    CallTeam,
    Campaign,
    CampaignEvent,
    CampaignPair,
    ChosenPair,
    Consent,
    EventKind,
    ExpertGrade,
    Grade,
    Guideline,
    Invitation,
    Judgment,
    LabelParent,
    LabelSet,
    Membership,
    Message,
    MessageSeen,
    Notice,
    PairSummary,
    PasswordLink,
    Pool,
    PooledPair,
    QueueVisit,
    RunCall,
    ServingPolicy,
    Slot,
    Submission,
    Tally,
    TopicLabels,
    TopicSeat,
    Visit,
)
from ranking.models.owned import Visibility

Rows: TypeAlias = QuerySet[Any]
NOTHING: Mapping[str, Any] = MappingProxyType({})
PoolRun = Pool.runs.through

THE_ONE = "an archive has one of these"
ACCOUNT = "accounts stay where they are"
OF_IMPORT = "the import sets it"
IN_HAND = "work in hand"
CHOSEN = (
    "steps follow from judgments and texts, which stay; the pool's recipe and pairs are archived"
)
CALL = "calls for runs name teams, and are of a topic set; the pooled runs are archived"
# Of the log: who was invited, and who wrote to whom.
OF_PEOPLE = (EventKind.INVITED, EventKind.INVITATION_REVOKED, EventKind.MESSAGE)


class Table(NamedTuple):
    """One model's part of an archive.

    Attributes:
        rows: the campaign's rows that are archived, in any order.
        left_out: columns that are not archived, each with the reason.
        values: expressions that are archived in place of a column.
    """

    model: type[Model]
    rows: Callable[[Campaign], Rows]
    columns: Sequence[str]
    left_out: Mapping[str, str] = NOTHING
    values: Mapping[str, Expression | F] = NOTHING

    @property
    def name(self) -> str:
        return str(self.model._meta.model_name)

    @property
    def member(self) -> str:
        return f"tables/{self.name}.jsonl"


def _of(model: type[Model], path: str = "campaign") -> Callable[[Campaign], Rows]:
    return lambda campaign: model._default_manager.filter(**{path: campaign})


def _judgments(campaign: Campaign) -> Rows:
    """Without withdrawn ones, which nobody may read."""
    return Judgment.objects.filter(campaign_pair__campaign=campaign).not_withdrawn()


def _published(campaign: Campaign) -> Rows:
    """Guidelines that assessors could read."""
    return campaign.guidelines.exclude(published_at=None)


def _decisions(campaign: Campaign) -> Rows:
    """Those that stand: others were changed, taken back, or withdrawn with their member."""
    return Adjudication.objects.live().filter(campaign_pair__campaign=campaign)


def _slots(campaign: Campaign) -> Rows:
    """Without personal ones that were never filled."""
    return Slot.objects.filter(campaign=campaign).exclude(order_key=None, judgment=None)


def _events(campaign: Campaign) -> Rows:
    """The log without entries of people, and of label sets that are not archived."""
    hashes = archived_labels(campaign).values_list("content_hash", flat=True)
    private = LabelSet.objects.filter(visibility=Visibility.PRIVATE).values_list("name", flat=True)
    of_labels, is_hidden = Q(kind=EventKind.LABELS_DERIVED), Q(details__labels__in=list(private))
    of_others = of_labels & (is_hidden | ~Q(details__content_hash__in=list(hashes)))
    return campaign.events.exclude(Q(kind__in=OF_PEOPLE) | of_others)


def _when_filled(name: str) -> Case:
    return Case(When(judgment__isnull=False, then=F(name)))


OF_PAIR = "campaign_pair__campaign"
# In the order in which they are written: a row refers to tables above its own.
TABLES = (
    Table(
        Pool,
        lambda campaign: Pool.objects.filter(pk=campaign.pool_id),
        ("name", "strategy", "depth", "seed", "recipe", "created_at"),
        {"collection": THE_ONE, "topic_set": THE_ONE},
    ),
    Table(
        PoolRun,
        lambda campaign: PoolRun.objects.filter(pool=campaign.pool_id),
        ("run",),
        {"pool": THE_ONE},
    ),
    Table(
        PooledPair,
        lambda campaign: PooledPair.objects.filter(pool=campaign.pool_id),
        (
            "topic",
            "passage",
            "stratum",
            "origin",
            "n_runs",
            "best_rank",
            "draw_place",
            "probability",
        ),
        {"pool": THE_ONE},
    ),
    Table(
        Campaign,
        lambda campaign: Campaign.objects.filter(pk=campaign.pk),
        (
            "judgments_per_pair",
            "max_not_judged",
            "lease_s",
            "seat_s",
            "seed",
            "quota",
            "allows_sign_up",
            "pass_share",
            "max_attempts",
            "asks_confidence",
            "asks_note",
            "allows_search",
            "pace_limit",
            "announced_complete_at",
            "anonymized_at",
            "created_at",
        ),
        {"name": OF_IMPORT, "state": OF_IMPORT, "pool": THE_ONE},
    ),
    Table(
        Grade,
        _of(Grade),
        ("value", "name", "description", "colour", "requires_span"),
        {"campaign": THE_ONE},
    ),
    Table(
        Guideline,
        _published,
        ("version", "body", "examples", "published_at"),
        {"campaign": THE_ONE},
    ),
    Table(Notice, _of(Notice), ("version", "body", "published_at"), {"campaign": THE_ONE}),
    Table(
        ServingPolicy,
        _of(ServingPolicy),
        (
            "version",
            "unit",
            "order",
            "seed",
            "sets_offered",
            "topics_per_set",
            "new_topic_share",
            "overlap_every",
            "gold_every",
            "repeat_every",
            "repeat_after",
            "rotates",
            "extra_judgments",
            "created_at",
        ),
        {"campaign": THE_ONE, "created_by": ACCOUNT},
    ),
    Table(
        Membership,
        _of(Membership),
        (
            "role",
            "kind",
            "pseudonym",
            "english_level",
            "quota",
            "qualified_at",
            "consented_at",
            "suspended_at",
            "withdrawn_at",
            "n_served",
            "n_attempts",
            "created_at",
        ),
        {"campaign": THE_ONE, "user": ACCOUNT, "waits_since": IN_HAND, "asks_until": IN_HAND},
    ),
    Table(Consent, _of(Consent, "membership__campaign"), ("membership", "notice", "given_at")),
    Table(
        CampaignPair,
        _of(CampaignPair),
        ("pair", "kind", "wanted", "priority", "shuffle_key", "in_pilot"),
        {"campaign": THE_ONE},
    ),
    Table(ExpertGrade, _of(ExpertGrade, OF_PAIR), ("campaign_pair", "grade", "explanation")),
    Table(
        Judgment,
        _judgments,
        (
            "campaign_pair",
            "assessor",
            "occasion",
            "grade",
            "reason_not_judged",
            "spans",
            "text_hash",
            "confidence",
            "note",
            "active_ms",
            "away_ms",
            "position",
            "rotation",
            "guideline",
            "policy",
            "cause",
            "extra",
            "created_at",
            "superseded_at",
        ),
        {
            "recorded_by": ACCOUNT,
            "client_key": "unique per installation, so the import makes a new one",
        },
    ),
    Table(
        Slot,
        _slots,
        (
            "campaign_pair",
            "topic",
            "order_key",
            "number",
            "is_spare",
            "occasion",
            "position",
            "holder",
            "judgment",
        ),
        {"campaign": THE_ONE, "leased_until": IN_HAND},
        {"position": _when_filled("position"), "holder": _when_filled("holder")},
    ),
    Table(
        TopicSeat,
        _of(TopicSeat),
        ("topic", "number", "holder", "taken_at", "expires_at", "finished_at", "order_key"),
        {"campaign": THE_ONE},
    ),
    Table(
        Adjudication,
        _decisions,
        (
            "campaign_pair",
            "adjudicator",
            "member",
            "grade",
            "reason",
            "note",
            "saw_votes",
            "created_at",
            "superseded_at",
        ),
        # Of organizers who are no members, a number.
        values={"adjudicator": Case(When(member__isnull=True, then=F("adjudicator")))},
    ),
    Table(
        ChosenPair,
        _of(ChosenPair),
        ("campaign_pair", "chosen_at"),
        {"campaign": THE_ONE, "chosen_by": ACCOUNT},
    ),
    Table(
        CampaignEvent,
        _events,
        ("kind", "details", "at"),
        {"campaign": THE_ONE, "actor": ACCOUNT},
    ),
    Table(
        LabelSet,
        archived_labels,
        (
            "name",
            "source",
            "policy",
            "report",
            "scale",
            "min_relevance",
            "is_whole",
            "design",
            "content_hash",
            "frozen_at",
            "created_at",
        ),
        {
            "topic_set": THE_ONE,
            "collection": THE_ONE,
            "campaign": "it follows from the source",
            "owner": ACCOUNT,
            "visibility": OF_IMPORT,
            "archived_at": "of the library, not of the campaign",
        },
        AS_IMPORTED,
    ),
)
TABLE_OF: Mapping[type[Model], Table] = {table.model: table for table in TABLES}
ONE_ROW = (Pool, Campaign)

# Models without a table in an archive, each with the reason.
LEFT_OUT: Mapping[type[Model], str] = {
    AccountEvent: ACCOUNT,
    ApiToken: ACCOUNT,
    PasswordLink: ACCOUNT,
    Tally: ACCOUNT,
    Invitation: "it names people, and invites to another installation",
    Message: "between people",
    MessageSeen: "between people",
    RunCall: CALL,
    CallTeam: CALL,
    Submission: CALL,
    ActiveTopic: CHOSEN,
    ActiveStep: CHOSEN,
    AdjudicationTurn: IN_HAND,
    QueueVisit: IN_HAND,
    Visit: IN_HAND,
    PairSummary: "triggers make it again",
    TopicLabels: "they are the qrels files, with samples beside them",
    LabelParent: "label sets that were combined are of no campaign",
}
