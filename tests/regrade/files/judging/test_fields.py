from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from regrade.files.errors import BadValue
from regrade.files.judging.fields import (
    parse_json_object,
    parse_json_string,
    parse_spans,
    parse_time,
)
from tests.refusals import refused


@pytest.mark.parametrize(
    "text",
    ["2020-05-01T12:00:00", "2020-05-01 12:00", "2020-05-01T12:00Z", "2020-05-01T14:00:00+02:00"],
)
def test_parse_time_is_in_utc(text: str) -> None:
    moment = parse_time("created_at", text)
    assert moment == datetime(2020, 5, 1, 12, tzinfo=UTC)
    assert moment.tzinfo is UTC


@pytest.mark.parametrize(
    "text", ["yesterday", "01.05.2020", "0001-01-01T00:00+14:00", "1588334400"]
)
def test_parse_time_that_is_none_is_refused(text: str) -> None:
    with refused(BadValue, "not_a_time", says=f"created_at '{text}'"):
        parse_time("created_at", text)


@pytest.mark.parametrize(
    ("text", "spans"),
    [("[]", ()), ("[[0, 4.0]]", ((0, 4),)), ("[[7, 9], [0, 4], [4, 6]]", ((0, 4), (4, 6), (7, 9)))],
)
def test_parse_spans_are_sorted_and_may_touch(text: str, spans: tuple[object, ...]) -> None:
    assert parse_spans("spans", text) == spans


@pytest.mark.parametrize(
    "text",
    [
        "0-4",
        "{}",
        "4",
        "[0, 4]",
        "[[0, 4, 5]]",
        "[[4, 4]]",
        "[[5, 4]]",
        "[[-1, 4]]",
        "[[0, 4.5]]",
        "[[false, true]]",
        '[["0", "4"]]',
        "[" * 100_000,
    ],
)
def test_parse_spans_that_are_none_are_refused(text: str) -> None:
    with refused(BadValue, "not_spans", says="spans "):
        parse_spans("spans", text)


def test_parse_spans_that_overlap_are_refused() -> None:
    with refused(BadValue, "spans_overlap", says="[[3, 6], [0, 4]]"):
        parse_spans("spans", "[[3, 6], [0, 4]]")


@pytest.mark.parametrize(
    ("parse", "text", "code"),
    [
        (parse_json_string, "good", "not_json"),
        (parse_json_string, "[" * 100_000, "not_json"),
        (parse_json_string, "[1]", "not_a_string"),
        (parse_json_object, '["a"]', "not_a_json_object"),
        (parse_json_object, '{"a": "\\u0000"}', "nul_character"),
        (parse_json_object, '{"a": "\\ud800"}', "lone_surrogate"),
    ],
)
def test_json_of_another_kind_is_refused(
    parse: Callable[[str, str], object], text: str, code: str
) -> None:
    with refused(BadValue, code, says="extra"):
        parse("extra", text)
