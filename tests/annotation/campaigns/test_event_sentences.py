from __future__ import annotations

from typing import Any

import pytest

from annotation.campaigns.event_sentences import event_sentence
from annotation.models import EventKind


@pytest.mark.parametrize(
    ("kind", "details", "sentence"),
    [
        ("state", {"before": "draft", "after": "open", "note": " Go. "}, "Opened it. “Go.”"),
        ("state", {"before": "paused", "after": "open", "note": ""}, "Let it go on."),
        ("guideline", {"version": 2}, "Published version 2 of the guideline."),
        ("quota", {"assessor": "otter", "quota": None}, "Left the quota of otter to the campaign."),
        ("joined", {"assessor": "otter", "role": "assessor", "by": "self"}, "otter joined as"),
        ("withdrawn", {"assessor": "otter", "work": "keep", "by": "self"}, "otter withdrew; what"),
        (
            "withdrawn",
            {"assessor": "otter", "work": "drop", "n_retracted": 1},
            "Withdrew otter; 1 judgment taken back.",
        ),
        (
            "withdrawn",
            {"assessor": "otter", "work": "drop", "n_retracted": 0, "n_decisions": 2},
            "Withdrew otter; 2 decisions taken back.",
        ),
        ("message", {"assessor": "otter"}, "Sent a message to otter."),
        ("message", {}, "Sent a message to everybody."),
        (
            "options",
            {"before": {"quota": None}, "after": {"quota": 5}},
            "Changed the quota from none to 5.",
        ),
        (
            "options",
            {"before": {"asks_note": False}, "after": {"asks_note": True}},
            "Changed whether notes are asked from no to yes.",
        ),
        ("invited", {"role": "assessor", "max_uses": 3, "days": 14}, "3 places, for 14 days"),
        ("pilot", {"n_pairs": 12, "n_topics": 1}, "Drew 12 pairs of 1 topic for the pilot."),
        ("labels_derived", {"labels": "strict"}, "Derived the labels strict."),
        ("imported", {"n_rows": 4, "n_assessors": 2}, "Imported 4 judgments of 2 assessors."),
        ("resumed", {"assessor": "otter", "was_withdrawn": True}, "come back"),
    ],
)
def test_an_event_is_told_in_plain_words(kind: str, details: dict[str, Any], sentence: str) -> None:
    assert sentence in event_sentence(kind, details)


@pytest.mark.parametrize("kind", list(EventKind))
def test_every_kind_has_words_whatever_its_details(kind: EventKind) -> None:
    assert event_sentence(kind, {}).endswith(".")
