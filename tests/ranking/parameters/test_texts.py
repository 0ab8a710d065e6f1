from __future__ import annotations

from typing import Any

import pytest

from ranking.parameters.texts import differences

PLAN: dict[str, Any] = {
    "label": "BM25",
    "parameters": {"k1": 0.82, "adjusts_ties": True},
    "depth": 5,
    "n_pairs": 8,
    "text_version": 1,
}


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, ""),
        ({"depth": 4, "n_pairs": 7}, "the depth"),
        ({"parameters": {"k1": 0.9, "adjusts_ties": False}}, "the parameters (k1, adjusts ties)"),
        ({"depth": 4, "parameters": {"k1": 1}}, "the parameters (k1) and in the depth"),
        ({"text_version": 2}, "the collection's texts, which have grown since"),
        ({"n_pairs": 7}, "passages to rank"),
    ],
)
def test_differences_are_reported_in_words(changes: dict[str, Any], text: str) -> None:
    assert differences(PLAN, PLAN | changes) == text


def test_differences_from_a_run_without_a_plan_are_reported_whole() -> None:
    assert differences({}, {"parameters": {"k1": 1}}) == "the parameters"
