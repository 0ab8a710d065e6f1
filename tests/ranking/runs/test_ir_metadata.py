from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ranking.runs.ir_metadata import MAX_DEPTH, header_text, parse_fields, read_header
from regrade.files.comments import MAX_COMMENTS, Comments
from regrade.files.errors import BadInput
from regrade.files.lines import Line
from tests.refusals import refused
from tests.tiers import examples

PATH = Path("one.run")
# As repro_eval 0.5 writes it: a blank behind each line.
OF_REPRO_EVAL = """\
# ir_metadata.start
# schema-version: 0.1 
# tag: mine 
# actor: 
#   name: Müller, Ann 
#   fields: 
#   - nlp 
#   - ir 
# method: 
#   automatic: true 
#   retrieval: 
#     - name: bm25 
#       b: 0.4 
#     - name: bert 
#       reranks: bm25 
# ir_metadata.end
"""  # noqa: W291
FIELDS = {
    "schema-version": 0.1,
    "tag": "mine",
    "actor": {"name": "Müller, Ann", "fields": ["nlp", "ir"]},
    "method": {
        "automatic": True,
        "retrieval": [{"name": "bm25", "b": 0.4}, {"name": "bert", "reranks": "bm25"}],
    },
}


def read(text: str) -> dict[str, Any] | None:
    comments = Comments()
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        comments.take(Line(number, line))
    return read_header(PATH, comments.lines)


def within(*lines: str) -> str:
    return "".join(f"# {line}\n" for line in ("ir_metadata.start", *lines, "ir_metadata.end"))


def test_read_header_reads_what_repro_eval_writes() -> None:
    assert read(OF_REPRO_EVAL) == FIELDS


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (within("schema version: 0.2-beta", "tag: a"), {"schema version": "0.2-beta", "tag": "a"}),
        ("# by hand\n" + within("tag: a") + "# more\n", {"tag": "a"}),
        ("#ir_metadata.start\n#tag:\n#\n#  a: b\n#ir_metadata.end\n", {"tag": {"a": "b"}}),
        (within("---", "tag: a", "..."), {"tag": "a"}),
        ("# nothing\n", None),
    ],
)
def test_read_header_finds_it_among_the_comments(text: str, fields: dict[str, Any] | None) -> None:
    assert read(text) == fields


@pytest.mark.parametrize(
    ("scalar", "value"),
    [
        *[("0.82", 0.82), ("12", 12), ("-3", -3), ("1.0e-05", 1e-05), ("True", True), ("~", None)],
        # What YAML would read as other numbers, dates or answers, or would write otherwise.
        *[(each, each) for each in ("1.10", "0123", "1_0", "1:30", "0x1F", "1e5", ".inf", "٣")],
        *[(each, each) for each in ("no", "2024-99-99", "9" * 30, "9.9e+99")],
        *[("'1'", "1"), ("!!str 1", "1"), ("! 1", "1"), ('"a\\nb"', "a\nb"), ("[a, 1]", ["a", 1])],
    ],
)
def test_parse_fields_takes_for_a_number_only_what_is_written_so(scalar: str, value: Any) -> None:
    found = parse_fields(f"a: {scalar}")["a"]
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (within("tag: a", "b: c: d"), 3, "not_yaml"),
        (within("tag: \x01"), 2, "not_yaml"),
        (within('tag: "\\UFFFFFFFF"'), 2, "not_yaml"),
        (within("tag: a", r'b: "\0"'), 3, "header_character"),
        (within(r'tag: "\ud800"'), 2, "header_character"),
        (within("a: &a [x, x]", "b: [*a, *a]"), 3, "header_alias"),
        (within("a: !!python/object/apply:os.system [ls]"), 2, "header_tag"),
        (within("a: !!binary aGk="), 2, "header_tag"),
        (within("a: 1", "a: 2"), 3, "field_twice"),
        (within("? [a]", ": 1"), 2, "field_without_name"),
        (within("a: 1", "---", "b: 2"), 3, "several_documents"),
        (within("- a"), 2, "header_without_fields"),
        (within(), 1, "header_without_fields"),
        ("# ir_metadata.start\n# tag: a\n", 1, "header_without_end"),
    ],
)
def test_read_header_refuses_naming_the_line(text: str, line: int, code: str) -> None:
    with refused(BadInput, code, line=line):
        read(text)


@pytest.mark.parametrize(
    ("body", "line", "code"),
    [
        ("a: " + "[" * 60_000, 2, "header_too_deep"),
        ("x" * MAX_COMMENTS, 1, "header_without_end"),
        (f"a: [{'[1],' * 12_000}]", 2, "header_too_long"),
    ],
    ids=["deep", "long", "longer when written"],
)
def test_read_header_gives_up_early(body: str, line: int, code: str) -> None:
    with refused(BadInput, code, line=line):
        read(within(body))


def test_parse_fields_reads_all_levels_that_are_allowed() -> None:
    assert parse_fields("a: " + "{a: " * (MAX_DEPTH - 2) + "[]" + "}" * (MAX_DEPTH - 2))


texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
words = texts | st.sampled_from(["no", "1.10", "1e-06", "null", "~", "- a", "# b", "a: b", "\x85"])
numbers = st.integers(-(10**18), 10**18) | st.floats(1e-300, 1e15)
values = st.recursive(
    st.none() | st.booleans() | numbers | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)


@examples(200)
@given(st.dictionaries(words, values, min_size=1, max_size=4))
def test_header_text_is_read_again_as_it_was(fields: dict[str, Any]) -> None:
    text = header_text(fields)
    assert all(line.startswith("# ") for line in text.removesuffix("\n").split("\n"))
    again = read(text)
    assert again == fields
    assert header_text(again or {}) == text
