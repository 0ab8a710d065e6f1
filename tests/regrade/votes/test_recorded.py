from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from regrade.files.errors import BadInput
from regrade.files.judging import JudgmentRow
from regrade.votes.assessor import Assessor
from regrade.votes.recorded import recorded_votes
from regrade.votes.vote import Vote
from tests.refusals import refused


def row(doc_id: str = "d1", assessor: str = "alice", **others: Any) -> JudgmentRow:
    empty = dict.fromkeys(("confidence", "active_ms", "created_at"))
    values = {"grade": 1, "spans": (), "note": "", "extra": {}, "line": 2, **empty, **others}
    return JudgmentRow(query_id="q1", doc_id=doc_id, assessor=assessor, **values)


def test_passages_go_by_their_numbers_in_doc_ids() -> None:
    recorded = recorded_votes([row("d2"), row("d1", "bob", grade=None), row("d2", "bob")])
    assert recorded.votes == [
        Vote("q1", 0, "alice", 1),
        Vote("q1", 1, "bob", None),
        Vote("q1", 0, "bob", 1),
    ]
    assert recorded.doc_ids == ["d2", "d1"]


@pytest.mark.parametrize(
    "others",
    [
        {"occasion": 1},
        {"superseded_at": datetime(2024, 5, 1, tzinfo=UTC)},
        {"is_rejected": True},
        {"grade": None, "reason": "retracted"},
        {"extra": {"counts_as": "gold"}},
        {"extra": {"counts_as": "surplus"}},
    ],
)
def test_a_row_that_is_no_vote_is_left_out(others: dict[str, Any]) -> None:
    assert recorded_votes([row(**others)]).votes == []


def test_a_second_vote_on_a_pair_is_refused_with_the_place_of_the_first() -> None:
    rows = [row(path=Path("a.tsv")), row(path=Path("b.tsv"), line=7)]
    said = "alice on passage d1 of topic q1; the first is line 2 of a.tsv"
    with refused(BadInput, "second_vote", line=7, says=said):
        recorded_votes(rows)


@pytest.mark.parametrize("standing", ["vote", "not_judged"])
def test_a_row_that_an_export_counts_votes(standing: str) -> None:
    assert len(recorded_votes([row(extra={"counts_as": standing})]).votes) == 1


def test_models_are_told_from_people() -> None:
    recorded = recorded_votes([row(kind="model"), row(assessor="bob")])
    assert recorded.assessors == [Assessor("alice", "model"), Assessor("bob")]
