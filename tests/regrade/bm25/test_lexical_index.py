from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

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


def test_verify_files_takes_what_was_built_and_names_a_file_that_is_gone(folder: Path) -> None:
    verify_files(folder)
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


def replace_manifest(text: str | None = None, **changes: object) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        manifest = json.loads((folder / MANIFEST).read_text()) | changes
        kept = {key: value for key, value in manifest.items() if value is not None}
        (folder / MANIFEST).write_text(json.dumps(kept) if text is None else text)

    return change


def replace_array(name: str, make: Callable[[Any], Any]) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        np.save(file_of(folder, name), make(np.load(file_of(folder, name))))

    return change


# By what is wrong: how, the code, and what the sentence names.
DAMAGES: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "no manifest": (lambda folder: (folder / MANIFEST).unlink(), "manifest_unreadable", MANIFEST),
    "half a manifest": (replace_manifest('{"format": 1, "fi'), "manifest_unreadable", MANIFEST),
    "a list": (replace_manifest("[]"), "manifest_unreadable", MANIFEST),
    "no files": (replace_manifest(files=None), "manifest_unreadable", MANIFEST),
    "no format": (replace_manifest(format=None), "other_format", "None"),
    "another format": (replace_manifest(format=99), "other_format", "99"),
    "no count": (replace_manifest(n_tokens=None), "manifest_incomplete", "n_tokens"),
    "no array": (lambda folder: file_of(folder, "docs").unlink(), "file_missing", "docs.npy"),
    "other numbers": (
        replace_array("docs", lambda docs: docs.view(np.float32)),
        "other_type",
        "docs.npy holds float32",
    ),
    "starts backwards": (replace_array("starts", lambda them: them[::-1]), "files_contradict", ""),
    "ends backwards": (replace_array("term_ends", lambda them: them[::-1]), "files_contradict", ""),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_open_names_what_is_damaged(folder: Path, damage: str) -> None:
    change, code, named = DAMAGES[damage]
    change(folder)

    with refused(IndexDamaged, code) as caught:
        LexicalIndex.open(folder)
    assert named in str(caught.value)


def test_search_of_postings_beyond_the_texts_does_not_leave_the_sums(folder: Path) -> None:
    """What no check of sizes can see: a worker is to live on, whatever it finds."""
    docs = np.load(folder / "docs.npy")
    np.save(folder / "docs.npy", docs | np.int32(1 << 30))

    search(LexicalIndex.open(folder), [{"wing": 1.0, "flow": 1.0}], k=2)
