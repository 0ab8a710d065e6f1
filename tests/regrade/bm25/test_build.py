from __future__ import annotations

import errno
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from regrade.bm25 import build, counting
from regrade.bm25.build import build_index
from regrade.bm25.lexical_index import MANIFEST
from regrade.bm25.norms import LENGTHS
from regrade.bm25.terms import number_terms
from regrade.text.analyzer import PRETOKENIZED
from tests.regrade.bm25.indexing import indexed


def postings(folder: Path, texts: list[str]) -> dict[str, list[tuple[int, int, int]]]:
    """By term: position, frequency and kept length of each text that holds it."""
    index = indexed(folder, texts)
    frequencies = index.code_frequencies[index.codes].astype(int)
    lengths = LENGTHS[index.code_norms[index.codes]]
    rows = list(zip(index.docs.tolist(), frequencies.tolist(), lengths.tolist(), strict=True))
    starts = index.starts.tolist()
    return {index.term_of(t): rows[starts[t] : starts[t + 1]] for t in range(index.n_terms)}


def test_build_index_keeps_frequencies_and_lengths(tmp_path: Path) -> None:
    assert postings(tmp_path, ["b a b", "", "a"]) == {
        "a": [(0, 1, 3), (2, 1, 1)],
        "b": [(0, 2, 3)],
    }


def test_build_index_in_many_small_batches_makes_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [" ".join(f"w{i * j % 17}" for j in range(i % 9)) for i in range(200)]
    whole = postings(tmp_path, texts)
    monkeypatch.setattr(counting, "BATCH_CHARACTERS", 10)
    monkeypatch.setattr(build, "TEXTS_AT_ONCE", 3)

    assert postings(tmp_path, texts) == whole


def test_build_index_of_the_same_texts_writes_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        build_index(tmp_path / name, enumerate(["b a", "c b b"]), analyzer=PRETOKENIZED)

    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert all(
        (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
        for name in files
    )


def test_build_index_knows_the_best_that_a_term_can_score_by(tmp_path: Path) -> None:
    index = indexed(tmp_path, ["a a a b c d", "a b", "c"])

    number = number_terms(index, ["a"])[0]
    best = int(index.best_frequencies[number]), int(LENGTHS[index.best_norms[number]])
    assert best == (3, 2)


def test_build_index_of_a_long_text_keeps_its_count(tmp_path: Path) -> None:
    assert postings(tmp_path, ["w " * 100_000, "w"])["w"] == [(0, 100_000, 98_328), (1, 1, 1)]


def test_build_index_with_more_codes_than_two_bytes_hold_makes_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [" ".join(f"w{i * j % 17}" for j in range(i % 9)) for i in range(50)]
    short = postings(tmp_path, texts)
    monkeypatch.setattr(build, "MOST_SHORT_CODES", 3)

    assert indexed(tmp_path, texts).codes.dtype == np.uint32
    assert postings(tmp_path, texts) == short


def test_build_index_whose_texts_fail_leaves_nothing(tmp_path: Path) -> None:
    def failing() -> Iterator[tuple[int, str]]:
        yield 0, "a"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_index(tmp_path / "index", failing())

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("file", ["spill.tmp", "ordinals.npy", "docs.npy", MANIFEST])
def test_build_index_on_a_full_disk_says_so_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    class Full(io.RawIOBase):
        def write(self, _: Any) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    plain = Path.open

    def opened(path: Path, *args: Any, **kwargs: Any) -> Any:
        return Full() if path.name == file else plain(path, *args, **kwargs)

    monkeypatch.setattr(Path, "open", opened)

    with pytest.raises(OSError, match="No space left") as raised:
        build_index(tmp_path / "index", [(0, "a")], analyzer=PRETOKENIZED)

    assert (raised.value.errno, list(tmp_path.iterdir())) == (errno.ENOSPC, [])


def test_build_index_that_a_disk_takes_in_and_cannot_keep_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.EDQUOT, "Disk quota exceeded")

    monkeypatch.setattr("regrade.bm25.lexical_index.os.fsync", full)

    with pytest.raises(OSError, match="quota"):
        build_index(tmp_path / "index", [(0, "a")], analyzer=PRETOKENIZED)

    assert list(tmp_path.iterdir()) == []


def test_build_index_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file and their folder, and then the folder that the name is in."""
    synced: list[tuple[str, bool]] = []
    index = tmp_path / "index"

    def note(descriptor: int) -> None:
        name = Path(f"/proc/self/fd/{descriptor}").readlink().name
        synced.append(("the draft" if name.startswith(".index") else name, index.exists()))

    monkeypatch.setattr("regrade.bm25.lexical_index.os.fsync", note)

    build_index(index, [(0, "a")], analyzer=PRETOKENIZED)

    files = {file.name for file in index.iterdir()}
    assert set(synced[:-2]) == {(name, False) for name in files}
    assert synced[-2:] == [("the draft", False), (tmp_path.name, True)]


def test_build_index_where_one_lies_is_refused(tmp_path: Path) -> None:
    build_index(tmp_path / "index", [(0, "a")])

    with pytest.raises(OSError, match="index"):
        build_index(tmp_path / "index", [(0, "b")])
