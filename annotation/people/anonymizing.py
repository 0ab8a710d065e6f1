from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, NamedTuple

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import TruncMonth
from django.utils import timezone

from annotation.events import log_event
from annotation.exceptions import PeopleRefused
from annotation.identity.ending_tokens import forget_ended_tokens
from annotation.identity.links import forget_ended_links
from annotation.identity.log import blur_log
from annotation.models import (
    Adjudication,
    AdjudicationTurn,
    AssessorKind,
    Campaign,
    ChosenPair,
    EventKind,
    QueueVisit,
)


class Anonymized(NamedTuple):
    """Result of anonymizing: what was unlinked and what was deleted."""

    campaign: Campaign
    n_people: int
    n_deleted_accounts: int
    n_revoked_invitations: int


@transaction.atomic
def anonymize_campaign(
    *,
    campaign: Campaign,
    confirmation: Annotated[str, {"trim_whitespace": False}],
    actor: User | None = None,
) -> Anonymized:
    """Permanently unlink a finished campaign's pseudonyms from accounts.

    People's memberships lose their accounts, and triggers let none back. Accounts that only an
    import made, and that stand for nothing else, are deleted; the others forget on which day they
    were made and last used, which the log of who joined when would betray. Invitations end.
    Simulated assessors and models are no people and stay named.

    Raises:
        PeopleRefused: the campaign is not over, `confirmation` is not its name, or this was done
            before.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    _check(campaign, confirmation)
    people = campaign.memberships.filter(kind=AssessorKind.HUMAN, user__isnull=False)
    accounts = set(people.values_list("user", flat=True))
    _unlink_decisions(campaign, accounts)
    people.update(user=None)
    now = timezone.now()
    n_revoked = campaign.invitations.filter(revoked_at__isnull=True).update(revoked_at=now)
    campaign.invitations.update(sent_to="")
    n_deleted = _forget(accounts)
    campaign.anonymized_at = now
    campaign.save(update_fields=["anonymized_at"])
    log_event(
        campaign=campaign,
        kind=EventKind.ANONYMIZED,
        actor=actor,
        n_people=len(accounts),
        n_deleted_accounts=n_deleted,
    )
    return Anonymized(campaign, len(accounts), n_deleted, n_revoked)


def _check(campaign: Campaign, confirmation: str) -> None:
    if campaign.anonymized_at is not None:
        raise PeopleRefused(
            f"The people of {campaign} are anonymous already.", code="people_anonymous"
        )
    if not campaign.is_over:
        raise PeopleRefused(
            f"{campaign} is {campaign.state}; close it before its people are made anonymous.",
            code="campaign_not_over",
        )
    if confirmation != campaign.name:
        raise PeopleRefused(
            "This can never be undone; to confirm it, type the campaign's name as it is written.",
            code="not_confirmed",
        )


def _unlink_decisions(campaign: Campaign, accounts: Collection[int]) -> None:
    """Decisions stay their members'; what else names these accounts in the queue goes."""
    made = Adjudication.objects.filter(member__campaign=campaign, member__user__in=accounts)
    made.update(adjudicator=None)
    ChosenPair.objects.filter(campaign=campaign, chosen_by__in=accounts).update(chosen_by=None)
    AdjudicationTurn.objects.filter(campaign=campaign, adjudicator__in=accounts).delete()
    visits = QueueVisit.objects.filter(campaign_pair__campaign=campaign)
    visits.filter(adjudicator__in=accounts).delete()


def _forget(accounts: Collection[int]) -> int:
    """Delete the accounts that stand for nothing, and blur the times of the others."""
    former = User.objects.filter(pk__in=accounts)
    idle = _idle(former.filter(password__startswith=UNUSABLE_PASSWORD_PREFIX, is_superuser=False))
    ids = set(idle.values_list("pk", flat=True))
    User.objects.filter(pk__in=ids).delete()
    blur_log(accounts)
    forget_ended_links(accounts)
    forget_ended_tokens(accounts)
    former.update(date_joined=TruncMonth("date_joined"), last_login=TruncMonth("last_login"))
    return len(ids)


def _idle(accounts: QuerySet[User]) -> QuerySet[User]:
    """Those to which no row of any table refers."""
    for relation in User._meta.related_objects:
        rows = relation.related_model._default_manager.filter(
            **{relation.field.name: OuterRef("pk")}
        )
        accounts = accounts.exclude(Exists(rows))
    return accounts.exclude(user_permissions__isnull=False).exclude(groups__isnull=False)
