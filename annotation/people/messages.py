"""Messages from organizers to assessors, which the judging page shows until they are put away."""

from __future__ import annotations

from typing import Annotated

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, Count, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce, Greatest

from annotation.events import log_event, log_member_event
from annotation.exceptions import PeopleRefused
from annotation.models import (
    AssessorKind,
    Campaign,
    EventKind,
    Membership,
    Message,
    MessageSeen,
    Role,
)
from ranking.lookup import first_of


@transaction.atomic
def send_message(
    *,
    campaign: Campaign,
    text: Annotated[str, {"is_prose": True, "max_length": 2000}],
    recipient: Annotated[
        str | None, {"allow_null": True, "max_length": 200}, "Null: everybody."
    ] = None,
    actor: User | None = None,
) -> Message:
    """Send a message to one assessor, by pseudonym, or to everybody who has joined by now.

    The campaign's log says who sent it and to whom, and not what it says.

    Raises:
        PeopleRefused: the campaign has no such assessor, or one who will open no judging page
            again.
    """
    member = None if recipient is None else _reachable(campaign, recipient)
    message = Message.objects.create(campaign=campaign, membership=member, text=text, sent_by=actor)
    if member is None:
        log_event(campaign=campaign, kind=EventKind.MESSAGE, actor=actor)
    else:
        log_member_event(member=member, kind=EventKind.MESSAGE, actor=actor)
    return message


def _reachable(campaign: Campaign, pseudonym: str) -> Membership:
    member = campaign.memberships.filter(pseudonym=pseudonym).select_related("user").first()
    if member is None:
        raise PeopleRefused(f"{campaign} has no assessor {pseudonym!r}.", code="unknown_member")
    if member.withdrawn_at is not None:
        raise PeopleRefused(
            f"{pseudonym} has withdrawn: nobody would read the message.", code="member_withdrawn"
        )
    if member.user is None or not member.user.has_usable_password():
        raise PeopleRefused(
            f"{pseudonym} has no account to sign in with: their judgments were recorded elsewhere.",
            code="no_login",
        )
    if member.role == Role.ADJUDICATOR:
        raise PeopleRefused(
            f"{pseudonym} settles pairs, and messages show on the judging page.",
            code="member_adjudicates",
        )
    return member


def sent_messages(campaign: Campaign) -> QuerySet[Message]:
    """Every message with how many dismissed it, of how many who may read it, the newest first."""
    sent = campaign.messages.select_related("membership").annotate(n_seen=Count("sights"))
    readers = Membership.objects.filter(
        campaign=OuterRef("campaign"),
        created_at__lte=OuterRef("sent_at"),
        kind=AssessorKind.HUMAN,
        role=Role.ASSESSOR,
        withdrawn_at=None,
    )
    n_readers = readers.order_by().values("campaign").annotate(n=Count("pk")).values("n")
    of_all = Greatest("n_seen", Coalesce(Subquery(n_readers), 0))
    to_one = When(membership__isnull=False, then=1)
    return sent.annotate(n_recipients=Case(to_one, default=of_all)).order_by("-sent_at", "-pk")


def messages_to(member: Membership) -> QuerySet[Message]:
    """Every message to this member, the oldest first, with `seen_at` where they put it away."""
    sights = MessageSeen.objects.filter(message=OuterRef("pk"), membership=member)
    seen_at = Subquery(sights.values("seen_at")[:1])
    return Message.objects.to(member).annotate(seen_at=seen_at).order_by("sent_at", "pk")


def put_away(*, member: Membership, message_id: int) -> MessageSeen:
    """Record that the member has seen a message; doing it again changes nothing.

    Raises:
        NotFound: there is no such message to them.
    """
    found = Message.objects.to(member).filter(pk=message_id)
    message = first_of(found, "There is no such message to you.")
    return MessageSeen.objects.get_or_create(message=message, membership=member)[0]
