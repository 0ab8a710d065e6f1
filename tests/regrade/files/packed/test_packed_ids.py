from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from regrade.files.packed import packed_ids
from regrade.files.packed.packed_ids import PackedIds, PackedIdsBuilder, hash_words

ids = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
id_lists = st.lists(ids, max_size=20)


@given(id_lists)
def test_packed_ids_give_back_what_was_packed(texts: list[str]) -> None:
    packed = PackedIds.of(texts)
    assert (list(packed), len(packed)) == (texts, len(texts))


@given(id_lists, st.integers(1, 4))
def test_words_hold_the_first_bytes_and_zeros_behind(texts: list[str], n_words: int) -> None:
    words = PackedIds.of(texts).words(n_words)
    rows = np.column_stack(words).astype("<u8")
    assert [row.tobytes() for row in rows] == [
        text.encode()[: 8 * n_words].ljust(8 * n_words, b"\0") for text in texts
    ]


@given(id_lists)
def test_hashes_do_not_depend_on_what_stands_beside(texts: list[str]) -> None:
    alone = [PackedIds.of([text]).hashes()[0] for text in texts]
    assert PackedIds.of(texts).hashes().tolist() == alone


def test_hashes_of_many_ids_differ() -> None:
    texts = [f"{letter}{n}" for n in range(50_000) for letter in ("", "d", "document-")]
    assert np.unique(PackedIds.of(texts).hashes()).size == len(texts)


def test_hash_words_takes_words_of_zeros_for_nothing() -> None:
    packed = PackedIds.of(["short", "longer than a word"])
    assert hash_words(packed.words(3)).tolist() == hash_words(packed.words(9)).tolist()


def test_chunks_hold_every_id_in_its_place() -> None:
    texts = [f"d{n}" for n in range(packed_ids.CHUNK + 5)]
    chunks = list(PackedIds.of(texts).chunks())
    assert [texts[places] for places, _ in chunks] == [list(ids) for _, ids in chunks]


@given(st.lists(id_lists, max_size=5), st.integers(0, 3))
def test_packed_ids_builder_joins_whatever_was_guessed(
    parts: list[list[str]], n_guessed: int
) -> None:
    builder = PackedIdsBuilder(n_guessed)
    for part in parts:
        builder.extend(PackedIds.of(part))
    packed = builder.packed()
    assert list(packed) == [text for part in parts for text in part]
    assert packed.hashes().tolist() == PackedIds.of(list(packed)).hashes().tolist()
