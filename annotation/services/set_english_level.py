from __future__ import annotations

from annotation.models import EnglishLevel, Membership


def set_english_level(*, membership: Membership, level: EnglishLevel | None) -> Membership:
    """Store what an assessor says of their own English; None takes it back."""
    membership.english_level = level or ""
    membership.save(update_fields=["english_level"])
    return membership
