from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.mail import Mail, read_mail

NAMES = ("SMTP_HOST", "SMTP_PORT", "SMTP_SECURITY", "SMTP_USER", "SMTP_PASSWORD", "MAIL_FROM")


@pytest.fixture(autouse=True)
def _unset(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(f"REGRADE_{name}", raising=False)


def test_no_mail_is_sent_unless_a_server_is_named() -> None:
    assert read_mail("").host == ""


def test_a_server_is_read_with_its_account_and_sender(monkeypatch: pytest.MonkeyPatch) -> None:
    values = ("mail.example", "465", "TLS", "regrade", "hush", "Regrade <r@mail.example>")
    for name, value in zip(NAMES, values, strict=True):
        monkeypatch.setenv(f"REGRADE_{name}", value)
    assert read_mail("https://regrade.example") == Mail(
        "mail.example", 465, "tls", "regrade", "hush", "Regrade <r@mail.example>"
    )


@pytest.mark.parametrize(
    ("variables", "address", "named"),
    [
        ({"SMTP_HOST": "mail.example"}, "", "REGRADE_MAIL_FROM and REGRADE_ADDRESS"),
        ({"SMTP_HOST": "mail.example"}, "https://a.example", "REGRADE_MAIL_FROM"),
        ({"SMTP_HOST": "m.example", "MAIL_FROM": "a@m.example"}, "", "REGRADE_ADDRESS"),
        ({"SMTP_SECURITY": "ssl"}, "", "starttls, tls, none"),
    ],
)
def test_what_is_missing_or_wrong_is_named(
    variables: dict[str, str], address: str, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(f"REGRADE_{name}", value)
    with pytest.raises(ImproperlyConfigured, match=named):
        read_mail(address)
