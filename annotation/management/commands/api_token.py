from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandParser

from annotation.accounts import account_named
from annotation.models import ApiToken
from annotation.tokens.issuing import (
    DEFAULT_DAYS,
    MAX_DAYS,
    issue_token,
    revoke_token,
    token_named,
    valid_tokens,
)
from ranking.http.scopes import PERSONAL, Scope
from ranking.management.base import MINUTE, RegradeCommand, names
from ranking.management.tables import FORMATS, render


class Command(RegradeCommand):
    help = (
        "List an account's API tokens, issue one, or revoke one. A program sends its token as the"
        " header Authorization: Bearer TOKEN, and can do what the account can, within its scopes."
        " The token is printed once; only its hash is stored."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="the account that programs act for")
        deed = parser.add_mutually_exclusive_group()
        deed.add_argument("--issue", metavar="NAME", help="issue a token of this name")
        deed.add_argument("--revoke", metavar="NAME", help="revoke the token of this name")
        parser.add_argument(
            "--scopes",
            type=names,
            default=[Scope.READ],
            help=f"comma-separated, of {', '.join(PERSONAL)}; each includes read, the default",
        )
        parser.add_argument(
            "--days",
            type=int,
            default=DEFAULT_DAYS,
            help=f"until it expires, {DEFAULT_DAYS} by default, at most {MAX_DAYS}",
        )
        parser.add_argument("--format", choices=FORMATS, default="table", help="of the list")

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_named(options["username"])
        if options["issue"] is not None:
            self._issue(account, options)
        elif options["revoke"] is not None:
            revoke_token(token=token_named(account, options["revoke"]))
            self.stdout.write(f"Revoked {options['revoke']}.")
        else:
            rows = [_row(token) for token in valid_tokens(account)]
            self.stdout.write(render(rows, options["format"]))

    def _issue(self, account: User, options: dict[str, Any]) -> None:
        made = issue_token(
            account=account,
            name=options["issue"],
            scopes=options["scopes"],
            days=options["days"],
        )
        scopes = ", ".join(made.token.scopes)
        self.stderr.write(f"{made.token}: {scopes}, until {made.token.expires_at:{MINUTE}}.")
        self.stdout.write(made.text)


def _row(token: ApiToken) -> dict[str, Any]:
    used = token.last_used_at
    return {
        "name": token.name,
        "scopes": ", ".join(token.scopes),
        "issued": f"{token.created_at:{MINUTE}}",
        "expires": f"{token.expires_at:{MINUTE}}",
        "last used": f"{used:{MINUTE}}" if used else None,
    }
