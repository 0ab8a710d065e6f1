"""ir_metadata headers: YAML in the comments above a run's first line (www.ir-metadata.org).

Values are JSON. A plain scalar is a number only if YAML writes it back as it stands: a version
`1.10` or a commit `0123` stays text, and what was read is written again unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any

import yaml

from regrade.files.comments import MAX_COMMENTS
from regrade.files.errors import BadInput
from regrade.files.identifiers import COMMENT
from regrade.files.lines import Line

START, END = "ir_metadata.start", "ir_metadata.end"
MAX_DEPTH = 12
MAX_DIGITS = 20  # of 64 bits
MAX_REASON = 200
SECTIONS = (
    *("schema-version", "schema version", "tag", "actor", "research goal"),
    *("platform", "implementation", "method", "data"),
)
ONE_LINE = 1 << 30  # width of the page that YAML is laid out on
_WHOLE, _DECIMAL = re.compile(r"-?\d+"), re.compile(r"-?\d+\.\d+(e-\d+)?")
_BREAKS = re.compile("[\n\r\x85\u2028\u2029]")
_TEXT_TAGS = ("!", "tag:yaml.org,2002:str")


class Unreadable(Exception):
    """YAML that is no header: the reason, its code, and the index of its line."""

    def __init__(self, reason: str, code: str, row: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.code, self.row = reason[:MAX_REASON], code, row


def read_header(path: Path, comments: Sequence[Line]) -> dict[str, Any] | None:
    """Fields of the header among a file's comments; None if there is no header.

    Raises:
        BadInput: the header cannot be read; the error names its line.
    """
    marks = [line.text.removeprefix(COMMENT).strip() for line in comments]
    if START not in marks:
        return None
    start = marks.index(START)
    if END not in marks[start:]:
        where = f"above the first line of the run, within {MAX_COMMENTS:,} characters"
        reason = f"there is no {COMMENT} {END} {where}"
        raise BadInput(path, comments[start].number, reason, code="header_without_end")
    lines = comments[start + 1 : marks.index(END, start)] or [comments[start]]
    try:
        fields = parse_fields(dedent("\n".join(line.text.removeprefix(COMMENT) for line in lines)))
        _check_length(fields)
    except Unreadable as error:
        number = lines[min(error.row, len(lines) - 1)].number
        raise BadInput(path, number, error.reason, code=error.code) from error
    return fields


def _check_length(fields: Mapping[str, Any]) -> None:
    """Refuse fields that an export would write longer than an import reads."""
    if len(header_text(fields)) > MAX_COMMENTS:
        reason = f"written out, it is longer than {MAX_COMMENTS:,} characters"
        raise Unreadable(reason, "header_too_long")


def header_text(fields: Mapping[str, Any]) -> str:
    """The header as comments, with sections in the order of the specification."""
    known = [key for key in SECTIONS if key in fields]
    ordered = {key: fields[key] for key in [*known, *sorted({*fields} - {*SECTIONS})]}
    body = yaml.dump(
        ordered,
        Dumper=_Dumper,
        allow_unicode=True,
        sort_keys=False,
        width=ONE_LINE,
        default_flow_style=None,  # innermost lists on one line
    )
    lines = [START, *body.removesuffix("\n").split("\n"), END]
    return "".join(f"{COMMENT} {line}\n" for line in lines)


def flat_fields(fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Name and value of each field as text, sections in the order of the specification."""
    for key in sorted(fields, key=_place):
        yield from _flat(fields[key], key)


