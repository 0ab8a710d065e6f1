from __future__ import annotations

from typing import Any

import pytest

from annotation.campaigns.event_sentences import event_sentence
from annotation.models import EventKind


@pytest.mark.parametrize(
    ("kind", "details", "sentence"),
    [
        ("state", {"before": "draft", "after": "open", "note": " Go. "}, "Opened it. “Go.”"),
        ("state", {"before": "paused", "after": "open", "note": ""}, "Resumed the campaign."),
        ("quota", {"assessor": "otter", "quota": None}, "Left the quota of otter to the campaign."),
        ("joined", {"assessor": "otter", "role": "assessor", "by": "self"}, "otter joined as"),
        ("withdrawn", {"assessor": "otter", "work": "keep", "by": "self"}, "otter withdrew; what"),
        (
            "withdrawn",
            {"assessor": "otter", "work": "drop", "n_retracted": 1, "n_decisions": 2},
            "1 judgment and 2 decisions taken back",
        ),
        ("message", {"assessor": "otter"}, "to otter"),
        ("message", {}, "to everybody"),
        (
            "options",
            {"before": {"quota": None}, "after": {"quota": 5}},
            "the quota: 5 (before: none)",
        ),
        (
            "options",
            {"before": {"asks_note": False}, "after": {"asks_note": True}},
            "whether notes are asked: yes (before: no)",
        ),
        ("invited", {"role": "assessor", "max_uses": 3, "days": 14}, "3 places, for 14 days"),
        ("pilot", {"n_pairs": 12, "n_topics": 1}, "12 pairs of 1 topic"),
        ("imported", {"n_rows": 4, "n_assessors": 2}, "4 judgments of 2 assessors"),
        ("judgments_asked", {"n_asked": 2, "n_added": 1}, "of 2 pairs and added 1 chosen pair."),
        ("pairs_added", {"n_drawn": 200, "n_in_all": 350}, "Drew 200 pairs more, 350 in all."),
        ("resumed", {"assessor": "otter", "was_withdrawn": True}, "come back"),
    ],
)
def test_an_event_is_put_in_plain_words(kind: str, details: dict[str, Any], sentence: str) -> None:
    assert sentence in event_sentence(kind, details)


@pytest.mark.parametrize("kind", list(EventKind))
def test_every_kind_has_words_whatever_its_details(kind: EventKind) -> None:
    assert event_sentence(kind, {}).endswith(".")
