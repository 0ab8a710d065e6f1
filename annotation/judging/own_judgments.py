"""An assessor's own judgments, the newest first, and progress with their part of a campaign."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, NamedTuple

from django.db.models import Count, Max, Q

from annotation.models import CampaignPair, Cause, Judgment, Membership, PairKind, ServingPolicy
from annotation.models.judgment import JudgmentQuerySet
from annotation.serving.assignments import Repeats, share_of
from ranking.pages import Part, first_part


class PartStatus(StrEnum):
    """Status of an assessor's part: more to judge, or why not."""

    AT_WORK = "at_work"
    DONE = "done"
    PAUSED = "paused"
    WITHDRAWN = "withdrawn"
    NOT_QUALIFIED = "not_qualified"


class OwnPart(NamedTuple):
    """An assessor's part: their answers, including those without a grade.

    `share` is how many are theirs to give; null without such an end.
    """

    n_judged: int
    share: int | None
    standing: PartStatus


class Answered(NamedTuple):
    n: int = 0
    n_first_looks: int = 0


def own_parts(members: Collection[Membership]) -> Mapping[int, OwnPart]:
    """The members' parts by campaign; one query per number. Members come with their campaigns."""
    campaigns = {member.campaign_id for member in members}
    answered = _answered(members)
    in_force = ServingPolicy.objects.filter(campaign__in=campaigns).in_force()
    policies = {policy.campaign_id: policy for policy in in_force}
    return {
        member.campaign_id: _part(
            member, answered.get(member.pk, Answered()), policies[member.campaign_id]
        )
        for member in members
    }


def _answered(members: Collection[Membership]) -> Mapping[int, Answered]:
    """As a claim counts them (`read_claim_context.sql`)."""
    own = Judgment.objects.standing().filter(assessor__in=members).order_by()
    own = own.exclude(campaign_pair__kind=PairKind.QUALIFICATION)
    counted = own.values_list("assessor").annotate(
        n=Count("pk"), n_first_looks=Count("pk", filter=Q(occasion=0))
    )
    return {pk: Answered(n, n_first_looks) for pk, n, n_first_looks in counted}


def _part(member: Membership, answered: Answered, policy: ServingPolicy) -> OwnPart:
    quota = member.quota or member.campaign.quota
    share = share_of(
        quota,
        Repeats(policy.seed, member.pk, policy.repeat_every, policy.repeat_after),
        n_answered=answered.n,
        n_first_looks=answered.n_first_looks,
    )
    return OwnPart(answered.n, share, _status(member, quota, answered.n_first_looks))


def _status(member: Membership, quota: int | None, n_answered: int) -> PartStatus:
    if member.withdrawn_at is not None:
        return PartStatus.WITHDRAWN
    if member.suspended_at is not None:
        return PartStatus.PAUSED
    campaign = member.campaign
    is_qualifying = campaign.pass_share is not None and member.qualified_at is None
    if is_qualifying:
        has_attempt = member.n_attempts < campaign.max_attempts
        return PartStatus.AT_WORK if has_attempt else PartStatus.NOT_QUALIFIED
    is_done = quota is not None and n_answered >= quota
    return PartStatus.DONE if is_done else PartStatus.AT_WORK


PAGE = 50
N_RECENT = 20
ANY_REASON = "any"


WORDS = "That stand in the query."


class Sought(NamedTuple):
    """Search criteria for own judgments; those left out match everything.

    The list begins behind the judgment whose id is `page`; `query` is the topic's, to the letter.
    """

    page: int | None = None
    grade: int | None = None
    reason: str = ""
    query: Annotated[str, {"allow_blank": True, "trim_whitespace": False}] = ""
    words: Annotated[str, {"allow_blank": True, "max_length": 200, "help_text": WORDS}] = ""


class OwnGradeCount(NamedTuple):
    grade: int | None
    reason_not_judged: str | None
    n: int


class OwnQueryCount(NamedTuple):
    query: str
    n: int


class OwnCounts(NamedTuple):
    grades: Sequence[OwnGradeCount]
    queries: Sequence[OwnQueryCount]


def search_own(membership: Membership, sought: Sought) -> Part:
    """The live judgments that match, the newest first."""
    found = _own(membership).filter(_fitting(sought) & _behind(membership, sought.page))
    rows = found.select_related(
        "grade", "campaign_pair__pair__topic", "campaign_pair__pair__passage"
    ).order_by("-created_at", "-id")
    return first_part(rows, size=PAGE)


def own_counts(
    membership: Membership,
    *,
    query: Annotated[
        str, {"allow_blank": True, "trim_whitespace": False}, "Count grades in these topics alone."
    ] = "",
) -> OwnCounts:
    """Counts of own judgments by grade, reason and query; where one is named, grades under it."""
    every = _own(membership).order_by()
    own = every.filter(_fitting(Sought(query=query)))
    grades = own.values_list("grade__value", "reason_not_judged").annotate(n=Count("pk"))
    of_topic = "campaign_pair__pair__topic__query"
    queries = every.values_list(of_topic).annotate(n=Count("pk"))
    return OwnCounts(
        [OwnGradeCount(*row) for row in grades.order_by("grade__value", "reason_not_judged")],
        [OwnQueryCount(*row) for row in queries.order_by(of_topic)],
    )


def newest_own_answer(membership: Membership, pair: CampaignPair) -> Judgment | None:
    """The newest of the assessor's standing answers to a pair, repeats among them."""
    answers = membership.judgments.standing().filter(campaign_pair=pair)
    whole = answers.select_related(
        "grade", "campaign_pair__pair__topic", "campaign_pair__pair__passage"
    )
    return whole.order_by("created_at", "pk").last()


def recent_active_ms(membership: Membership) -> list[int]:
    """Active times of the newest first answers, where known."""
    timed = membership.judgments.live().filter(cause=Cause.JUDGED, active_ms__isnull=False)
    times = timed.order_by("-created_at").values_list("active_ms", flat=True)[:N_RECENT]
    return [ms for ms in times if ms is not None]


def newest_guideline_judged_by(membership: Membership) -> int | None:
    """The newest version in force at any of the assessor's answers, 0 for none.

    None for an assessor without answers here, who needs no notice of changes.
    """
    here = membership.judgments.exclude(cause__in=(Cause.IMPORTED, Cause.REJECTED))
    found = here.aggregate(n=Count("pk"), version=Max("guideline__version"))
    return (found["version"] or 0) if found["n"] else None


def _own(membership: Membership) -> JudgmentQuerySet:
    """Without the qualification round, whose answers stay as they are."""
    return membership.judgments.standing().exclude(campaign_pair__kind=PairKind.QUALIFICATION)


def _behind(membership: Membership, judgment_id: int | None) -> Q:
    if judgment_id is None:
        return Q()
    # It may have been superseded since; its place in time is what counts.
    at = membership.judgments.filter(pk=judgment_id).values_list("created_at", flat=True).first()
    if at is None:
        return Q(pk__lt=judgment_id)
    return Q(created_at__lte=at) & (Q(created_at__lt=at) | Q(pk__lt=judgment_id))


def _fitting(sought: Sought) -> Q:
    fitting, topic = Q(), "campaign_pair__pair__topic__query"
    if sought.grade is not None:
        fitting &= Q(grade__value=sought.grade)
    if sought.reason == ANY_REASON:
        fitting &= Q(grade__isnull=True)
    elif sought.reason:
        fitting &= Q(reason_not_judged=sought.reason)
    if sought.query:
        fitting &= Q(**{topic: sought.query})
    for word in sought.words.split():
        fitting &= Q(**{f"{topic}__icontains": word})
    return fitting