def parse_fields(text: str) -> dict[str, Any]:
    """The fields of a header's YAML; neither aliases nor objects are read.

    Raises:
        Unreadable: the YAML is broken, too deep, or not a mapping.
    """
    try:
        return _document(yaml.parse(text, yaml.SafeLoader))
    except yaml.MarkedYAMLError as error:
        row = error.problem_mark.line if error.problem_mark else 0
        raise Unreadable(f"this is not YAML: {error.problem}", "not_yaml", row) from error
    except yaml.reader.ReaderError as error:
        row = text.count("\n", 0, error.position)
        raise Unreadable(f"this is not YAML: {error.reason}", "not_yaml", row) from error
    except (ValueError, OverflowError) as error:  # of an escape beyond Unicode
        raise Unreadable("this is not YAML: a character does not exist", "not_yaml") from error


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def _written_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    # In double quotes a break is an escape, so every value stays on its line.
    style = '"' if _BREAKS.search(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


_Dumper.add_representer(str, _written_text)


def _document(events: Iterator[yaml.Event]) -> dict[str, Any]:
    found: Any = None
    n_documents = 0
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            n_documents += 1
            if n_documents > 1:
                raise _at(event, "the header is more than one document", "several_documents")
        elif isinstance(event, yaml.NodeEvent):
            found = _value(event, events, MAX_DEPTH)
    if not isinstance(found, dict):
        raise Unreadable("a header holds fields, such as tag: mine", "header_without_fields")
    return found


def _value(event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Any:
    if isinstance(event, yaml.AliasEvent):
        raise _at(event, "aliases are not read", "header_alias")
    _refuse_tag(event)
    if isinstance(event, yaml.ScalarEvent):
        return _scalar(event)
    if depth == 0:
        raise _at(event, f"fields lie deeper than {MAX_DEPTH} levels", "header_too_deep")
    if isinstance(event, yaml.MappingStartEvent):
        return _mapping(events, depth - 1)
    return [_value(item, events, depth - 1) for item in _until(yaml.SequenceEndEvent, events)]


def _mapping(events: Iterator[yaml.Event], depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for event in _until(yaml.MappingEndEvent, events):
        if not isinstance(event, yaml.ScalarEvent):
            raise _at(event, "the name of a field is a word", "field_without_name")
        name = _storable(event)
        if name in found:
            raise _at(event, f"the field {name!r} appears twice", "field_twice")
        found[name] = _value(next(events), events, depth)
    return found


def _until(end: type[yaml.Event], events: Iterator[yaml.Event]) -> Iterator[yaml.Event]:
    for event in events:
        if isinstance(event, end):
            return
        yield event


def _scalar(event: yaml.ScalarEvent) -> Any:
    text = _storable(event)
    is_plain = event.implicit[0] and event.tag is None
    return _plain(text) if is_plain else text


def _plain(text: str) -> Any:
    word = text.lower()
    if word in {"", "~", "null"}:
        return None
    if word in {"true", "false"}:
        return word == "true"
    if _WHOLE.fullmatch(text) and len(text) <= MAX_DIGITS:
        return int(text) if str(int(text)) == text else text
    if _DECIMAL.fullmatch(text):
        return float(text) if _written_float(float(text)) == text else text
    return text


def _written_float(number: float) -> str:
    """A float as YAML is written, which has a point before an exponent."""
    text = repr(number)
    return text if "." in text else text.replace("e", ".0e")


def _refuse_tag(event: Any) -> None:
    if event.tag not in (None, *_TEXT_TAGS):
        raise _at(event, f"the tag {event.tag!r} is not read", "header_tag")


def _storable(event: yaml.ScalarEvent) -> str:
    """The text of a scalar, which PostgreSQL must be able to hold."""
    text: str = event.value
    if any(character == "\0" or "\ud800" <= character <= "\udfff" for character in text):
        raise _at(event, "a character cannot be stored", "header_character")
    return text


def _at(event: yaml.Event, reason: str, code: str) -> Unreadable:
    return Unreadable(reason, code, event.start_mark.line if event.start_mark else 0)


def _place(key: str) -> tuple[int, str]:
    return (SECTIONS.index(key) if key in SECTIONS else len(SECTIONS), key)


def _flat(value: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(inner, f"{name}: {key}")
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for place, item in enumerate(value, 1):
            yield from _flat(item, f"{name} {place}")
    elif value not in (None, "", []):
        items = value if isinstance(value, list) else [value]
        yield name, ", ".join(map(_word, items))


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
