"""The mail server of an installation: e-mail is sent over SMTP if a server is named, else not."""

from __future__ import annotations

from typing import NamedTuple

from django.core.exceptions import ImproperlyConfigured

SECURITY = ("starttls", "tls", "none")


class Mail(NamedTuple):
    """A mail server. An empty `host` means that Regrade sends no e-mail."""

    host: str
    port: int
    security: str  # one of SECURITY
    user: str
    password: str
    sender: str  # "Regrade <regrade@example.org>"


def checked_mail(mail: Mail, address: str) -> Mail:
    """The mail server, if mails can be sent with these settings.

    Args:
        address: where people reach this installation; mails contain links to it.

    Raises:
        ImproperlyConfigured: a setting is wrong, or one that mails need is missing.
    """
    if mail.security not in SECURITY:
        raise ImproperlyConfigured(
            f"REGRADE_SMTP_SECURITY must be one of {', '.join(SECURITY)}; it is {mail.security!r}."
        )
    if not (mail.user + mail.password).isascii():
        raise ImproperlyConfigured(
            "REGRADE_SMTP_USER and REGRADE_SMTP_PASSWORD must be ASCII: SMTP has no other letters."
        )
    needed = {"REGRADE_MAIL_FROM": mail.sender, "REGRADE_ADDRESS": address}
    missing = [name for name, value in needed.items() if mail.host and not value.strip()]
    if missing:
        raise ImproperlyConfigured(
            f"REGRADE_SMTP_HOST is set, and {' and '.join(missing)} must be set with it;"
            " .env.example describes them."
        )
    return mail
