from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from regrade.files.bad_lines import Refuse, readable, refuse_at_once
from regrade.files.errors import BadInput
from regrade.files.identifiers import checked_id
from regrade.files.lines import Line
from regrade.files.numbers import whole_or_none

# Escapes for characters that no PostgreSQL text holds: NUL, and half of a surrogate pair.
NUL_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
# How a line begins that begins a list or an object of JSON, and how one ends that goes on below.
_LIST, _OBJECT = re.compile(r'\s*\[\s*(?:$|["\[{])'), re.compile(r'\s*\{\s*(?:$|")')
_GOES_ON = ("{", "[", ",", ":")
SURROGATE_ESCAPE = re.compile(r"\\ud[89a-f]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class JsonObject:
    """One line of a JSONL file; every reading method takes the names a field may go by.

    What is wrong with a field is said under the name that it has in the file.
    """

    path: Path
    line: int
    fields: dict[str, object]

    def identifier(self, kind: str, *names: str) -> str:
        return self._identifier(kind, *self._required(*names))

    def _identifier(self, kind: str, name: str, value: object) -> str:
        number = None if isinstance(value, str) else whole_or_none(value)
        text = self._string(name, value) if number is None else str(number)
        return checked_id(self.path, self.line, kind, text)

    def optional_identifier(self, kind: str, *names: str) -> str | None:
        name, value = self._first(*names)
        return None if value is None else self._identifier(kind, name, value)

    def text(self, *names: str) -> str:
        """A string; null is an empty one."""
        name, value = self._nullable(*names)
        return self._string(name, "" if value is None else value)

    def optional_text(self, *names: str) -> str | None:
        name, value = self._first(*names)
        return None if value is None else self._string(name, value)

    def integer(self, *names: str, least: int, most: int) -> int:
        return self._integer(*self._required(*names), least, most)

    def optional_integer(self, *names: str, least: int, most: int) -> int | None:
        name, value = self._first(*names)
        return None if value is None else self._integer(name, value, least, most)

    def texts(self, *names: str) -> list[str]:
        """A list of strings, or a string's lines; null is an empty list."""
        name, value = self._nullable(*names)
        if value is None:
            return []
        if not isinstance(value, list):
            return self._string(name, value).split("\n")
        return [self._string(f"one of {name}", item) for item in value]

    def name_of(self, *names: str) -> str | None:
        """The field among these that is read: the first with a value, or else one that is null."""
        name, value = self._first(*names)
        if value is not None:
            return name
        return next((name for name in names if name in self.fields), None)

    def others(self, *names: str) -> dict[str, object]:
        return {name: value for name, value in self.fields.items() if name not in names}

    def _first(self, *names: str) -> tuple[str, object]:
        """The first of these fields that has a value, under its name; None where none has."""
        for name in names:
            if (value := self.fields.get(name)) is not None:
                return name, value
        return names[0], None

    def _nullable(self, *names: str) -> tuple[str, object]:
        name = self.name_of(*names) or self._required(*names)[0]
        return name, self.fields[name]

    def _required(self, *names: str) -> tuple[str, object]:
        name, value = self._first(*names)
        if value is None:
            raise BadInput(
                self.path,
                self.line,
                f"the object has no {' or '.join(names)}",
                code="field_missing",
            )
        return name, value

    def _string(self, name: str, value: object) -> str:
        if not isinstance(value, str):
            raise BadInput(
                self.path, self.line, f"{name} is not a string: {value!r}", code="not_a_string"
            )
        return value

    def _integer(self, name: str, value: object, least: int, most: int) -> int:
        number = whole_or_none(value)
        if number is None:
            raise BadInput(
                self.path,
                self.line,
                f"{name} is not a whole number: {value!r}",
                code="not_a_whole_number",
            )
        if not least <= number <= most:
            raise BadInput(
                self.path,
                self.line,
                f"{name} {number} is outside {least} to {most}",
                code="out_of_range",
            )
        return number


def parse_json_lines(
    path: Path, lines: Iterable[Line], refuse: Refuse = refuse_at_once
) -> Iterator[JsonObject]:
    """Yield one object a line; blank lines are passed over.

    `refuse` gets each line that is not a JSON object, or holds an escaped character that
    PostgreSQL's text cannot hold.

    Raises:
        BadInput: such a line where none may be passed over, or a file that is one JSON document.
    """
    with_content = (line for line in lines if line.text.strip())
    head = list(islice(with_content, 1))
    for first in head:
        refuse_document(path, first)
    return readable(chain(head, with_content), lambda line: parse_json_line(path, line), refuse)


def refuse_document(path: Path, first: Line) -> None:
    """Refuse a file whose first line begins one JSON document: a list, or an object over lines.

    Raises:
        BadInput: it does.
    """
    goes_on = first.text.rstrip().endswith(_GOES_ON)
    if _LIST.match(first.text) or (goes_on and _OBJECT.match(first.text)):
        raise json_document(path, first.number)


def json_document(path: Path, line: int) -> BadInput:
    """The refusal of a file that is one JSON document."""
    reason = "the file is one JSON document; write one object a line"
    return BadInput(path, line, reason, code="json_document")


def refuse_json(path: Path, line: Line, wanted: str) -> None:
    """Refuse JSON where a file has columns; `wanted` says which. For lines that were refused.

    Raises:
        BadInput: the line begins as JSON does.
    """
    if _LIST.match(line.text) or _OBJECT.match(line.text):
        raise BadInput(path, line.number, f"this is JSON; {wanted}", code="json_document")


def parse_json_line(path: Path, line: Line) -> JsonObject:
    """The object of one line.

    Raises:
        BadInput: it is no JSON object, or holds an escaped character that PostgreSQL's text cannot.
    """
    # Looked for as it stands first: the pattern takes a hundred times as long.
    if r"\u0000" in line.text and NUL_ESCAPE.search(line.text):
        raise BadInput(
            path, line.number, "there is a NUL character in the text", code="nul_character"
        )
    try:
        value = json.loads(line.text)
        if SURROGATE_ESCAPE.search(line.text):
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise BadInput(
            path, line.number, "half of a surrogate pair stands alone", code="lone_surrogate"
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadInput(path, line.number, f"this is not JSON ({error})", code="not_json") from error
    if not isinstance(value, dict):
        raise BadInput(
            path,
            line.number,
            "this is not a JSON object; give one object a line",
            code="not_a_json_object",
        )
    return JsonObject(path, line.number, value)
