from __future__ import annotations

import errno
import multiprocessing
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.conf import settings

from ranking.exceptions import RankingError, StorageFull
from ranking.models import Collection
from ranking.rankers import vectors as module
from ranking.rankers.vectors import (
    Arrays,
    Block,
    PassageVectors,
    block_ranges,
    text_block,
)
from regrade.neural.reranker import PassageText
from tests.factories import make_collection
from tests.refusals import refused

pytestmark = pytest.mark.django_db
KEY = "lengths"
TEXTS = {"d1": "one", "d2": None, "d3": "three", "d4": "four", "d5": "", "d6": None, "d7": "seven"}


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "PASSAGES_PER_BLOCK", 3)
    monkeypatch.setattr(settings, "STORAGE_ROOT", tmp_path)


class Encoder:
    """A text's vector is its length; tells how often it was asked."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def __call__(self, texts: Sequence[PassageText]) -> Arrays:
        self.asked.append([text.text for text in texts])
        return {"vectors": np.array([[len(text.text)] for text in texts], np.float32)}


def kept(collection: Collection, encoder: Encoder) -> list[tuple[list[int], list[float]]]:
    vectors = PassageVectors(collection=collection, key=KEY, encode=encoder)
    return [
        (block.ordinals.tolist(), arrays["vectors"][:, 0].tolist())
        for block, arrays in vectors.blocks()
    ]


def blocks_of(collection: Collection) -> list[Block]:
    found = (text_block(collection, one.start) for one in block_ranges(collection))
    return [block for block in found if block]


def test_blocks_hold_every_passage_with_text() -> None:
    collection = make_collection(texts=TEXTS)
    assert kept(collection, Encoder()) == [([0, 2], [3, 5]), ([3, 4], [4, 0]), ([6], [5])]


def test_blocks_of_the_same_texts_are_computed_once() -> None:
    collection, encoder = make_collection(texts=TEXTS), Encoder()
    first = kept(collection, encoder)
    n_asked = len(encoder.asked)
    assert (kept(collection, encoder), len(encoder.asked)) == (first, n_asked)
    assert kept(make_collection("again", texts=TEXTS), encoder) == first
    assert len(encoder.asked) == n_asked


def test_blocks_after_an_addition_compute_only_what_changed() -> None:
    collection, encoder = make_collection(texts=TEXTS), Encoder()
    kept(collection, encoder)
    encoder.asked.clear()
    collection.passages.filter(doc_id="d2").update(text="two")
    assert kept(collection, encoder)[0] == ([0, 1, 2], [3, 3, 5])
    assert encoder.asked == [["one", "two", "three"]]


def test_blocks_are_arrays_of_which_torch_does_not_warn_and_stay_as_they_are() -> None:
    collection = make_collection(texts=TEXTS)
    vectors = PassageVectors(collection=collection, key=KEY, encode=Encoder())
    for _, arrays in vectors.blocks():
        arrays["vectors"][:] = -1
    assert kept(collection, Encoder())[0] == ([0, 2], [3, 5])


def test_blocks_tell_a_title_from_the_beginning_of_a_text() -> None:
    collection = make_collection(texts={"d1": "ab"})
    before = text_block(collection, 0)
    collection.passages.update(title="a", text="b")
    after = text_block(collection, 0)
    assert before is not None
    assert after is not None
    assert before.digest != after.digest


def test_blocks_that_are_damaged_are_computed_again(tmp_path: Path) -> None:
    collection, encoder = make_collection(texts=TEXTS), Encoder()
    first = kept(collection, encoder)
    file = next(tmp_path.glob("vectors/*/*/vectors.npy"))
    file.write_bytes(file.read_bytes()[:-3])
    assert kept(collection, encoder) == first


def test_blocks_of_a_process_that_was_killed_while_writing_are_computed_again(
    tmp_path: Path,
) -> None:
    collection, encoder = make_collection(texts=TEXTS), Encoder()
    first = kept(collection, encoder)
    for path in (tmp_path / "vectors" / KEY).glob("[!.]*"):
        if path.is_dir():
            path.rename(path.with_name(f".{path.name}.draft"))
    assert kept(collection, encoder) == first


@contextmanager
def in_the_hands_of_another_process(vectors: PassageVectors, block: Block) -> Iterator[None]:
    vectors._folder.mkdir(parents=True, exist_ok=True)
    fork = multiprocessing.get_context("fork")  # others bring a server of their own along
    has_lock, may_end = fork.Event(), fork.Event()
    other = fork.Process(target=_hold, args=(vectors, block, has_lock, may_end))
    other.start()
    try:
        assert has_lock.wait(60)
        yield
    finally:
        may_end.set()
        other.join()


def _hold(vectors: PassageVectors, block: Block, has_lock: Any, may_end: Any) -> None:
    with vectors._in_hand(block) as is_mine:
        assert is_mine
        has_lock.set()
        may_end.wait(60)


def test_a_block_in_the_hands_of_another_process_is_left_to_it() -> None:
    collection = make_collection(texts=TEXTS)
    vectors = PassageVectors(collection=collection, key=KEY, encode=Encoder())
    blocks = blocks_of(collection)
    with in_the_hands_of_another_process(vectors, blocks[0]):
        is_mine = [vectors._compute_unless_in_hand(block) for block in blocks]
    assert is_mine == [False, True, True]


def test_a_block_of_the_same_texts_elsewhere_is_left_to_who_has_one_in_hand() -> None:
    collection = make_collection(texts={f"d{n}": ("one", "two", "three")[n % 3] for n in range(6)})
    vectors = PassageVectors(collection=collection, key=KEY, encode=Encoder())
    first, second = blocks_of(collection)
    with in_the_hands_of_another_process(vectors, first):
        assert not vectors._compute_unless_in_hand(second)


def test_a_damaged_block_in_the_hands_of_another_process_is_left_to_it(tmp_path: Path) -> None:
    collection = make_collection(texts=TEXTS)
    vectors = PassageVectors(collection=collection, key=KEY, encode=Encoder())
    (block, _), *_ = list(vectors.blocks())
    file = vectors._path(block) / "vectors.npy"
    file.write_bytes(file.read_bytes()[:-3])
    with in_the_hands_of_another_process(vectors, block):
        assert vectors._read(block) is None
    assert file.exists()


def test_a_damaged_block_is_never_seen_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    collection, removed = make_collection(texts=TEXTS), list[str]()
    vectors = PassageVectors(collection=collection, key=KEY, encode=Encoder())
    (block, _), *_ = list(vectors.blocks())
    file = vectors._path(block) / "vectors.npy"
    file.write_bytes(file.read_bytes()[:-3])
    whole = shutil.rmtree

    def watched(path: Path, **how: Any) -> None:
        removed.append(path.name)
        whole(path, **how)

    monkeypatch.setattr(shutil, "rmtree", watched)
    list(vectors.blocks())
    assert removed
    assert all(name.startswith(".") for name in removed)


def test_blocks_on_a_full_disk_are_refused_and_leave_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "save", no_room)
    with refused(StorageFull, "storage_full"):
        kept(make_collection(texts=TEXTS), Encoder())
    assert not list(tmp_path.glob("vectors/*/[!.]*/"))


def test_blocks_whose_texts_change_meanwhile_are_refused() -> None:
    collection = make_collection(texts=TEXTS)
    block = text_block(collection, 0)
    assert block
    collection.passages.filter(doc_id="d2").update(text="two")
    vectors = PassageVectors(collection=collection, key=KEY, encode=Encoder())
    (settings.STORAGE_ROOT / "vectors" / KEY).mkdir(parents=True)
    with refused(RankingError, "texts_added"):
        vectors._compute_unless_in_hand(block)


def test_keep_block_computes_that_block_alone_and_once() -> None:
    collection, encoder = make_collection(texts=TEXTS), Encoder()
    vectors = PassageVectors(collection=collection, key=KEY, encode=encoder)
    vectors.keep_block(3)
    vectors.keep_block(3)
    assert encoder.asked == [["four", ""]]


def test_block_ranges_span_all_passages_and_what_was_added_since() -> None:
    collection = make_collection(texts=TEXTS)
    assert block_ranges(collection) == [range(3), range(3, 6), range(6, 7)]
    Collection.objects.filter(pk=collection.pk).update(n_passages=8)
    assert block_ranges(collection)[-1] == range(6, 8)
