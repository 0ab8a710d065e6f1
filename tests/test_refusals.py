"""Refusals carry a code for each reason, and tests go by it instead of by the sentence."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from regrade.exceptions import Coded, RegradeError
from regrade.files.errors import BadInput
from tests.refusals import refused
from tests.source_tree import ROOT, Function, parsed, python_sources

SOURCES = python_sources("config", "regrade", "ranking", "annotation", "evaluation", "demo")
TESTS = [path for path in python_sources("tests") if path.name != "test_refusals.py"]
ROOTS = {Coded.__name__, BadInput.__name__}
MAKERS = {"wrong", "refusal"}  # methods that make a BadInput of a row, or name a model
# Raised in several places, where nothing else is said always for the reason of the class.
ONE_REASON = {
    "BeingMade",
    "BrokenDevice",
    "ComparisonUnknown",
    "ExtraMissing",
    "NameRefused",
    "NameTaken",
    "NotFound",
    "UnusableScores",
}


class Family(NamedTuple):
    """The classes of refusals by name, and those whose own code is that of every instance."""

    names: set[str]
    composed: set[str]


def family(trees: Mapping[Path, ast.Module]) -> Family:
    """The roots and all that is derived from them.

    A class that writes its sentence itself, in an `__init__` that takes no code, has one reason.
    """
    bases, composed = dict[str, set[str]](), set[str]()
    for node in chain.from_iterable(tree.body for tree in trees.values()):
        if isinstance(node, ast.ClassDef):
            bases[node.name] = {name_of(base) for base in node.bases}
            inits = [made for made in node.body if isinstance(made, Function)]
            if any(made.name == "__init__" and not takes_code(made) for made in inits):
                composed.add(node.name)
    names = derived_from(ROOTS, bases)
    return Family(names, names & derived_from(composed, bases))


def derived_from(roots: Set[str], bases: Mapping[str, Set[str]]) -> set[str]:
    """These classes and all below them."""
    found = set(roots)
    while more := {name for name, of in bases.items() if of & found} - found:
        found |= more
    return found


def takes_code(function: Function) -> bool:
    given = [*function.args.args, *function.args.kwonlyargs]
    return any(one.arg == "code" for one in given)


def name_of(node: ast.AST) -> str:
    """The last part of a name: `Refused` of `errors.Refused`."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def made_in(tree: ast.Module) -> Iterator[tuple[str, int, bool]]:
    """Names that are called or raised, with the line, and whether a code is given."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield name_of(node.func), node.lineno, any(k.arg == "code" for k in node.keywords)
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Name | ast.Attribute):
            yield name_of(node.exc), node.lineno, False


def without_codes(trees: Mapping[Path, ast.Module]) -> list[str]:
    """Places that make a refusal without a code, of classes that are made in several places."""
    known = family(trees)
    places = defaultdict[str, list[tuple[str, bool]]](list)
    for path, tree in trees.items():
        for name, line, has_code in made_in(tree):
            if name in (known.names | MAKERS) - known.composed - ONE_REASON:
                places[name].append((f"{path}:{line} {name}", has_code))
    return sorted(
        place
        for found in places.values()
        if len(found) > 1
        for place, has_code in found
        if not has_code
    )


def pinned_wordings(trees: Mapping[Path, ast.Module], names: set[str]) -> list[str]:
    """Places where `pytest.raises` looks at the sentence of a refusal."""
    return sorted(
        f"{path}:{node.lineno}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and name_of(node.func) == "raises"
        and any(keyword.arg == "match" for keyword in node.keywords)
        and not names.isdisjoint(map(name_of, ast.walk(node.args[0])))
    )


def test_every_refusal_of_a_class_with_several_reasons_has_a_code() -> None:
    assert without_codes({path: parsed(path) for path in SOURCES}) == []


def test_no_test_pins_the_wording_of_a_refusal_that_has_a_code() -> None:
    names = family({path: parsed(path) for path in SOURCES}).names
    looking = [path for path in TESTS if "match=" in (ROOT / path).read_text(encoding="utf-8")]
    assert pinned_wordings({path: parsed(path) for path in looking}, names) == []


SOURCE = """
class Refused(Coded): ...
class Lost(Refused):
    def __init__(self, name):
        super().__init__(f"{name} is lost", code="lost")
class Once(errors.BadInput): ...
class Other(ValueError): ...
def f(row):
    raise Refused("a", code="a")
    raise Refused("b")
    raise Lost("c")
    raise Lost("d")
    raise Once("e")
    raise Other("f")
    raise Other("g")
    raise row.wrong("h", code="h")
    raise row.wrong("i")
"""
TEST = """
with pytest.raises(Refused, match="a"): ...
with pytest.raises((KeyError, errors.Once), match="a"): ...
with pytest.raises(Other, match="a"): ...
with pytest.raises(Refused): ...
"""


def test_a_refusal_without_a_code_and_a_pinned_wording_are_found() -> None:
    source, test = {Path("a.py"): ast.parse(SOURCE)}, {Path("b.py"): ast.parse(TEST)}
    assert without_codes(source) == ["a.py:10 Refused", "a.py:17 wrong"]
    assert pinned_wordings(test, family(source).names) == ["b.py:2", "b.py:3"]


def test_refused_looks_at_code_field_and_data_and_at_the_cause_of_a_command() -> None:
    def fail() -> None:
        raise OSError("7 is too few.") from RegradeError("7.", code="few", field="n")

    with refused(OSError, "few", field="n", says="7 is"):
        fail()
    for code, field, says in [("many", "n", ""), ("few", None, ""), ("few", "n", "8 is")]:
        with pytest.raises(AssertionError), refused(OSError, code, field=field, says=says):
            fail()
