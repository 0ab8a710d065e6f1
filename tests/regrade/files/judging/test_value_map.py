from __future__ import annotations

import pytest

from regrade.files.errors import BadValue
from regrade.files.judging.value_map import parse_value_map
from tests.refusals import refused


@pytest.mark.parametrize(
    ("text", "mapping"),
    [
        ("", {}),
        ("1:0,2:0,3:1", {1: 0, 2: 0, 3: 1}),
        (" 1 : -2 ", {1: -2}),
        ("1:2,", {1: 2}),
        ("0:0", {0: 0}),
    ],
)
def test_a_map_names_old_and_new_values(text: str, mapping: dict[int, int]) -> None:
    assert parse_value_map(text) == mapping


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("1", "not_old_and_new", "'1'"),
        ("1:", "not_old_and_new", "'1:'"),
        ("1:0,1:2", "value_twice", "value 1"),
        ("1:x", "not_a_whole_number", "'x'"),
        ("a:0", "not_a_whole_number", "'a'"),
        ("1:0.5", "not_a_whole_number", "'0.5'"),
        ("1:0:3", "not_a_whole_number", "'0:3'"),
        ("1:99999", "out_of_range", "99999"),
    ],
)
def test_what_is_no_map_is_refused(text: str, code: str, says: str) -> None:
    with refused(BadValue, code, says=says):
        parse_value_map(text)
