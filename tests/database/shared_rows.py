"""Rows that are made once for all tests of a module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol, TypeVar

from django.db import transaction
from pytest_django import DjangoDbBlocker

Made = TypeVar("Made")


class MakeShared(Protocol):
    """Makes rows that every test of the module finds."""

    def __call__(self, make: Callable[[], Made], /) -> Made: ...


@contextmanager
def shared_rows(blocker: DjangoDbBlocker) -> Iterator[MakeShared]:
    """A transaction around those of the tests, which each roll back their changes."""
    around = ExitStack()
    with blocker.unblock():
        around.enter_context(undone())

    def made(make: Callable[[], Made], /) -> Made:
        with blocker.unblock():
            return make()

    yield made
    with blocker.unblock():
        around.close()


@contextmanager
def undone() -> Iterator[None]:
    """Whatever the block does to the database is undone at its end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
