from __future__ import annotations

import re

from regrade.files.errors import BadValue
from regrade.files.numbers import parse_small_number


def parse_value_map(text: str) -> dict[int, int]:
    """Values to be written in place of others: 1:0,2:0,3:1.

    Raises:
        BadValue: an entry that is not old:new, or a value that is mapped twice.
    """
    mapping: dict[int, int] = {}
    for entry in filter(None, text.split(",")):
        match = re.fullmatch(r"\s*([^\s:]+)\s*:\s*(\S+)\s*", entry)
        if match is None:
            reason = f"{entry!r} is not old:new, as in 1:0,2:0,3:1"
            raise BadValue(reason, code="not_old_and_new")
        old, new = (parse_small_number("the value", value) for value in match.groups())
        if old in mapping:
            raise BadValue(f"the value {old} is mapped twice", code="value_twice")
        mapping[old] = new
    return mapping
