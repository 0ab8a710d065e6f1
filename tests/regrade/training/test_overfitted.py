"""Fifty pairs are learned by heart: each relevant passage comes first among all fifty."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.regrade.training.small import Notes, recipe, trained
from tests.tiers import thorough

WIDER = {
    "bert-cat": {
        "hidden_size": 64,
        "intermediate_size": 128,
        "hidden_dropout_prob": 0.0,
        "attention_probs_dropout_prob": 0.0,
    },
    "mono-t5": {"d_model": 64, "d_kv": 32, "d_ff": 128, "dropout_rate": 0.0},
}


@thorough
@pytest.mark.parametrize(
    ("ranker", "given"),
    [
        ("bert-cat", {"loss": "hinge", "steps": 1000, "learning_rate": 1e-3, "negatives": 9}),
        ("bert-dot", {"steps": 200, "learning_rate": 3e-3}),
        ("colbert", {"steps": 200, "learning_rate": 3e-3}),
        ("tk", {"steps": 200, "learning_rate": 3e-3, "negatives": 4}),
        ("mono-t5", {"steps": 400, "learning_rate": 1e-3, "negatives": 9}),
    ],
)
def test_fifty_pairs_are_learned_by_heart(
    tmp_path: Path, ranker: str, given: dict[str, Any]
) -> None:
    plan = recipe(ranker, **given, validate_every=given["steps"] // 4)
    outcome = trained(tmp_path, plan, Notes(), sizes=WIDER.get(ranker, {}))
    assert outcome.best is not None
    assert outcome.best.measures["RR@10"] == 1.0
