from __future__ import annotations

import pytest
from django.db.models import Field

from annotation.models import Judgment, Membership, Visit
from annotation.notice_text import DEFAULT_NOTICE

# What is stored of people, by the words of the notice that name it.
NAMED = {
    "user": "Your account's name",
    "pseudonym": "under a random pseudonym",
    "english_level": "What you say of your English",
    "created_at": "when you joined",
    "consented_at": "when you accepted",
    "qualified_at": "when you passed",
    "n_attempts": "how often you took it",
    "suspended_at": "When an organizer paused you",
    "withdrawn_at": "when you withdrew",
    "grade": "Your grades",
    "reason_not_judged": "or why you gave none",
    "spans": "the words you highlight",
    "confidence": "how sure you say you are",
    "note": "your notes",
    "superseded_at": "what you changed or took back",
    "position": "The order in which passages were shown",
    "n_served": "The order in which passages were shown",
    "waits_since": "When you ran out of passages",
    "asks_until": "When you ran out of passages",
    "rotation": "from the middle on, where those began",
    "occasion": "The order in which passages were shown",
    "started_at": "when it began",
    "last_seen_at": "and ended",
    "active_ms": "how long the passage was in front of you",
    "away_ms": "the time that you were away",
}
# The campaign's own: what was asked, how rows are identified, and what an import brought along.
NOT_OF_PEOPLE = {
    *("id", "campaign", "role", "kind", "quota", "campaign_pair", "assessor", "membership"),
    *("text_hash", "guideline", "policy", "cause", "recorded_by", "client_key", "key", "extra"),
}
FIELDS = {
    field.name: field for model in (Membership, Judgment, Visit) for field in model._meta.fields
}


def words() -> str:
    return " ".join(DEFAULT_NOTICE.split())


@pytest.mark.parametrize("field", [f for name, f in FIELDS.items() if name not in NOT_OF_PEOPLE])
def test_the_notice_names_everything_that_is_stored_of_people(field: Field[object, object]) -> None:
    assert NAMED[field.name] in words()


@pytest.mark.parametrize(
    "seen", ["how fast you judge", "how often you gave the known grade to gold pairs"]
)
def test_the_notice_says_what_organizers_work_out(seen: str) -> None:
    assert seen in words()
