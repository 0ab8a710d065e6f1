"""Every regular expression of the Python sources, written as JavaScript has it for a checker."""

from __future__ import annotations

import ast
import importlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.source_tree import ROOT, module_name, parsed, python_sources

FOLDERS = ("regrade", "config", "ranking", "annotation", "evaluation", "launcher", "demo")
ANCHORED = {"match", "fullmatch"}
USES = {*ANCHORED, "search", "split", "sub", "subn", "findall", "finditer"}
FLAGS = {re.IGNORECASE: "i", re.MULTILINE: "m", re.DOTALL: "s"}
COMMENT, BLANK = re.compile(r"(?<!\\)#.*"), re.compile(r"(?<!\\)\s")


class Pattern(NamedTuple):
    """A pattern, the file where it stands, and by which methods it is applied."""

    place: str
    source: str
    flags: int
    uses: frozenset[str]

    def in_javascript(self) -> dict[str, str]:
        source = self.source
        if self.flags & re.VERBOSE:
            source = BLANK.sub("", COMMENT.sub("", source))
        source = source.replace("(?P<", "(?<").replace(r"\Z", "$").replace(r"\A", "^")
        source = source.replace("(?i:", "(?:")
        if self.uses <= ANCHORED:
            source = f"^(?:{source})" + ("$" if self.uses == {"fullmatch"} else "")
        flags = "".join(letter for flag, letter in FLAGS.items() if self.flags & flag)
        return {"place": self.place, "source": source, "flags": flags}


def patterns() -> list[Pattern]:
    """Those that modules compile as they load, and those that stand where they are applied."""
    files = python_sources(*FOLDERS)
    uses = _uses(map(parsed, files))
    found = set[Pattern]()
    for path in files:
        found |= {*_compiled(path, uses), *_applied(path)}
    return sorted(found, key=str)


def _uses(trees: Iterable[ast.Module]) -> Mapping[str, frozenset[str]]:
    """The methods that are called on each name, in any file."""
    uses = defaultdict[str, set[str]](set)
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in USES:
                uses[ast.unparse(node.value).rpartition(".")[2]].add(node.attr)
    return {name: frozenset(methods) for name, methods in uses.items()}


def _compiled(path: Path, uses: Mapping[str, frozenset[str]]) -> Iterator[Pattern]:
    if "compile(" not in (ROOT / path).read_text(encoding="utf-8"):
        return
    for name, value in vars(importlib.import_module(module_name(path))).items():
        for one in value if isinstance(value, list | tuple) else [value]:
            if isinstance(one, re.Pattern) and isinstance(one.pattern, str):
                methods = uses.get(name, frozenset({"search"}))
                yield Pattern(str(path), one.pattern, one.flags, methods)


def _applied(path: Path) -> Iterator[Pattern]:
    for node in ast.walk(parsed(path)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        is_of_re = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
        first = node.args[0] if node.args else None
        if is_of_re and node.func.attr in USES and isinstance(first, ast.Constant):
            yield Pattern(str(path), str(first.value), 0, frozenset({node.func.attr}))
