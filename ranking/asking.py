"""Who asks: the account whose request is answered, or nobody where a command or a worker is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeAlias

from django.http import HttpRequest, HttpResponseBase

if TYPE_CHECKING:  # models read this module before those of accounts can be loaded
    from django.contrib.auth.models import AnonymousUser, User

    Account: TypeAlias = User | AnonymousUser

MAY_RESEARCH = "ranking.may_research"
MAY_ORGANIZE = "annotation.may_organize"
RIGHTS = (MAY_RESEARCH, MAY_ORGANIZE)

_asking: ContextVar[Callable[[], Account] | None] = ContextVar("who asks", default=None)


class WhoAsks:
    """Middleware that says whose request is answered, until it is.

    Lookups by name then find what this account may see, and what is made is that account's: in
    one place, so that no view can forget it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with _said(lambda: request.user):
            return self.get_response(request)


def who_asks() -> Account | None:
    """The requesting account; None on the server itself, where everything is seen."""
    asking = _asking.get()
    return None if asking is None else asking()


@contextmanager
def asked_by(account: Account) -> Iterator[None]:
    """As in a request of this account."""
    with _said(lambda: account):
        yield


def has_role(account: Account) -> bool:
    """Whether it is a researcher's or an organizer's, who work with runs and labels."""
    return any(account.has_perm(right) for right in RIGHTS)


@contextmanager
def _said(asking: Callable[[], Account]) -> Iterator[None]:
    token = _asking.set(asking)
    try:
        yield
    finally:
        _asking.reset(token)
