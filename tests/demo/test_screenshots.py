"""The walks that take the documentation's pictures name what the pages have."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.source_tree import ROOT

SCRIPT = ROOT / "demo" / "screenshots.py"
FROM_THE_SERVER = {"FiRA"}  # a scale


def names() -> Iterator[str]:
    """Names of elements and texts that the walks look for, as far as they are constants."""
    for node in ast.walk(ast.parse(SCRIPT.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            asked = [one.value for one in node.keywords if one.arg == "name"]
            asked += node.args[:1] if node.func.attr in {"get_by_label", "get_by_text"} else []
            constants = (one.value for one in asked if isinstance(one, ast.Constant))
            yield from (one for one in constants if isinstance(one, str))


def test_walks_look_for_what_the_pages_have() -> None:
    pages = " ".join(path.read_text("utf-8") for path in (ROOT / "frontend" / "src").rglob("*.ts*"))
    pages = re.sub(r"\s+", " ", pages)
    asked = set(names())
    assert len(asked) > 8
    assert {name for name in asked if name not in pages} == FROM_THE_SERVER
