"""Arguments of commands, declared as data: a command lists them, and argparse gets them from it."""

from __future__ import annotations

from argparse import ArgumentTypeError, _ActionsContainer
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

Read = TypeVar("Read")

# What adds one or several arguments to a parser or to a group of it.
Argument: TypeAlias = Callable[[_ActionsContainer], object]


def argument(*names: str, **options: Any) -> Argument:
    """One argument, as argparse's `add_argument` takes it."""
    return lambda parser: parser.add_argument(*names, **options)


def flag(name: str, help_text: str, **options: Any) -> Argument:
    """An option that is given or not, and takes no value."""
    return argument(name, action="store_true", help=help_text, **options)


def group(title: str, *arguments: Argument) -> Argument:
    """Arguments that stand together in the help, under a title."""
    return lambda parser: add_all(parser.add_argument_group(title), arguments)


def at_most_one(*arguments: Argument) -> Argument:
    """Options that exclude each other."""
    return lambda parser: add_all(parser.add_mutually_exclusive_group(), arguments)


def read_by(read: Callable[[str], Read]) -> Callable[[str], Read]:
    """The type of an argument whose reader raises ValueError with a sentence of its own."""

    def typed(text: str) -> Read:
        try:
            return read(text)
        except ValueError as error:
            raise ArgumentTypeError(str(error)) from error

    return typed


def add_all(parser: _ActionsContainer, arguments: tuple[Argument, ...]) -> None:
    for add in arguments:
        add(parser)


COLLECTION_DETAILS = (
    argument("--description", default="", help="description for people"),
    argument("--language", default="", help="of the texts, for instance en"),
    argument("--licence", default="", help="what may be done with the texts"),
)
