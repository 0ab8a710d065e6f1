"""What was done to an account, as a sentence without its actor."""

from __future__ import annotations

from annotation.models import AccountEvent, AccountEventKind
from annotation.wording import counted

RIGHTS = {
    "may_organize": "organize",
    "may_research": "research",
    "is_administrator": "administrate",
}


def sentence_of(event: AccountEvent) -> str:
    name, details = event.account.get_username(), event.details
    match AccountEventKind(event.kind):
        case AccountEventKind.MADE:
            rights = details.get("given")
            return f"Made the account {name}" + (f", to {_named(rights)}." if rights else ".")
        case AccountEventKind.RIGHTS:
            return f"Changed what {name} may do: {_changed(details)}."
        case AccountEventKind.DEACTIVATED:
            return f"Deactivated {name}."
        case AccountEventKind.ACTIVATED:
            return f"Activated {name} again."
        case AccountEventKind.LINK_MADE:
            hours = counted(details["hours"], "hour")
            return f"Made a link for {name} to set a password, valid for {hours}."
        case AccountEventKind.LINK_REVOKED:
            return f"Took back the link of {name}."
        case AccountEventKind.PASSWORD_SET:
            return f"Set the password of {name} by a link."


def _changed(details: dict[str, list[str]]) -> str:
    given, taken = details["given"], details["taken"]
    parts = [f"{_named(given)} given"] if given else []
    parts += [f"{_named(taken)} taken away"] if taken else []
    return ", ".join(parts)


def _named(rights: list[str]) -> str:
    return " and ".join(RIGHTS[right] for right in rights)
