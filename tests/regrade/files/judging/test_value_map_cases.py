from __future__ import annotations

import pytest

from regrade.files.judging.value_map import parse_value_map


@pytest.mark.parametrize(
    ("text", "named"),
    [("1:0:3", "0:3"), ("1:0.5", r"0\.5"), ("1:99999", "99999"), ("1:", "1:"), ("a:0", "a")],
)
def test_a_value_that_is_none_is_named(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        parse_value_map(text)
