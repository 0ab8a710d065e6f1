from __future__ import annotations

from django.db import DEFAULT_DB_ALIAS

from annotation.database import execute
from annotation.models import Membership

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
