from __future__ import annotations

import pytest

from regrade.neural.packing import EncodedText, TextGroup, pack

TEXTS = [
    EncodedText([7, 8, 9], n_first=2),
    EncodedText([4, 5, 6]),
    EncodedText([3], n_first=0),
    EncodedText([1, 2], n_attended=1),
]


def test_pack_lays_texts_one_behind_the_other() -> None:
    packed = pack(TEXTS)
    assert packed.token_ids.tolist() == [7, 8, 9, 4, 5, 6, 3, 1, 2]
    assert packed.first_tokens.tolist() == [0, 3, 6, 7]


def test_pack_counts_positions_from_0_in_each_text() -> None:
    assert pack(TEXTS).positions.tolist() == [0, 1, 2, 0, 1, 2, 0, 0, 1]


def test_pack_marks_what_is_of_a_second_text() -> None:
    assert pack(TEXTS).token_types.tolist() == [0, 0, 1, 0, 0, 0, 1, 0, 0]


def test_pack_joins_neighbours_of_one_length_to_a_group() -> None:
    assert pack(TEXTS).groups == (TextGroup(2, 3, 3), TextGroup(1, 1, 1), TextGroup(1, 2, 1))


def test_pack_keeps_apart_what_attends_to_different_lengths() -> None:
    packed = pack([EncodedText([1, 2]), EncodedText([3, 4], n_attended=1)])
    assert packed.groups == (TextGroup(1, 2, 2), TextGroup(1, 2, 1))


def test_pack_keeps_texts_of_one_length_apart_where_another_stands_between() -> None:
    packed = pack([EncodedText([1]), EncodedText([2, 3]), EncodedText([4])])
    assert packed.groups == (TextGroup(1, 1, 1), TextGroup(1, 2, 2), TextGroup(1, 1, 1))


@pytest.mark.parametrize("texts", [[], [EncodedText([1]), EncodedText([])]])
def test_pack_without_tokens_is_refused(texts: list[EncodedText]) -> None:
    with pytest.raises(ValueError, match="at least one token"):
        pack(texts)


@pytest.mark.parametrize("n_attended", [0, 3])
def test_pack_of_a_text_that_attends_to_none_or_more_than_its_tokens_is_refused(
    n_attended: int,
) -> None:
    with pytest.raises(ValueError, match=f"2 tokens cannot attend to {n_attended}"):
        pack([EncodedText([1, 2], n_attended=n_attended)])
