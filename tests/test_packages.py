"""Packages import each other in one order, which docs/architecture.md writes down as its tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.source_tree import ROOT, imported_names, module_name, parsed, python_sources

ORDERED = ("regrade", "ranking", "annotation", "evaluation")
ROW = re.compile(r"^\| `(\w+)/(\w+)` \|", re.MULTILINE)
GROUND = {"models", "migrations"}
ROOF = {"management", "urls", "tasks", "__main__"}


def written_order(top: str) -> list[str]:
    rows = ROW.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    return [package for folder, package in rows if folder == top]


def storeys(top: str) -> dict[str, int]:
    """By full name of a package or a module of the ground or the roof: how high it stands.

    Modules at the root of an app, and its models, are its ground.
    """
    order = written_order(top)
    parts = {path.with_suffix("").parts[1] for path in python_sources(top)} - {"__init__"}
    heights = {part: len(order) if part in ROOF else -1 for part in parts}
    return {f"{top}.{part}": height for part, height in (heights | placed(order)).items()}


def placed(order: list[str]) -> dict[str, int]:
    return {package: place for place, package in enumerate(order)}


def imports_against(top: str) -> Iterator[str]:
    height = storeys(top)
    for path in python_sources(top):
        own = ".".join(module_name(path).split(".")[:2])
        for name in imported_names(parsed(path)):
            other = ".".join(name.split(".")[:2])
            if height.get(other, -1) > height.get(own, -1):
                yield f"{path} imports {name}"


@pytest.mark.parametrize("top", ORDERED)
def test_a_package_imports_only_those_above_it_in_its_table(top: str) -> None:
    assert list(imports_against(top)) == []


@pytest.mark.parametrize("top", ORDERED)
def test_every_package_has_one_row(top: str) -> None:
    folders = {path.parts[1] for path in python_sources(top) if len(path.parts) > 2}
    assert sorted(folders - GROUND - ROOF) == sorted(written_order(top))
    assert all((ROOT / top / folder).is_dir() for folder in folders)


def test_an_import_of_a_higher_package_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    order = written_order("ranking")
    monkeypatch.setattr("tests.test_packages.written_order", lambda top: order[::-1])
    assert "ranking/api/jobs.py imports ranking.jobs.jobs.CountedJob" in set(
        imports_against("ranking")
    )
