"""The repository's own files, and what a syntax tree says about one of them."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).resolve().parent.parent
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

QUERY_COUNTERS = (
    "assertNumQueries",
    "django_assert_num_queries",
    "django_assert_max_num_queries",
)
DATABASE_ERRORS = {
    "Error",
    "DatabaseError",
    "DataError",
    "IntegrityError",
    "InterfaceError",
    "InternalError",
    "NotSupportedError",
    "OperationalError",
    "ProgrammingError",
}


@cache
def tracked() -> tuple[Path, ...]:
    """Every file that git keeps, relative to the root; those removed just now are left out."""
    # A checkout may belong to another account than the one that tests it.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return tuple(Path(name) for name in listed.split("\0") if name and (ROOT / name).is_file())


def python_sources(*folders: str) -> list[Path]:
    """Tracked Python files in these folders; migrations are written by Django."""
    return [
        path
        for path in tracked()
        if path.suffix == ".py" and path.parts[0] in folders and "migrations" not in path.parts
    ]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def imports(tree: ast.AST) -> Iterator[str]:
    """The full names of the modules that are imported anywhere in the tree."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def imported_names(tree: ast.AST) -> Iterator[str]:
    """Full names of modules and their members imported anywhere in the tree."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def loaded_first(modules: Mapping[str, ast.Module]) -> dict[str, set[str]]:
    """By module the others that must have been loaded before it is, packages and all.

    Packages that a module lies in are left out: they are being loaded while it is.
    """
    return {
        name: {
            package
            for imported in _at_the_top(tree.body)
            for package in accumulate(imported.split("."), "{}.{}".format)
            if package in modules and not f"{name}.".startswith(f"{package}.")
        }
        for name, tree in modules.items()
    }


def _at_the_top(body: Sequence[ast.AST]) -> Iterator[str]:
    """Full names of modules and members imported when a module is loaded."""
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from imported_names(node)
        elif not isinstance(node, Function) and not is_for_types_only(node):
            for inner in ("body", "handlers", "orelse", "finalbody"):
                yield from _at_the_top(getattr(node, inner, []))


def is_for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def functions(tree: ast.AST) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def n_lines(function: Function) -> int:
    """From `def` to the last line, docstring and all."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def bare_query_counts(tree: ast.AST) -> list[int]:
    """Lines that build a query counter and never enter it, so that nothing is checked."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and ast.unparse(node.value.func).endswith(QUERY_COUNTERS)
    ]


def raw_sends(tree: ast.AST) -> list[int]:
    """Lines that send a task before the transaction that it reads from is committed."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in {"delay", "apply_async"}
    ]


def environment_reads(tree: ast.AST) -> list[int]:
    """Lines that look into the environment themselves."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv"}
    ]


def errors_caught_in_a_transaction(tree: ast.AST) -> list[int]:
    """Lines that catch a database error where the transaction is broken already.

    A `try` around nothing but a block of its own savepoint is right wherever it stands.
    """
    return [
        handler.lineno
        for transaction in ast.walk(tree)
        if _is_atomic(transaction)
        for node in ast.walk(transaction)
        if isinstance(node, ast.Try) and not (len(node.body) == 1 and _is_atomic(node.body[0]))
        for handler in node.handlers
        if _catches_database_errors(handler)
    ]


def _is_atomic(node: ast.AST) -> bool:
    if isinstance(node, Function):
        return any("atomic" in ast.unparse(decorator) for decorator in node.decorator_list)
    if isinstance(node, ast.With | ast.AsyncWith):
        return any("atomic" in ast.unparse(item.context_expr) for item in node.items)
    return False


def _catches_database_errors(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(ast.unparse(error).split(".")[-1] in DATABASE_ERRORS for error in caught)
