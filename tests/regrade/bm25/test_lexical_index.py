from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from regrade.bm25.build import build_index
from regrade.bm25.lexical_index import (
    ARRAYS,
    MANIFEST,
    IndexDamaged,
    LexicalIndex,
    file_of,
    verify_files,
)
from regrade.bm25.search import search
from regrade.text.analyzer import ENGLISH, PRETOKENIZED, Analyzer
from tests.regrade.bm25.indexing import indexed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    build_index(tmp_path / "index", [(0, "wing"), (1, "the flow of air")], extra={"by": "a test"})
    return tmp_path / "index"


def test_open_gives_back_what_was_built(folder: Path) -> None:
    index = LexicalIndex.open(folder)

    assert (index.n_texts, index.n_indexed, index.n_tokens) == (2, 2, 3)
    assert (index.analyzer, index.extra) == (ENGLISH, {"by": "a test"})


@pytest.mark.parametrize("name", [f"{name}.npy" for name in ARRAYS])
def test_open_with_a_truncated_file_names_it(folder: Path, name: str) -> None:
    (folder / name).write_bytes((folder / name).read_bytes()[:-1])

    with pytest.raises(IndexDamaged, match=f"{name} has"):
        LexicalIndex.open(folder)


@pytest.mark.parametrize("name", ["docs.npy", MANIFEST])
def test_open_without_a_file_names_it(folder: Path, name: str) -> None:
    (folder / name).unlink()

    with pytest.raises(IndexDamaged, match=f"{name} is missing"):
        LexicalIndex.open(folder)


def test_open_with_half_a_manifest_names_it(folder: Path) -> None:
    text = (folder / MANIFEST).read_text()
    (folder / MANIFEST).write_text(text[: len(text) // 2])

    with pytest.raises(IndexDamaged, match=f"{MANIFEST} is missing or cut short"):
        LexicalIndex.open(folder)


def test_open_of_another_format_is_refused(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps({**manifest, "format": 99}))

    with pytest.raises(IndexDamaged, match="format 99"):
        LexicalIndex.open(folder)


def test_open_where_nothing_is_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no index"):
        LexicalIndex.open(tmp_path / "none")


@pytest.mark.parametrize("array", ARRAYS)
def test_verify_files_names_the_file_of_which_one_byte_is_another(folder: Path, array: str) -> None:
    path = file_of(folder, array)
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))

    with pytest.raises(IndexDamaged, match=rf"{array}\.npy does not hold what was written"):
        verify_files(folder)


def test_verify_files_takes_what_was_built(folder: Path) -> None:
    verify_files(folder)


def test_verify_files_without_a_file_names_it(folder: Path) -> None:
    file_of(folder, "docs").unlink()

    with pytest.raises(IndexDamaged, match=r"docs\.npy cannot be read \(No such file"):
        verify_files(folder)


def test_term_of_gives_back_every_term(tmp_path: Path) -> None:
    index = indexed(tmp_path, ["a bb ccc é 漢字"])

    assert {index.term_of(i) for i in range(index.n_terms)} == {"a", "bb", "ccc", "é", "漢字"}


def test_open_keeps_the_analyzer(tmp_path: Path) -> None:
    plain = Analyzer(stemmer="none")
    build_index(tmp_path / "plain", [(0, "shoes")], analyzer=plain)

    assert LexicalIndex.open(tmp_path / "plain").analyzer == plain != PRETOKENIZED


@pytest.mark.parametrize(
    ("manifest", "told"),
    [("[]", "no manifest"), ('{"format": 1}', "no manifest"), ('{"files": {}}', "format None")],
)
def test_open_with_a_manifest_of_something_else_is_refused(
    folder: Path, manifest: str, told: str
) -> None:
    (folder / MANIFEST).write_text(manifest)

    with pytest.raises(IndexDamaged, match=told):
        LexicalIndex.open(folder)


def test_open_with_a_manifest_that_lacks_a_count_names_it(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    del manifest["n_tokens"]
    (folder / MANIFEST).write_text(json.dumps(manifest))

    with pytest.raises(IndexDamaged, match="n_tokens"):
        LexicalIndex.open(folder)


@pytest.mark.parametrize("name", ["starts", "term_ends"])
def test_open_with_borders_that_run_backwards_is_refused(folder: Path, name: str) -> None:
    borders = np.load(folder / f"{name}.npy")
    np.save(folder / f"{name}.npy", borders[::-1])

    with pytest.raises(IndexDamaged, match="contradict"):
        LexicalIndex.open(folder)


def test_open_with_numbers_of_another_kind_names_the_file(folder: Path) -> None:
    docs = np.load(folder / "docs.npy")
    np.save(folder / "docs.npy", docs.view(np.float32))

    with pytest.raises(IndexDamaged, match=r"docs\.npy holds float32"):
        LexicalIndex.open(folder)


def test_search_of_postings_beyond_the_texts_does_not_leave_the_sums(folder: Path) -> None:
    """What no check of sizes can see: a worker is to live on, whatever it finds."""
    docs = np.load(folder / "docs.npy")
    np.save(folder / "docs.npy", docs | np.int32(1 << 30))

    search(LexicalIndex.open(folder), [{"wing": 1.0, "flow": 1.0}], k=2)
