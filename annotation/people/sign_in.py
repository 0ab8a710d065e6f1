"""Limits on signing in: guessing is slow, and known browsers are never locked out."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from annotation.people.limits import Limit, forget, give_back, steady, take

QUARTER_HOUR_S = 900.0
# Wrong passwords of one account: from one address, from a browser that knows it, from anywhere.
FROM_ADDRESS = Limit("sign-in at", 5, QUARTER_HOUR_S, 1.0, QUARTER_HOUR_S)
FROM_BROWSER = Limit("sign-in in", 5, QUARTER_HOUR_S, 1.0, QUARTER_HOUR_S)
FROM_ANYWHERE = Limit("sign-in of", 50, 60.0, 1.0, 60.0)


class Attempt(NamedTuple):
    """One attempt to sign in. `browser` identifies one that has signed in to the account before."""

    username: str
    address: str
    browser: str | None

    def begin(self) -> float:
        """Count the attempt, or return the seconds of pause left.

        It is counted before the password is looked at, so that many at once gain nothing. A
        browser that knows the account waits for no others.
        """
        with transaction.atomic():
            for limit, who in self._limits():
                if wait := take(limit, who):
                    transaction.set_rollback(True)
                    return wait
        return 0.0

    def succeed(self) -> None:
        """The password was right: do not count this attempt, and reset the account's count."""
        (own, here), *of_others = self._limits()
        forget(own, here)
        for limit, who in of_others:
            give_back(limit, who)

    def _limits(self) -> list[tuple[Limit, str]]:
        # As Django stores names, so that other ways to write one that nobody has count together.
        name = User.normalize_username(self.username)
        if self.browser is not None:
            return [(FROM_BROWSER, f"{self.browser} {name}")]
        return [
            (FROM_ADDRESS, f"{self.address} {name}"),
            (FROM_ANYWHERE, name),
            (_of_address(), self.address),
        ]


class LinkAttempt(NamedTuple):
    """One attempt to open an account by a link. Wrong ones count as wrong passwords do."""

    address: str

    def begin(self) -> float:
        """Count the attempt before the token is looked at; returns the seconds of pause left."""
        return take(_of_address(), self.address)

    def succeed(self) -> None:
        """The token belongs to a link: do not count this attempt."""
        give_back(_of_address(), self.address)


def _of_address() -> Limit:
    """Wrong passwords and links of one address, over all accounts."""
    return steady("sign-in", *settings.LOGIN_RATE)
