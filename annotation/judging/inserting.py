"""How an answer's row is stored, and locks that keep the campaign's state fixed meanwhile.

Not a lock of the campaign's row: an import holds that for as long as it takes.
"""

from __future__ import annotations

from psycopg.types.json import Jsonb

from annotation.database import execute
from annotation.models import Judgment

SHARED = "SELECT pg_advisory_xact_lock_shared(hashtext('state'), %(campaign)s::int)"
ALONE = "SELECT pg_advisory_xact_lock(hashtext('state'), %(campaign)s::int)"


def join_answers(campaign_id: int) -> None:
    """Block changes of the campaign's state until the transaction ends."""
    execute(SHARED, {"campaign": campaign_id}).close()


def wait_for_answers(campaign_id: int) -> None:
    """Wait until answers in progress are stored, and block new ones until the transaction ends."""
    execute(ALONE, {"campaign": campaign_id}).close()


COLUMNS = [field.attname for field in Judgment._meta.concrete_fields if not field.primary_key]
INSERT = f"""
INSERT INTO annotation_judgment ({", ".join(COLUMNS)})
VALUES ({", ".join(f"%({column})s" for column in COLUMNS)})
RETURNING id
"""


def insert_judgment(judgment: Judgment) -> None:
    """Store a new row as `save` would, by a prepared query: one runs at every answer."""
    values = {column: getattr(judgment, column) for column in COLUMNS}
    values |= {"spans": Jsonb(judgment.spans), "extra": Jsonb(judgment.extra)}
    # Of enumerations psycopg would send the name.
    texts = {"cause": str(judgment.cause)}
    if judgment.reason_not_judged is not None:
        texts["reason_not_judged"] = str(judgment.reason_not_judged)
    with execute(INSERT, values | texts) as cursor:
        [(judgment.pk,)] = cursor.fetchall()
    judgment._state.adding = False
