from __future__ import annotations

from django.contrib.auth.models import User
from django.db import DEFAULT_DB_ALIAS
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from annotation.access.permissions import judges_now
from annotation.database import execute
from annotation.models import Campaign, Membership
from ranking.lookup import first_of


def account(request: Request) -> User:
    """The signed-in account; the view's permission admits nobody else."""
    assert isinstance(request.user, User)
    return request.user


def campaign_by_id(campaign_id: int) -> Campaign:
    """The campaign with this id, for organizers, who may see every campaign.

    Raises:
        NotFound: there is none.
    """
    campaigns = Campaign.objects.select_related("pool").filter(pk=campaign_id)
    return first_of(campaigns, "There is no such campaign.")


def campaign_to_see(request: Request, campaign_id: int) -> Campaign:
    """The campaign, for organizers who may see what others said there.

    Raises:
        NotFound: there is none.
        PermissionDenied: the account judges there, and it has not ended.
    """
    campaign = campaign_by_id(campaign_id)
    if judges_now(request, campaign):
        raise PermissionDenied(
            "You judge in this campaign, so judgments and labels stay hidden until it ends."
        )
    return campaign


COLUMNS = [field.attname for field in Membership._meta.concrete_fields]
FIND = f"""
SELECT {", ".join(COLUMNS)} FROM annotation_membership
WHERE campaign_id = %(campaign)s AND user_id = %(user)s
"""


def find_membership(*, campaign_id: int, user_id: int) -> Membership | None:
    """The account's membership in the campaign, if it has one; asked at every judgment."""
    with execute(FIND, {"campaign": campaign_id, "user": user_id}) as cursor:
        row = cursor.fetchone()
    return None if row is None else Membership.from_db(DEFAULT_DB_ALIAS, COLUMNS, row)
