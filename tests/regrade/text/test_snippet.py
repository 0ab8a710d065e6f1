from __future__ import annotations

import pytest

from regrade.text.snippet import snippet

LONG = f"{'before ' * 40}the spruce grows slowly and the fir {'after ' * 60}spruce"


def test_a_short_text_is_shown_whole() -> None:
    assert snippet("Spruces grow.", ["grow"]) == "Spruces grow."


def test_the_part_with_most_of_the_words_is_shown() -> None:
    shown = snippet(LONG, ["spruce", "fir"], length=140)
    assert "the spruce grows slowly and the fir" in shown
    assert (shown[:8], shown[-7:]) == ("… before", "after …")


def test_words_are_found_by_their_beginning_in_any_case() -> None:
    assert "SPRUCES" in snippet(f"{'x ' * 200}SPRUCES {'y ' * 200}", ["spruce"], length=100)
    assert "blueberry" not in snippet(f"{'x ' * 200}blueberry", ["berry"], length=100)


@pytest.mark.parametrize("words", [[], ["absent"], [""]])
def test_without_a_word_found_the_beginning_is_shown(words: list[str]) -> None:
    assert snippet(LONG, words, length=20) == "before before before …"


def test_a_text_without_blanks_is_cut_anywhere() -> None:
    assert snippet("林" * 50, [], length=10) == f"{'林' * 10} …"
