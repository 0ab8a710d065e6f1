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
from tests.refusals import refused
from tests.regrade.aggregation.test_derive import any_policy

STRICT = {"aggregate": "majority", "threshold": 3, "tie": "fallback", "min_votes": 2}


def test_every_rule_has_a_key() -> None:
    assert list(RULES) == [field.name for field in fields(AggregationPolicy)]
    assert ["rules", *OTHERS, "voters"] == [field.name for field in fields(WholePolicy)]
    assert list(VOTERS) == [field.name for field in fields(Electorate)]


def test_a_policy_is_read_with_what_it_names() -> None:
    found = STRICT | {"fallback": "trec", "min_relevance": 1, "models": ["gpt"], "without": ["P-7"]}
    assert policy_from_json(found) == WholePolicy(
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
    ("document", "code", "says"),
    [
        ([], "not_a_json_object", ""),
        ({}, "aggregate_missing", ""),
        ({"aggregate": None}, "aggregate_missing", ""),
        (STRICT | {"treshold": 3}, "unknown_key", "'treshold'; the nearest is 'threshold'"),
        (STRICT | {"colour": 3}, "unknown_key", "'colour'; there are aggregate, "),
        (STRICT | {"min_votes": "2"}, "wrong_kind", 'min_votes must be a whole number, got "2"'),
        (STRICT | {"min_votes": True}, "wrong_kind", "min_votes"),
        (STRICT | {"max_blank_share": "half"}, "wrong_kind", "max_blank_share must be a number"),
        (STRICT | {"require_fallback_relevant": 1}, "wrong_kind", "true or false, got 1"),
        (STRICT | {"tie": ["highest"]}, "wrong_kind", "tie must be a text"),
        (STRICT | {"fallback": {"title": "trec"}}, "wrong_kind", "fallback"),
        (
            STRICT | {"fallback": {"name": "trec", "min_relevance": "1"}},
            *("wrong_kind", "fallback must be a name of labels"),
        ),
        (STRICT | {"without": "P-7"}, "wrong_kind", "without must be a list of names"),
        (STRICT | {"without": [7]}, "wrong_kind", "without"),
        (STRICT | {"scale": [3, 2]}, "wrong_kind", "scale must be a list of whole numbers"),
        (STRICT | {"scale": []}, "wrong_kind", "scale"),
        (STRICT | {"without": [], "left_out": []}, "key_twice", "without and left_out"),
        (STRICT | {"left_out": [], "without": []}, "key_twice", "left_out and without"),
        (STRICT | {"tie": "coin"}, "rule_refused", "tie must be one of fallback"),
        (STRICT | {"kinds": ["robot"]}, "rule_refused", "kinds must be among human"),
        (STRICT | {"levels": ["C1"]}, "rule_refused", "levels"),
        (STRICT | {"min_agreement": 2}, "rule_refused", "min_agreement"),
    ],
)
def test_what_is_no_policy_is_refused(document: Any, code: str, says: str) -> None:
    with refused(PolicyError, code, says=says):
        policy_from_json(document)


@pytest.mark.parametrize(
    ("content", "code", "line", "says"),
    [
        (b'{"aggregate":\n "median",}', "not_json", 2, "policy.json"),
        (b"\xff", "not_utf8", None, ""),
        (b'{"aggregate": "mode"}', "rule_refused", None, "policy.json: aggregate must be"),
        (b'{"aggregate": "mean", "aggregate": "median"}', "key_twice", None, "'aggregate'"),
        (b"[" * 200_000, "nested_too_deep", None, ""),
        (None, "no_such_file", None, "policy.json"),
    ],
)
def test_a_file_is_named(
    content: bytes | None, code: str, line: int | None, says: str, tmp_path: Path
) -> None:
    path = tmp_path / "policy.json"
    if content is not None:
        path.write_bytes(content)
    with refused(BadInput, code, line=line, says=says):
        read_policy(path)
