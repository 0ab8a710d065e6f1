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
from tests.refusals import refused
from tests.regrade.bm25.indexing import indexed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    build_index(tmp_path / "index", [(0, "wing"), (1, "the flow of air")], extra={"by": "a test"})
    return tmp_path / "index"


def test_open_gives_back_what_was_built(folder: Path) -> None:
    index = LexicalIndex.open(folder)

    assert (index.n_texts, index.n_indexed, index.n_tokens) == (2, 2, 3)
    assert (index.analyzer, index.extra) == (ENGLISH, {"by": "a test"})


@pytest.mark.parametrize("array", ARRAYS)
def test_a_truncated_file_is_named(folder: Path, array: str) -> None:
    path = file_of(folder, array)
    path.write_bytes(path.read_bytes()[:-1])

    with refused(IndexDamaged, "other_size") as caught:
        LexicalIndex.open(folder)
    assert path.name in str(caught.value)


@pytest.mark.parametrize(
    ("name", "code"), [("docs.npy", "file_missing"), (MANIFEST, "manifest_unreadable")]
)
def test_open_without_a_file_names_it(folder: Path, name: str, code: str) -> None:
    (folder / name).unlink()

    with refused(IndexDamaged, code) as caught:
        LexicalIndex.open(folder)
    assert name in str(caught.value)


def test_open_of_another_format_is_refused(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps({**manifest, "format": 99}))

    with refused(IndexDamaged, "other_format") as caught:
        LexicalIndex.open(folder)
    assert "99" in str(caught.value)


def test_open_where_nothing_is_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no index"):
        LexicalIndex.open(tmp_path / "none")


@pytest.mark.parametrize("array", ARRAYS)
def test_verify_files_names_the_file_of_which_one_byte_is_another(folder: Path, array: str) -> None:
    path = file_of(folder, array)
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))

    with refused(IndexDamaged, "other_content") as caught:
        verify_files(folder)
    assert path.name in str(caught.value)


def test_verify_files_takes_what_was_built(folder: Path) -> None:
    verify_files(folder)


def test_verify_files_without_a_file_names_it(folder: Path) -> None:
    file_of(folder, "docs").unlink()

    with refused(IndexDamaged, "file_unreadable") as caught:
        verify_files(folder)
    assert "docs.npy" in str(caught.value)


def test_term_of_gives_back_every_term(tmp_path: Path) -> None:
    index = indexed(tmp_path, ["a bb ccc é 漢字"])

    assert {index.term_of(i) for i in range(index.n_terms)} == {"a", "bb", "ccc", "é", "漢字"}


def test_open_keeps_the_analyzer(tmp_path: Path) -> None:
    plain = Analyzer(stemmer="none")
    build_index(tmp_path / "plain", [(0, "shoes")], analyzer=plain)

    assert LexicalIndex.open(tmp_path / "plain").analyzer == plain != PRETOKENIZED


@pytest.mark.parametrize(
    ("manifest", "code"),
    [
        ('{"format": 1, "fi', "manifest_unreadable"),
        ("[]", "manifest_unreadable"),
        ('{"format": 1}', "manifest_unreadable"),
        ('{"files": {}}', "other_format"),
    ],
)
def test_open_with_a_manifest_that_is_none_is_refused(
    folder: Path, manifest: str, code: str
) -> None:
    (folder / MANIFEST).write_text(manifest)

    with refused(IndexDamaged, code):
        LexicalIndex.open(folder)


def test_open_with_a_manifest_that_lacks_a_count_names_it(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    del manifest["n_tokens"]
    (folder / MANIFEST).write_text(json.dumps(manifest))

    with refused(IndexDamaged, "manifest_incomplete") as caught:
        LexicalIndex.open(folder)
    assert "n_tokens" in str(caught.value)


@pytest.mark.parametrize("name", ["starts", "term_ends"])
def test_open_with_borders_that_run_backwards_is_refused(folder: Path, name: str) -> None:
    borders = np.load(folder / f"{name}.npy")
    np.save(folder / f"{name}.npy", borders[::-1])

    with refused(IndexDamaged, "files_contradict"):
        LexicalIndex.open(folder)


def test_open_with_numbers_of_another_kind_names_the_file(folder: Path) -> None:
    docs = np.load(folder / "docs.npy")
    np.save(folder / "docs.npy", docs.view(np.float32))

    with refused(IndexDamaged, "other_type") as caught:
        LexicalIndex.open(folder)
    assert "docs.npy holds float32" in str(caught.value)


def test_search_of_postings_beyond_the_texts_does_not_leave_the_sums(folder: Path) -> None:
    """What no check of sizes can see: a worker is to live on, whatever it finds."""
    docs = np.load(folder / "docs.npy")
    np.save(folder / "docs.npy", docs | np.int32(1 << 30))

    search(LexicalIndex.open(folder), [{"wing": 1.0, "flow": 1.0}], k=2)
