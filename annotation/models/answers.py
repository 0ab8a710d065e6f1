"""Which judgments are answers, and which of them count: conditions shared by all queries.

A *live* row is superseded by none. An *answer* is a live row that takes none back: its assessor is
not asked for that look again. An answer *stands* unless it was rejected where it was recorded: it
counts. The SQL of claims asks for answers, by the same three conditions.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Reason(models.TextChoices):
    """Why a row holds no grade."""

    UNREADABLE = "unreadable", "The passage cannot be read"
    UNCLEAR_TOPIC = "unclear_topic", "The question cannot be understood"
    LANGUAGE = "language", "I do not know the language or the field well enough"
    OTHER = "other", "Something else"
    NO_INPUT = "no_input", "Recorded without an answer"
    RETRACTED = "retracted", "Taken back"


class Cause(models.TextChoices):
    """Why a row came to be."""

    JUDGED = "judged", "First answer"
    CHANGED = "changed", "Changed by its assessor"
    LATE = "late", "Set aside: given without knowing of another answer of its assessor"
    UNDONE = "undone", "Taken back by its assessor"
    WITHDRAWN = "withdrawn", "Taken out with its assessor's withdrawal"
    IMPORTED = "imported", "Recorded elsewhere"
    REJECTED = "rejected", "Recorded elsewhere, and rejected there"


def answers(path: str = "") -> Q:
    """Of a judgment behind a path: a live row that takes none back."""
    taken_back = Q(**{f"{path}reason_not_judged": Reason.RETRACTED})
    return Q(**{f"{path}superseded_at__isnull": True}) & ~taken_back


def stands(path: str = "") -> Q:
    """Of a judgment behind a path: an answer that was not rejected."""
    return answers(path) & ~Q(**{f"{path}cause": Cause.REJECTED})
