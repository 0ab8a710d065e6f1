"""Keys of JSON that commands print, as docs/commands.md has them and as they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tests.source_tree import ROOT

ROW = re.compile(r"^\| `([\w -]+)` \| (`.+`) \| .+ \|$", re.MULTILINE)


def documented() -> Mapping[str, set[str]]:
    """The documented keys of each command."""
    text = (ROOT / "docs" / "commands.md").read_text("utf-8")
    table = text.partition("## JSON of the commands")[2].partition("\n## ")[0]
    found: dict[str, set[str]] = {}
    for command, keys in ROW.findall(table):
        found.setdefault(command, set()).update(re.findall(r"`([^`]+)`", keys))
    return found


def printed(value: object, known: set[str], at: str = "") -> Iterator[str]:
    """Keys down to those that are known, with `{...}` for one that depends on the input."""
    if at in known:
        yield at
    elif isinstance(value, list):
        for item in value:
            yield from printed(item, known, f"{at}[]")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from printed(item, known, placed(f"{at}.", key, known).removeprefix("."))
    else:
        yield at


def placed(before: str, key: str, known: set[str]) -> str:
    start = before.removeprefix(".")
    open_keys = {found[0] for one in known if (found := re.match(re.escape(start) + r"{\w+}", one))}
    return open_keys.pop() if open_keys else f"{before}{key}"
