from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.mail import Mail, checked_mail

NONE = Mail("", 587, "starttls", "", "", "")
SERVER = Mail("mail.example", 465, "tls", "regrade", "hush", "Regrade <r@mail.example>")


def test_no_mail_is_sent_unless_a_server_is_named() -> None:
    assert checked_mail(NONE, "") == NONE


def test_a_server_with_sender_and_address_is_accepted() -> None:
    assert checked_mail(SERVER, "https://regrade.example") == SERVER


@pytest.mark.parametrize(
    ("mail", "address", "named"),
    [
        (SERVER._replace(sender=" "), "", "REGRADE_MAIL_FROM and REGRADE_ADDRESS"),
        (SERVER._replace(sender=""), "https://a.example", "REGRADE_MAIL_FROM must"),
        (SERVER, "", "REGRADE_ADDRESS must"),
        (SERVER._replace(password="Tür"), "https://a.example", "must be ASCII"),
        (NONE._replace(security="ssl"), "", "starttls, tls, none"),
    ],
)
def test_what_is_missing_or_wrong_is_named(mail: Mail, address: str, named: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=named):
        checked_mail(mail, address)
