from __future__ import annotations

import errno
import fcntl
import multiprocessing
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from django.conf import settings

from ranking.exceptions import RankingError
from ranking.models import Collection
from ranking.neural.reranker import PassageText
from ranking.services import passage_vectors as module
from ranking.services.passage_vectors import Arrays, PassageVectors, text_blocks
from tests.factories import make_collection

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


def test_blocks_hold_every_passage_with_text() -> None:
    collection = make_collection(texts=TEXTS)
    assert kept(collection, Encoder()) == [([0, 2], [3, 5]), ([3, 4], [4, 0]), ([6], [5])]


def test_blocks_a_second_time_compute_nothing() -> None:
    collection, encoder = make_collection(texts=TEXTS), Encoder()
    first = kept(collection, encoder)
    n_asked = len(encoder.asked)
    assert (kept(collection, encoder), len(encoder.asked)) == (first, n_asked)


def test_blocks_of_another_collection_with_the_same_texts_are_shared() -> None:
    encoder = Encoder()
    kept(make_collection(texts=TEXTS), encoder)
    n_asked = len(encoder.asked)
    kept(make_collection("again", texts=TEXTS), encoder)
    assert len(encoder.asked) == n_asked


def test_blocks_after_an_addition_compute_only_what_changed() -> None:
    collection, encoder = make_collection(texts=TEXTS), Encoder()
    kept(collection, encoder)
    encoder.asked.clear()
    collection.passages.filter(doc_id="d2").update(text="two")
    assert kept(collection, encoder)[0] == ([0, 1, 2], [3, 3, 5])
    assert encoder.asked == [["one", "two", "three"]]


def test_blocks_tell_a_title_from_the_beginning_of_a_text() -> None:
    collection = make_collection(texts={"d1": "ab"})
    (before,) = text_blocks(collection)
    collection.passages.update(title="a", text="b")
    (after,) = text_blocks(collection)
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


def test_a_block_in_the_hands_of_another_process_is_left_to_it(tmp_path: Path) -> None:
    collection, encoder = make_collection(texts=TEXTS), Encoder()
    vectors = PassageVectors(collection=collection, key=KEY, encode=encoder)
    folder = tmp_path / "vectors" / KEY
    folder.mkdir(parents=True)
    has_lock, may_end = multiprocessing.Event(), multiprocessing.Event()
    other = multiprocessing.Process(target=_hold_first, args=(folder, has_lock, may_end))
    other.start()
    try:
        assert has_lock.wait(60)
        is_mine = [vectors._compute_unless_in_hand(block) for block in text_blocks(collection)]
    finally:
        may_end.set()
        other.join()
    assert is_mine == [False, True, True]


def _hold_first(folder: Path, has_lock: object, may_end: object) -> None:
    with (folder / "lock").open("w") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX, 1, 0)
        has_lock.set()  # type: ignore[attr-defined]
        may_end.wait(60)  # type: ignore[attr-defined]


def test_blocks_on_a_full_disk_are_refused_and_leave_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "save", no_room)
    with pytest.raises(RankingError, match=r"no room left in .* for the vectors of trees"):
        kept(make_collection(texts=TEXTS), Encoder())
    assert not list(tmp_path.glob("vectors/*/[!.]*/"))


def test_blocks_whose_texts_change_meanwhile_are_refused() -> None:
    collection = make_collection(texts=TEXTS)
    (block, *_) = text_blocks(collection)
    collection.passages.filter(doc_id="d2").update(text="two")
    vectors = PassageVectors(collection=collection, key=KEY, encode=Encoder())
    (settings.STORAGE_ROOT / "vectors" / KEY).mkdir(parents=True)
    with pytest.raises(RankingError, match="Texts were added to trees while its vectors"):
        vectors._compute_unless_in_hand(block)


def test_text_blocks_of_a_collection_without_text_are_none() -> None:
    assert text_blocks(make_collection(texts={"d1": None})) == []
