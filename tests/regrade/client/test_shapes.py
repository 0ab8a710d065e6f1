"""Each tuple of an answer has fields that the API documents."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from regrade.client import Difference, shapes
from tests.source_tree import ROOT

# Under other names in the description of the API.
SCHEMAS = {
    **{"ComparisonRow": "SavedRow", "CampaignRow": "Campaign"},
    **{"SubmissionRow": "Submission", "OwnCallRow": "OwnCall"},
}
ROWS = [name for name in vars(shapes) if name.endswith("Row")] + ["DerivedLabels"]


@cache
def schemas() -> dict[str, Any]:
    described = json.loads((ROOT / "frontend" / "openapi.json").read_text("utf-8"))
    found: dict[str, Any] = described["components"]["schemas"]
    return found


@pytest.mark.parametrize("name", ROWS)
def test_a_row_has_only_fields_that_each_answer_has(name: str) -> None:
    required = schemas()[SCHEMAS.get(name, name)]["required"]
    assert set(getattr(shapes, name)._fields) <= set(required)


def test_a_difference_has_the_columns_of_a_saved_comparisons_rows() -> None:
    saved = set(schemas()["FrozenRow"]["required"])
    assert saved - set(Difference._fields) == {"stars", "min_relevance", "simulated"}
    assert set(Difference._fields) <= saved
