"""Documentation in the standard library's own source, read without importing it."""

from __future__ import annotations

import ast
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

Definition: TypeAlias = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

# What not every installation has, what is about to go, and what is not written to be read.
LEFT_OUT = {
    "distutils",
    "encodings",
    "ensurepip",
    "idlelib",
    "lib2to3",
    "pydoc_data",
    "tkinter",
    "turtledemo",
}
# Modules that are used under another name than their file's; other private ones are left out.
# Some have moved behind such a file in Python 3.12 and 3.13.
PUBLIC_NAMES = {
    "_collections_abc": "collections.abc",
    "_pydatetime": "datetime",
    "_pydecimal": "decimal",
    "_pyio": "io",
    "genericpath": "os.path",
    "pathlib._local": "pathlib",
    "posixpath": "os.path",
    "zipfile._path": "zipfile",
}


class Described(NamedTuple):
    """Something with a docstring: where it stands, and how it is called if it can be."""

    place: str
    signature: str
    docstring: str


def source_files() -> list[Path]:
    """The library's modules by path, in the order of their paths."""
    root = Path(sysconfig.get_path("stdlib"))
    names = sorted(sys.stdlib_module_names - LEFT_OUT)
    modules = [root / f"{name}.py" for name in names if (root / f"{name}.py").is_file()]
    packages = [path for name in names for path in sorted((root / name).rglob("*.py"))]
    found = [*modules, *(path for path in packages if not {"test", "tests"} & set(path.parts))]
    return sorted(found, key=lambda path: path.relative_to(root).as_posix())


def read_docstrings(path: Path) -> Iterator[Described]:
    """The docstrings of a module and of its public classes and functions, in their order."""
    module = _module_name(path)
    if all(map(_is_public, module.split("."))):
        tree = ast.parse(path.read_bytes())
        yield from _described(tree, module, "")
        for definition in _definitions(tree.body):
            yield from _read_definition(definition, module)


def _module_name(path: Path) -> str:
    relative = path.relative_to(sysconfig.get_path("stdlib")).with_suffix("")
    name = ".".join(part for part in relative.parts if part != "__init__")
    for private, public in PUBLIC_NAMES.items():
        if f"{name}.".startswith(f"{private}."):
            return f"{public}{name.removeprefix(private)}"
    return name


def _is_public(name: str) -> bool:
    return not name.startswith("_") or name == "__init__"


def _read_definition(definition: Definition, where: str) -> Iterator[Described]:
    if not _is_public(definition.name):
        return
    place = f"{where}.{definition.name}"
    if isinstance(definition, ast.ClassDef):
        yield from _described(definition, place, "")
        for inner in _definitions(definition.body):
            yield from _read_definition(inner, place)
    else:
        yield from _described(definition, place, _signature(definition, where))


def _described(node: ast.Module | Definition, place: str, signature: str) -> Iterator[Described]:
    if docstring := ast.get_docstring(node):
        yield Described(place, signature, docstring)


def _definitions(body: list[ast.stmt]) -> Iterator[Definition]:
    """Classes and functions, also those that stand under an `if` or `try`."""
    for statement in body:
        if isinstance(statement, Definition):
            yield statement
        elif isinstance(statement, ast.If | ast.Try):
            yield from _definitions([*statement.body, *statement.orelse])


def _signature(function: Function, where: str) -> str:
    """As one calls it; empty for what is read like a variable."""
    if any("property" in ast.unparse(decorator) for decorator in function.decorator_list):
        return ""
    arguments = ast.unparse(function.args)
    first, _, others = arguments.partition(", ")
    name = where.rpartition(".")[2] if function.name == "__init__" else function.name
    return f"{name}({others if first in {'self', 'cls'} else arguments})"
