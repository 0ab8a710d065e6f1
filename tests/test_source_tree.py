"""The checks of the source tree see what they are there to see."""

from __future__ import annotations

import ast
from collections.abc import Callable
from textwrap import dedent

import pytest

from tests.source_tree import (
    bare_query_counts,
    environment_reads,
    errors_caught_in_a_transaction,
    functions,
    imports,
    loaded_first,
    n_lines,
    raw_sends,
)

CAUGHT_IN_BLOCK = """
with transaction.atomic():
    try:
        save()
    except IntegrityError:
        pass
"""
CAUGHT_IN_FUNCTION = """
@transaction.atomic
def write():
    try:
        save()
        log()
    except (KeyError, db.DatabaseError):
        pass
"""
CAUGHT_OUTSIDE = """
try:
    with transaction.atomic():
        save()
except IntegrityError:
    pass
"""
CAUGHT_AROUND_SAVEPOINT = """
@transaction.atomic
def write():
    try:
        with transaction.atomic():
            save()
    except IntegrityError:
        pass
"""
OTHER_ERROR = """
with transaction.atomic():
    try:
        save()
    except ValueError:
        pass
"""


@pytest.mark.parametrize(
    ("check", "source", "lines"),
    [
        (bare_query_counts, "self.assertNumQueries(2)", [1]),
        (bare_query_counts, "with django_assert_num_queries(2): ...", []),
        (raw_sends, "score.delay(run.pk)", [1]),
        (raw_sends, "on_commit(score.apply_async)", [1]),
        (raw_sends, "score.delay_on_commit(run.pk)", []),
        (environment_reads, "import os\nos.environ['HOME']", [2]),
        (environment_reads, "os.getenv('HOME')", [1]),
        (errors_caught_in_a_transaction, CAUGHT_IN_BLOCK, [5]),
        (errors_caught_in_a_transaction, CAUGHT_IN_FUNCTION, [7]),
        (errors_caught_in_a_transaction, CAUGHT_OUTSIDE, []),
        (errors_caught_in_a_transaction, CAUGHT_AROUND_SAVEPOINT, []),
        (errors_caught_in_a_transaction, OTHER_ERROR, []),
    ],
)
def test_a_check_finds_the_lines(
    check: Callable[[ast.AST], list[int]], source: str, lines: list[int]
) -> None:
    assert check(ast.parse(source)) == lines


def test_imports_are_found_at_any_depth() -> None:
    source = "import a.b\ndef f():\n    from c.d import e"
    assert list(imports(ast.parse(source))) == ["a.b", "c.d"]


def test_what_is_loaded_first_are_packages_too_but_not_ones_own() -> None:
    sources = {
        "a": "from a.b import c",
        "a.b": "import d.e\nif TYPE_CHECKING:\n    import f",
        "d": "",
        "d.e": "def g():\n    import a\ntry:\n    pass\nexcept OSError:\n    import f",
        "f": "",
    }
    modules = {name: ast.parse(source) for name, source in sources.items()}
    assert loaded_first(modules) == {
        "a": {"a.b"},
        "a.b": {"d", "d.e"},
        "d": set(),
        "d.e": {"f"},
        "f": set(),
    }


def test_n_lines_counts_a_docstring() -> None:
    source = dedent('''
        @cache
        def f():
            """One.

            Two.
            """
            return 1
    ''')
    (function,) = functions(ast.parse(source))
    assert n_lines(function) == 6
