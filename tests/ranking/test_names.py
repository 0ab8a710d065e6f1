from __future__ import annotations

import pytest

from ranking.names import split_names


def test_names_are_stripped_and_empty_ones_left_out() -> None:
    assert split_names(" a, b,,c ") == ["a", "b", "c"]


@pytest.mark.parametrize(("text", "reason"), [(" , ", "no name"), ("a,b,a", "a appears twice")])
def test_a_list_without_names_or_with_one_twice_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        split_names(text)


def test_of_several_names_that_appear_again_the_first_is_named() -> None:
    with pytest.raises(ValueError, match="b appears twice"):
        split_names("a,b,c,c,b")
