"""Sessions as Django keeps them in PostgreSQL, found by a prepared query.

They are read there at every request and kept nowhere else: what was signed out or changed is so
for every process at once, whatever else is away.
"""

from __future__ import annotations

import re
from typing import Any

from django.contrib.sessions.backends import db

from annotation.database import execute

KEY = re.compile("[0-9a-z]{32}")
FIND = """
    SELECT session_key, session_data, expire_date FROM django_session
    WHERE session_key = %(key)s AND expire_date > now()
"""


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """A cookie may hold anything, and PostgreSQL cannot even be asked about some of it."""
        return bool(key and KEY.fullmatch(key))

    def _get_session_from_db(self) -> Any:
        with execute(FIND, {"key": self.session_key}) as cursor:
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return None
        key, data, expires = row
        return self.model(session_key=key, session_data=data, expire_date=expires)
