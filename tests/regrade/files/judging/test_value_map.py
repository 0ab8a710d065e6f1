from __future__ import annotations

import pytest

from regrade.files.judging.value_map import parse_value_map


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
    ("text", "told"),
    [("1", "'1' is not old:new"), ("1:0,1:2", "1 is mapped twice"), ("1:x", "the value")],
)
def test_what_is_no_map_is_told(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        parse_value_map(text)
