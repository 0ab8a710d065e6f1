"""Judgments that are stored by the thousand."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from annotation.models import CampaignPair
from ranking.storage.copying import copying

NUMBERS = """
SELECT nextval(pg_get_serial_sequence('annotation_judgment', 'id')) FROM generate_series(1, %s)
"""
KNOWN = "SELECT client_key FROM annotation_judgment WHERE client_key = ANY (%s::text[]::uuid[])"
TAKEN = """
SELECT campaign_pair_id, assessor_id, occasion FROM annotation_judgment
WHERE campaign_pair_id = ANY (%s::bigint[]) AND superseded_at IS NULL
"""

ANALYZE = "ANALYZE annotation_judgment, annotation_slot"
MANY = 10_000


class NewJudgment(NamedTuple):
    """A row of judgments; `spans` and `extra` are JSON."""

    campaign_pair: CampaignPair
    pk: int
    assessor_id: int
    occasion: int
    grade_id: int | None
    reason_not_judged: str | None
    spans: str
    text_hash: str
    confidence: int | None
    note: str
    active_ms: int | None
    away_ms: int | None
    position: int | None
    rotation: int
    cause: str
    extra: str
    recorded_by_id: int | None
    client_key: UUID
    created_at: datetime
    superseded_at: datetime | None

    @property
    def look(self) -> tuple[int, int, int]:
        """The pair, the assessor and the occasion: one live judgment has them."""
        return self.campaign_pair.pk, self.assessor_id, self.occasion


COLUMNS = ("campaign_pair_id", "id", *NewJudgment._fields[2:])
COPY = f"COPY annotation_judgment ({', '.join(COLUMNS)}) FROM STDIN"


def store_judgments(judgments: Iterable[NewJudgment]) -> None:
    """Store them in the caller's transaction; the database checks each row as ever."""
    with copying(COPY) as copy:
        for judgment in judgments:
            copy.write_row((judgment.campaign_pair.pk, *judgment[1:]))


def count_in_plans(n_new: int) -> None:
    """Let PostgreSQL count the rows at once if there are many new ones.

    Until it does so by itself, about a minute later, it plans for the few rows that were there: an
    export of 100,000 judgments took twenty seconds instead of three.
    """
    if n_new >= MANY:
        with connection.cursor() as cursor:
            cursor.execute(ANALYZE)


def new_keys(n: int) -> list[int]:
    """Primary keys that no other row of judgments gets."""
    return [key for (key,) in _rows(NUMBERS, n)]


def stored_client_keys(keys: Sequence[UUID]) -> set[UUID]:
    """Those of the client keys that a judgment has."""
    return {key for (key,) in _rows(KNOWN, [str(key) for key in keys])}


def live_looks(pairs: Collection[int]) -> set[tuple[int, int, int]]:
    """Looks at these pairs that a live judgment has; see `NewJudgment.look`."""
    return set(_rows(TAKEN, list(pairs)))


def as_json(value: Any) -> str:
    return json.dumps(value) if value else "[]" if isinstance(value, tuple) else "{}"


def _rows(query: str, parameter: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query, [parameter])
        found: list[Any] = cursor.fetchall()
        return found
