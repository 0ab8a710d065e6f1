"""Authentication backend that loads accounts, and what they may do, by prepared queries: every
request needs the one, every page the other."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser, User
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model

from annotation.database import execute
from ranking.lookup import first_of

COLUMNS = [field.attname for field in User._meta.concrete_fields]
FIND = f"SELECT {', '.join(COLUMNS)} FROM auth_user WHERE id = %(id)s"
PERMISSIONS = """
SELECT type.app_label || '.' || permission.codename
FROM auth_permission permission JOIN django_content_type type ON type.id = content_type_id
WHERE permission.id IN (
    SELECT permission_id FROM auth_user_user_permissions WHERE user_id = %(id)s
    UNION ALL
    SELECT permission_id FROM auth_user_groups own
    JOIN auth_group_permissions given ON given.group_id = own.group_id WHERE user_id = %(id)s)
"""


class AccountBackend(ModelBackend):
    def get_user(self, user_id: int) -> User | None:
        with execute(FIND, {"id": user_id}) as cursor:
            row = cursor.fetchone()
        if row is None:
            return None
        user = User.from_db(DEFAULT_DB_ALIAS, COLUMNS, row)
        return user if self.user_can_authenticate(user) else None

    def get_all_permissions(
        self, user_obj: User | AnonymousUser, obj: Model | None = None
    ) -> set[str]:
        """Those of an ordinary account and of its groups, asked for once a request."""
        is_ordinary = user_obj.is_active and not user_obj.is_superuser and obj is None
        if not is_ordinary:
            return super().get_all_permissions(user_obj, obj)
        known: set[str] | None = getattr(user_obj, "_perm_cache", None)  # Django's own name for it
        if known is None:
            with execute(PERMISSIONS, {"id": user_obj.pk}) as cursor:
                known = {name for (name,) in cursor.fetchall()}
            setattr(user_obj, "_perm_cache", known)  # noqa: B010
        return known


def account_named(username: str) -> User:
    """The account with this user name.

    Raises:
        NotFound: there is none.
    """
    accounts = User.objects.filter(username=User.normalize_username(username))
    return first_of(accounts, f"There is no account named {username!r}; create_account makes one.")
