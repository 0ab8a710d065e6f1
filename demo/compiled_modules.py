"""Documentation of the interpreter's compiled modules, which have no source to read."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module

from demo.standard_library import Described

# Modules that do nothing when they are imported, and the names that people use them under.
NAMES = {
    "builtins": "",
    "_collections": "collections",
    "_csv": "csv",
    "_functools": "functools",
    "_socket": "socket",
    "_struct": "struct",
    "array": "array",
    "gc": "gc",
    "itertools": "itertools",
    "math": "math",
    "posix": "os",
    "select": "select",
    "sys": "sys",
    "time": "time",
    "zlib": "zlib",
}


def read_compiled(module: str) -> Iterator[Described]:
    """The docstrings of a compiled module, its public classes, methods and functions."""
    found = import_module(module)
    name = NAMES[module]
    if name and found.__doc__:
        yield Described(name, "", inspect.cleandoc(found.__doc__))
    yield from _read_members(found, name, is_nested=False)


def _read_members(owner: object, where: str, *, is_nested: bool) -> Iterator[Described]:
    for name, member in sorted(vars(owner).items()):
        docstring = getattr(member, "__doc__", None)
        if not docstring or name.startswith("_") or not _is_own(name, member):
            continue
        place = f"{where}.{name}" if where else name
        yield Described(place, _signature(name, member), inspect.cleandoc(docstring))
        if isinstance(member, type) and not is_nested:
            yield from _read_members(member, place, is_nested=True)


def _is_own(name: str, member: object) -> bool:
    """Whether it is compiled, and not what a program may have put in its place."""
    if name.endswith("hook"):
        return False
    is_method = inspect.ismethoddescriptor(member) or inspect.isdatadescriptor(member)
    return isinstance(member, type) or inspect.isbuiltin(member) or is_method


def _signature(name: str, member: object) -> str:
    if not callable(member) or isinstance(member, type):
        return ""
    try:
        arguments = str(inspect.signature(member))
    except (ValueError, AttributeError):
        # The docstring itself says how it is called. From Python 3.13 on, a default such as
        # select.EPOLLIN is looked for on the function of that name.
        return ""
    return f"{name}{arguments}".replace("(self, /, ", "(").replace("(self, /)", "()")
