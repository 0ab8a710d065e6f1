from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.files.errors import BadInput
from regrade.files.query_expansions import packed as packed_expansions
from regrade.files.query_expansions.expansions import ExpansionRecord
from regrade.files.query_expansions.packed import Damaged, ExpansionCounts, Expansions, pack
from tests.refusals import refused

DOC_IDS = ["d0", "d1", "d2", "d3"]
RECORDS = [
    ExpansionRecord("d2", ["was ist Größe", "東京"], 1),
    ExpansionRecord("other", ["nobody asks"], 2),
    ExpansionRecord("d0", ["one", "two", "three"], 3),
    ExpansionRecord("d3", [], 4),
]


def resolve(doc_ids: Sequence[str]) -> NDArray[np.int32]:
    found = [DOC_IDS.index(doc_id) if doc_id in DOC_IDS else -1 for doc_id in doc_ids]
    return np.array(found, dtype=np.int32)


def packed(
    folder: Path, records: Sequence[ExpansionRecord] = RECORDS, n_queries: int | None = None
) -> Expansions:
    return pack(
        folder,
        records,
        path=Path("queries.jsonl"),
        sha256="abc",
        n_passages=len(DOC_IDS),
        resolve=resolve,
        n_queries=n_queries,
    )


def test_pack_joins_the_queries_of_each_passage(tmp_path: Path) -> None:
    expansions = packed(tmp_path / "packed")
    texts = [expansions.text_of(ordinal) for ordinal in range(len(DOC_IDS))]
    assert texts == ["one two three", "", "was ist Größe 東京", ""]


def test_pack_counts_what_the_file_held(tmp_path: Path) -> None:
    expansions = packed(tmp_path / "packed")
    assert expansions.counts == ExpansionCounts(
        n_passages_expanded=2, n_passages_without=1, n_queries=5, n_unknown=1
    )


def test_pack_keeps_the_first_queries_when_a_number_is_given(tmp_path: Path) -> None:
    expansions = packed(tmp_path / "packed", n_queries=1)
    assert (expansions.text_of(0), expansions.counts.n_queries) == ("one", 2)


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_pack_does_not_depend_on_how_many_records_it_holds_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(packed_expansions, "RECORDS_AT_ONCE", at_once)
    expansions = packed(tmp_path / "packed")
    assert (expansions.text_of(2), expansions.counts.n_queries) == ("was ist Größe 東京", 5)


def test_expansions_open_gives_back_what_was_packed(tmp_path: Path) -> None:
    expansions = packed(tmp_path / "packed")
    again = Expansions.open(tmp_path / "packed")
    assert (again.sha256, again.counts) == ("abc", expansions.counts)
    assert again.text_of(2) == expansions.text_of(2)


def test_expansions_expand_puts_the_queries_behind_the_text(tmp_path: Path) -> None:
    expansions = packed(tmp_path / "packed")
    assert expansions.expand(0, "The text.") == "The text. one two three"
    assert expansions.expand(1, "The text.") == "The text."


def test_expansions_text_of_a_passage_added_since_is_empty(tmp_path: Path) -> None:
    assert packed(tmp_path / "packed").text_of(len(DOC_IDS)) == ""


STRANGE = [ExpansionRecord(f"x{n}", ["why"], n) for n in range(1, 8)]


@pytest.mark.parametrize(
    ("records", "code", "line", "says"),
    [
        ([*RECORDS, ExpansionRecord("d2", ["again"], 9)], "passage_twice", 9, "first in line 1"),
        (STRANGE, "no_known_passage", None, "its 7 doc_ids"),
        (STRANGE, "no_known_passage", None, "begins with x1, x2, x3, x4, x5 …"),
        ([ExpansionRecord("d1", [], 1)], "no_queries", None, ""),
    ],
)
def test_pack_of_what_cannot_be_used_is_refused(
    tmp_path: Path, records: list[ExpansionRecord], code: str, line: int | None, says: str
) -> None:
    with refused(BadInput, code, line=line, says=says):
        packed(tmp_path / "packed", records)


def test_pack_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    def records() -> Iterator[ExpansionRecord]:
        yield RECORDS[0]
        raise BadInput("queries.jsonl", 2, "this is not JSON")

    with pytest.raises(BadInput):
        packed(tmp_path / "packed", records())  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_pack_of_what_another_process_packed_meanwhile_opens_it(tmp_path: Path) -> None:
    packed(tmp_path / "packed")
    assert packed(tmp_path / "packed").text_of(0) == "one two three"
    assert [path.name for path in tmp_path.iterdir()] == ["packed"]


def test_expansions_open_where_nothing_was_packed_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Expansions.open(tmp_path / "packed")


@pytest.mark.parametrize("name", ["texts.bin", "bounds.npy", "about.json"])
@pytest.mark.parametrize("n_bytes", [0, 10])
def test_expansions_open_of_a_file_cut_short_is_refused(
    tmp_path: Path, name: str, n_bytes: int
) -> None:
    packed(tmp_path / "packed")
    path = tmp_path / "packed" / name
    path.write_bytes(path.read_bytes()[:n_bytes])
    with pytest.raises(Damaged):
        Expansions.open(tmp_path / "packed")


def test_expansions_open_of_a_folder_that_lacks_a_file_is_refused(tmp_path: Path) -> None:
    packed(tmp_path / "packed")
    (tmp_path / "packed/texts.bin").unlink()
    with refused(Damaged, "packed_unreadable", says="packed"):
        Expansions.open(tmp_path / "packed")
