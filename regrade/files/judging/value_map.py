from __future__ import annotations

import re

from regrade.files.numbers import parse_small_number


def parse_value_map(text: str) -> dict[int, int]:
    """Values to be written in place of others: 1:0,2:0,3:1.

    Raises:
        ValueError: an entry that is not old:new, or a value that is mapped twice.
    """
    mapping: dict[int, int] = {}
    for entry in filter(None, text.split(",")):
        match = re.fullmatch(r"\s*(\S+?)\s*:\s*(\S+)\s*", entry)
        if match is None:
            raise ValueError(f"{entry!r} is not old:new, as in 1:0,2:0,3:1")
        old, new = (parse_small_number("the value", value) for value in match.groups())
        if old in mapping:
            raise ValueError(f"the value {old} is mapped twice")
        mapping[old] = new
    return mapping
