"""Reads how e-mail is sent: over SMTP where a server is named, else not at all."""

from __future__ import annotations

from typing import NamedTuple

from django.core.exceptions import ImproperlyConfigured

from config import environment

SECURITY = ("starttls", "tls", "none")


class Mail(NamedTuple):
    """The mail server. An empty `host` means that Regrade sends no e-mail."""

    host: str
    port: int
    security: str  # one of SECURITY
    user: str
    password: str
    sender: str  # "Regrade <regrade@example.org>"


def read_mail(address: str) -> Mail:
    """The mail server that the environment names.

    Args:
        address: where people reach this installation; mails contain links to it.

    Raises:
        ImproperlyConfigured: a variable is wrong, or one that a mail needs is missing.
    """
    mail = Mail(
        host=environment.text("REGRADE_SMTP_HOST", "").strip(),
        port=environment.integer("REGRADE_SMTP_PORT", 587),
        security=environment.text("REGRADE_SMTP_SECURITY", "starttls").strip().lower(),
        user=environment.text("REGRADE_SMTP_USER", "").strip(),
        password=environment.optional_secret("REGRADE_SMTP_PASSWORD"),
        sender=environment.text("REGRADE_MAIL_FROM", "").strip(),
    )
    if mail.security not in SECURITY:
        raise ImproperlyConfigured(
            f"REGRADE_SMTP_SECURITY must be one of {', '.join(SECURITY)}; it is {mail.security!r}."
        )
    missing = [
        name
        for name, value in (("REGRADE_MAIL_FROM", mail.sender), ("REGRADE_ADDRESS", address))
        if mail.host and not value
    ]
    if missing:
        raise ImproperlyConfigured(
            f"REGRADE_SMTP_HOST is set, and {' and '.join(missing)} must be set with it;"
            " .env.example says what for."
        )
    return mail
