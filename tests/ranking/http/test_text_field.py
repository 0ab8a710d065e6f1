from __future__ import annotations

import pytest
from rest_framework.exceptions import ValidationError

from ranking.http.text_field import TextField


def test_a_text_of_invisible_characters_alone_is_empty() -> None:
    assert TextField(allow_blank=True).run_validation("\u200b \ufeff") == ""
    assert TextField().run_validation("\u200ba") == "\u200ba"
    with pytest.raises(ValidationError) as caught:
        TextField().run_validation("\u200b")
    assert caught.value.get_codes() == ["blank"]
