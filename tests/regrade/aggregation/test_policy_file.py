from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.aggregation import AggregationPolicy
from regrade.aggregation.electorate import Electorate
from regrade.aggregation.policy_file import (
    OTHERS,
    RULES,
    VOTERS,
    OtherLabels,
    PolicyError,
    WholePolicy,
    policy_as_json,
    policy_from_json,
    read_policy,
)
from regrade.files.errors import BadInput
from tests.regrade.aggregation.test_derive import any_policy

STRICT = {"aggregate": "majority", "threshold": 3, "tie": "fallback", "min_votes": 2}


def test_every_rule_has_a_key() -> None:
    assert list(RULES) == [field.name for field in fields(AggregationPolicy)]
    assert ["rules", *OTHERS, "voters"] == [field.name for field in fields(WholePolicy)]
    assert list(VOTERS) == [field.name for field in fields(Electorate)]


def test_a_policy_is_read_with_what_it_names() -> None:
    told = STRICT | {"fallback": "trec", "min_relevance": 1, "models": ["gpt"], "without": ["P-7"]}
    assert policy_from_json(told) == WholePolicy(
        rules=AggregationPolicy(aggregate="majority", threshold=3, tie="fallback", min_votes=2),
        min_relevance=1,
        fallback=OtherLabels("trec"),
        voters=Electorate(models=("gpt",), without=("P-7",)),
    )


def test_what_label_sets_keep_is_a_policy() -> None:
    stored = STRICT | {
        "max_blank_share": None,
        "fallback": {"name": "trec", "content_hash": "ab", "min_relevance": 2},
        "only_topics_of": None,
        "model_assessors": [{"pseudonym": "P-1", "name": "gpt"}],
        "left_out": ["P-7"],
    }
    whole = policy_from_json(stored)
    kinds = ("human", "simulated")
    assert whole.voters == Electorate(kinds=kinds, models=("P-1",), without=("P-7",))
    assert whole.fallback == OtherLabels("trec", "ab", 2)


def test_sets_from_before_models_were_told_apart_count_all() -> None:
    stored = policy_as_json(policy_from_json(STRICT))
    assert policy_from_json(stored).voters == Electorate()
    del stored["kinds"]
    assert policy_from_json(stored).voters.kinds == ("human", "simulated")
    del stored["models"]
    assert policy_from_json(stored).voters.kinds == ("human", "simulated", "model")


@given(any_policy, st.none() | st.integers(0, 5), st.lists(st.text(), max_size=2))
def test_a_policy_is_the_same_after_json(
    rules: AggregationPolicy, least: int | None, names: list[str]
) -> None:
    whole = WholePolicy(
        rules=rules,
        min_relevance=least,
        fallback=OtherLabels("trec"),
        voters=Electorate(without=tuple(names)),
    )
    assert policy_from_json(json.loads(json.dumps(policy_as_json(whole)))) == whole


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ([], "a policy is a JSON object"),
        ({}, "aggregate is missing"),
        (STRICT | {"treshold": 3}, "there is no key 'treshold'; the nearest is 'threshold'"),
        (
            STRICT | {"colour": 3},
            "no key 'colour'; there are aggregate, .*, without_flags",
        ),
        (STRICT | {"min_votes": "2"}, 'min_votes must be a whole number, got "2"'),
        (STRICT | {"min_votes": True}, "min_votes must be a whole number, got true"),
        (STRICT | {"max_blank_share": "half"}, "max_blank_share must be a number"),
        (STRICT | {"require_fallback_relevant": 1}, "must be true or false, got 1"),
        (STRICT | {"tie": ["highest"]}, "tie must be a text"),
        (STRICT | {"tie": "coin"}, "tie must be one of fallback"),
        (STRICT | {"fallback": {"title": "trec"}}, "fallback must be a name of labels"),
        (STRICT | {"without": "P-7"}, "without must be a list of names"),
        (STRICT | {"without": [7]}, "without must be a list of names"),
        (STRICT | {"without": [], "left_out": []}, "without and left_out say the same"),
        (STRICT | {"left_out": [], "without": []}, "left_out and without say the same"),
        ({"aggregate": None}, "aggregate is missing"),
        (STRICT | {"kinds": ["robot"]}, "kinds must be among human, simulated, model, got 'robot'"),
        (STRICT | {"levels": ["C1"]}, "levels must be among basic"),
        (STRICT | {"min_agreement": 2}, "min_agreement must be from -1 to 1, got 2"),
        (STRICT | {"scale": [3, 2]}, "scale must be a list of whole numbers, ascending"),
        (STRICT | {"scale": []}, "scale must be a list of whole numbers, ascending"),
        (
            STRICT | {"fallback": {"name": "trec", "min_relevance": "1"}},
            "fallback must be a name of labels",
        ),
    ],
)
def test_what_is_no_policy_gets_a_sentence(document: Any, reason: str) -> None:
    with pytest.raises(PolicyError, match=reason):
        policy_from_json(document)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"aggregate":\n "median",}', "policy.json, line 2: no JSON"),
        (b"\xff", "no text in UTF-8"),
        (b'{"aggregate": "mode"}', "policy.json: aggregate must be one of"),
        (b'{"aggregate": "mean", "aggregate": "median"}', "the key 'aggregate' is there twice"),
        (b"[" * 200_000, "policy.json: it is nested too deep"),
        (None, "policy.json: it cannot be read"),
    ],
)
def test_a_file_is_named(content: bytes | None, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "policy.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadInput) as refused:
        read_policy(path)
    assert reason in str(refused.value)
