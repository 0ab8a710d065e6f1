"""Scopes of API tokens: the part of an account's rights that a token carries.

A view says in `token_scopes` which scope each of its methods needs. No token opens a method that
is not named there, so a view that says nothing is closed to programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any


class Scope(StrEnum):
    """Part of an account's rights; no scope includes judging or the account itself.

    `submit` stands alone: a team hands in runs with it, and it does not read what its account sees.
    """

    READ = "read"
    RESEARCH = "research"
    ORGANIZE = "organize"
    SUBMIT = "submit"


# What a person's own token may have.
PERSONAL = (Scope.READ, Scope.RESEARCH, Scope.ORGANIZE)


Scopes = Mapping[str, Scope]


def read_and(writes: Scope) -> Scopes:
    """`read` for what only reads, and another scope for all other methods."""
    reading = dict.fromkeys(("GET", "HEAD", "OPTIONS"), Scope.READ)
    return MappingProxyType(reading | dict.fromkeys(("POST", "PUT", "PATCH", "DELETE"), writes))


CLOSED: Scopes = MappingProxyType({})
READ_ONLY = read_and(Scope.READ)  # also what a POST computes and nobody keeps
RESEARCH = read_and(Scope.RESEARCH)
ORGANIZE = read_and(Scope.ORGANIZE)
# Of what only reads, and too much for a token that is to read results.
ORGANIZE_ALONE: Scopes = MappingProxyType(dict.fromkeys(("GET", "HEAD", "OPTIONS"), Scope.ORGANIZE))
SUBMIT: Scopes = MappingProxyType(dict.fromkeys(("GET", "HEAD", "OPTIONS", "POST"), Scope.SUBMIT))


def scope_for(view: Any, method: str | None) -> Scope | None:
    """The scope that a token needs for a view's method; None if no token will do."""
    scopes: Scopes = getattr(view, "token_scopes", CLOSED)
    return scopes.get(method or "")
