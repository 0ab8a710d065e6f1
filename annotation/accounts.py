"""Authentication backend that loads accounts by a prepared query: every request needs one."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.db import DEFAULT_DB_ALIAS

from annotation.database import execute
from ranking.lookup import first_of

COLUMNS = [field.attname for field in User._meta.concrete_fields]
FIND = f"SELECT {', '.join(COLUMNS)} FROM auth_user WHERE id = %(id)s"


class AccountBackend(ModelBackend):
    def get_user(self, user_id: int) -> User | None:
        with execute(FIND, {"id": user_id}) as cursor:
            row = cursor.fetchone()
        if row is None:
            return None
        user = User.from_db(DEFAULT_DB_ALIAS, COLUMNS, row)
        return user if self.user_can_authenticate(user) else None


def account_named(username: str) -> User:
    """The account with this user name.

    Raises:
        NotFound: there is none.
    """
    accounts = User.objects.filter(username=User.normalize_username(username))
    return first_of(accounts, f"There is no account named {username!r}; create_account makes one.")
