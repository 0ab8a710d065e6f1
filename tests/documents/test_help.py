"""Every term that pages link to its definition has one in docs, where the link says."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache

import pytest

from regrade.agreement.depth import categories_of
from regrade.agreement.intervals.estimates import all_statistics
from regrade.measures.registry import BY_SYMBOL
from regrade.significance import (
    CORRECTIONS,
    EFFECT_SIZES,
    RANK_CORRELATIONS,
    SYSTEM_TESTS,
    TESTS,
)
from tests.source_tree import ROOT

DOCS = ROOT / "docs"
SOURCES = ROOT / "frontend" / "src"
DEFINED = json.loads((SOURCES / "shared" / "definitions" / "definitions.json").read_text("utf-8"))
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6} +(.+?)\s*$", re.MULTILINE)
MARKUP = re.compile(r"[`*]|\[|\]\([^)]*\)")
LINK = re.compile(r"\]\((?:([\w-]+)\.md)?#([\w-]+)\)")
# As they are written in the frontend: `at="labels#aggregates"`, `'labels#aggregates'`.
ANCHOR = re.compile(r"['\"](?:/help)?/?([a-z-]+)#([\w-]+)['\"]")


@cache
def anchors(page: str) -> set[str]:
    """The anchors of a page's headings, as GitHub and the help make them."""
    text = FENCE.sub("", (DOCS / f"{page}.md").read_text("utf-8"))
    counts = Counter[str]()
    found = set()
    for heading in HEADING.findall(text):
        plain = MARKUP.sub("", heading).strip().lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        found.add(f"{slug}-{counts[slug]}" if counts[slug] else slug)
        counts[slug] += 1
    return found


def is_there(target: str) -> bool:
    page, _, anchor = target.partition("#")
    return (DOCS / f"{page}.md").is_file() and anchor in anchors(page)


def test_every_measure_is_defined_under_its_symbol() -> None:
    assert BY_SYMBOL
    assert [symbol for symbol in BY_SYMBOL if symbol.lower() not in anchors("measures")] == []


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("tests", TESTS),
        ("corrections", CORRECTIONS),
        ("system_tests", SYSTEM_TESTS),
        ("effect_sizes", EFFECT_SIZES),
        ("rank_correlations", RANK_CORRELATIONS),
        ("coefficients", all_statistics(categories_of([0, 1, 2, 3], None, "drop"), 3)),
    ],
)
def test_every_name_of_the_library_has_a_definition(kind: str, names: dict[str, object]) -> None:
    assert names
    assert [name for name in names if name not in DEFINED[kind]] == []


def test_every_definition_is_where_its_link_leads() -> None:
    targets = [target for names in DEFINED.values() for target in names.values()]
    assert [target for target in targets if not is_there(target)] == []


def test_every_anchor_that_pages_name_is_there() -> None:
    sources = [path for path in SOURCES.rglob("*.ts*") if ".test." not in path.name]
    found = {named for path in sources for named in ANCHOR.findall(path.read_text("utf-8"))}
    named = {f"{page}#{anchor}" for page, anchor in found if (DOCS / f"{page}.md").is_file()}
    assert "labels#aggregates" in named
    assert [target for target in sorted(named) if not is_there(target)] == []


def test_links_within_the_documents_lead_to_headings() -> None:
    targets = [
        f"{other or page.stem}#{anchor}"
        for page in DOCS.glob("*.md")
        for other, anchor in LINK.findall(FENCE.sub("", page.read_text("utf-8")))
    ]
    assert [target for target in targets if not is_there(target)] == []
