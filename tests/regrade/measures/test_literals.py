from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.measures.literals import parse_literal, split_parameters


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2", 2),
        ("-1", -1),
        ("0.5", 0.5),
        (".5", 0.5),
        ("1e-3", 0.001),
        ("True", True),
        ("False", False),
        ("'jk'", "jk"),
        ('"jk"', "jk"),
        ("{}", ()),
        ("{1:3, 0:2}", ((0, 2), (1, 3))),
        ("{-1:0.5}", ((-1, 0.5),)),
    ],
)
def test_parse_literal_of_a_python_literal_gives_its_value(text: str, value: object) -> None:
    found = parse_literal(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("text", ["", "x", "true", "1_000", "0x10", "1e999", "{1}", "{1:}", "'"])
def test_parse_literal_of_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no value|too large"):
        parse_literal(text)


@pytest.mark.parametrize("text", ["{0.5:1}", "{1:2,1:3}"])
def test_parse_literal_of_a_table_with_other_keys_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a table maps each whole number once"):
        parse_literal(text)


def test_split_parameters_keeps_commas_in_tables_and_quotes() -> None:
    assert list(split_parameters("gains={0:1,1:3}, dcg='a,b'")) == [
        ("gains", ((0, 1), (1, 3))),
        ("dcg", "a,b"),
    ]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_parse_literal_reads_what_python_prints(value: float) -> None:
    assert parse_literal(repr(value)) == value
