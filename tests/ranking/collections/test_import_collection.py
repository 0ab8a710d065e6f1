from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection, transaction

from ranking.collections.docid_maps import docid_map
from ranking.collections.importing import CollectionReport, import_collection
from ranking.collections.passages import lock_for_additions, register_doc_ids
from ranking.exceptions import NameTaken, NotFound, RankingError
from ranking.models import Collection, Passage
from regrade.documents import DocumentPattern
from regrade.files.errors import BadInput
from tests.factories import make_collection
from tests.refusals import refused
from tests.regrade.files.writing import write
from tests.waiting import PATIENCE_S, until_someone_waits_for_a_lock

pytestmark = pytest.mark.django_db


def written(folder: Path, text: str, name: str = "more.tsv") -> Path:
    return write(folder, text, name)


def test_import_collection_keeps_the_order_of_the_files(tmp_path: Path) -> None:
    paths = [written(tmp_path, "b\ttwo\na\tone\n"), written(tmp_path, "0\tthree\n", "last.tsv")]
    report = import_collection(name="small", paths=paths)
    assert report == CollectionReport("small", 3, 0, 0, 3, 0)
    rows = Passage.objects.values_list("ordinal", "doc_id", "text")
    assert list(rows) == [(0, "b", "two"), (1, "a", "one"), (2, "0", "three")]
    collection = Collection.objects.get()
    assert docid_map(collection).ordinals_of(["a", "b"]).tolist() == [1, 0]
    assert (collection.n_passages, collection.text_version) == (3, 1)


def test_import_collection_takes_a_blank_text_for_none(tmp_path: Path) -> None:
    lines = '{"id": "a", "text": ""}\n{"id": "b", "text": " "}\n'
    titled = '{"id": "c", "title": "Slips", "text": ""}\n'
    path = written(tmp_path, lines, "some.jsonl")
    assert import_collection(name="few", paths=[path]) == CollectionReport("few", 2, 0, 0, 2, 2)
    assert Collection.objects.get().text_version == 0
    again = import_collection(name="few", paths=[path], add=True)
    assert again == CollectionReport("few", 0, 0, 2, 2, 2)
    more = [written(tmp_path, "a\tone\n"), written(tmp_path, titled, "titled.jsonl")]
    filled = import_collection(name="few", paths=more, add=True)
    assert filled == CollectionReport("few", 1, 1, 0, 3, 1, n_title_alone=1)
    texts = Passage.objects.order_by("ordinal").values_list("doc_id", "title", "text")
    assert list(texts) == [("a", "", "one"), ("b", "", None), ("c", "Slips", "")]


def test_import_collection_keeps_characters_that_copy_escapes(tmp_path: Path) -> None:
    text = r'back\slash \N "quotes" ' + "\u2028 é"
    import_collection(name="odd", paths=[written(tmp_path, f"d\t{text}\n")])
    assert Passage.objects.get().text == text


def test_import_collection_keeps_titles_and_details(tmp_path: Path) -> None:
    path = written(tmp_path, '{"id": "d", "title": "T", "contents": "C"}\n', "one.jsonl")
    import_collection(name="one", paths=[path], language="en", licence="CC0", description="Few")
    passage, collection = Passage.objects.get(), Collection.objects.get()
    assert (passage.title, passage.text, passage.metadata) == ("T", "C", {})
    assert (collection.language, collection.licence, collection.description) == (
        "en",
        "CC0",
        "Few",
    )


def test_import_collection_to_add_appends_fills_and_leaves(tmp_path: Path) -> None:
    collection = make_collection(texts={"d1": "one", "d2": None, "d3": None})
    path = written(tmp_path, "d9\tnine\nd2\ttwo\nd1\tone\n")
    report = import_collection(name="trees", paths=[path], add=True)
    assert report == CollectionReport("trees", 1, 1, 1, 4, 1)
    texts = list(collection.passages.values_list("doc_id", "text"))
    assert texts == [("d1", "one"), ("d2", "two"), ("d3", None), ("d9", "nine")]
    stored = Collection.objects.get()
    assert stored.text_version == 2
    again = import_collection(name="trees", paths=[path], add=True)
    unchanged = Collection.objects.get()
    assert again.n_unchanged == 3
    assert (unchanged.text_version, unchanged.docids_hash) == (2, stored.docids_hash)


def test_import_collection_records_the_mojibake_that_it_stores(tmp_path: Path) -> None:
    make_collection(texts={"d1": None, "d2": "two"})
    first = written(tmp_path, "d1\tcafÃ©\nd2\ttwo\nd3\tnaÃ¯ve\n", "first.tsv")
    second = written(tmp_path, "d3\tnaÃ¯ve\nd4\tla mÃ¨re\n", "second.tsv")
    for path in (first, first, second, second):
        report = import_collection(name="trees", paths=[path], add=True, mojibake="mend")
        assert report.mojibake.n == 2  # in the file
    records = Collection.objects.get().mojibake
    assert [(one["n"], one["is_mended"]) for one in records] == [(2, True), (1, True)]


@pytest.mark.django_db(transaction=True)
def test_import_collection_keeps_the_records_of_two_additions_at_once(tmp_path: Path) -> None:
    make_collection()

    def add(name: str) -> None:
        try:
            path = written(tmp_path, f"{name}\tcafÃ©\n", f"{name}.tsv")
            import_collection(name="trees", paths=[path], add=True, mojibake="mend")
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            lock_for_additions(collection=Collection.objects.get())
            other = pool.submit(add, "first")
            until_someone_waits_for_a_lock()
            path = written(tmp_path, "second\tla mÃ¨re\n", "second.tsv")
            import_collection(name="trees", paths=[path], add=True, mojibake="mend")
        other.result(PATIENCE_S)
    assert [one["n"] for one in Collection.objects.get().mojibake] == [1, 1]


def test_import_collection_with_another_text_or_title_is_refused(tmp_path: Path) -> None:
    make_collection(texts={"d1": "one", "d2": None})
    path = written(tmp_path, "d2\tnine\nd1\tONE\n")
    with refused(BadInput, "other_text", line=2, says="d1"):
        import_collection(name="trees", paths=[path], add=True)
    path = written(tmp_path, '{"id": "d1", "title": "T", "text": "one"}\n', "more.jsonl")
    with refused(BadInput, "other_title", line=1, says="d1"):
        import_collection(name="trees", paths=[path], add=True)
    assert list(Passage.objects.values_list("text", flat=True)) == ["one", None]


def test_import_collection_into_the_parent_of_a_variant_is_refused(tmp_path: Path) -> None:
    parent = make_collection()
    Collection.objects.create(name="rotated", parent=parent, recipe={})
    with refused(RankingError, "has_variants"):
        import_collection(name="trees", paths=[written(tmp_path, "d9\tnine\n")], add=True)


def test_import_collection_of_a_doc_id_in_two_files_names_both_places(tmp_path: Path) -> None:
    first = written(tmp_path, "d1\tone\nd2\ttwo\n", "first.tsv")
    second = written(tmp_path, "d3\tthree\nd2\tother\n", "second.tsv")
    with refused(BadInput, "passage_twice", line=2, says="in first.tsv, line 2") as caught:
        import_collection(name="twice", paths=[first, second])
    assert caught.value.path.name == "second.tsv"


def test_import_collection_under_a_taken_name_or_to_add_to_none_is_refused(tmp_path: Path) -> None:
    make_collection()
    with refused(NameTaken, "name_taken", field="name"):
        import_collection(name="trees", paths=[written(tmp_path, "d9\tnine\n")])
    with refused(NotFound, "not_found", field="collection"):
        import_collection(name="woods", paths=[written(tmp_path, "d9\tnine\n")], add=True)


def test_import_collection_twice_in_one_transaction_works(tmp_path: Path) -> None:
    import_collection(name="one", paths=[written(tmp_path, "d1\tone\n")])
    with pytest.raises(BadInput):
        import_collection(name="two", paths=[written(tmp_path, "d1\ta\nd1\ta\n")])
    import_collection(name="three", paths=[written(tmp_path, "d1\tone\n")])
    assert Passage.objects.count() == 2


def test_import_collection_fills_a_passage_first_met_in_a_run(tmp_path: Path) -> None:
    collection = make_collection()
    register_doc_ids(collection=collection, doc_ids=["d9"])
    import_collection(name="trees", paths=[written(tmp_path, "d9\tnine\n")], add=True)
    assert collection.passages.get(doc_id="d9").text == "nine"
    assert Collection.objects.get().n_passages == 4


def places() -> list[tuple[str, str | None, int | None]]:
    rows = Passage.objects.order_by("ordinal")
    return list(rows.values_list("doc_id", "document_id", "position_in_document"))


def test_import_collection_takes_documents_and_positions_of_the_file(tmp_path: Path) -> None:
    lines = (
        '{"id": "a", "text": "one", "document_id": "D1", "position": 0}\n'
        '{"id": "b", "text": "two", "document_id": 7, "position_in_document": 3}\n'
        '{"id": "c#4", "text": "three", "position": 3}\n'
    )
    path = written(tmp_path, lines, "some.jsonl")
    report = import_collection(name="few", paths=[path])
    assert report.n_in_documents == 2
    assert places() == [("a", "D1", 0), ("b", "7", 3), ("c#4", None, None)]
    pattern = DocumentPattern(r"(.+)#(\d+)")
    again = import_collection(name="few", paths=[path], add=True, document_of=pattern)
    assert (again.n_unchanged, again.n_in_documents) == (3, 3)
    assert places()[:2] == [("a", "D1", 0), ("b", "7", 3)]  # what the file says comes first
    assert places()[2] == ("c#4", "c", 4)


def test_import_collection_gives_known_passages_their_documents(tmp_path: Path) -> None:
    make_collection(texts={"d#0": "one", "d#1": None, "e": "two"})
    path = written(tmp_path, "d#0\tone\nd#1\tmore\nd#2\tnew\ne\ttwo\n")
    pattern = DocumentPattern(r"(.+)#(\d+)")
    import_collection(name="trees", paths=[path], add=True, document_of=pattern)
    assert places() == [
        ("d#0", "d", 0),
        ("d#1", "d", 1),
        ("e", None, None),
        ("d#2", "d", 2),
    ]
    moved = DocumentPattern(r"(d#0)")
    with refused(BadInput, "other_document", line=1, says="d#0"):
        import_collection(name="trees", paths=[path], add=True, document_of=moved)


@pytest.mark.parametrize(
    ("pattern", "code", "line"),
    [(r"(.+)-(\d+)", "pattern_matches_nothing", None), (r"(.+)#(.)", "place_refused", 2)],
)
def test_import_collection_by_a_pattern_that_does_not_fit_keeps_nothing(
    tmp_path: Path, pattern: str, code: str, line: int | None
) -> None:
    path = written(tmp_path, "d#1\tone\nd#x\ttwo\n")
    with refused(BadInput, code, line=line) as caught:
        import_collection(name="few", paths=[path], document_of=DocumentPattern(pattern))
    assert "d#x" in str(caught.value)
    assert not Collection.objects.exists()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ('"document_id": "a b"', "id_with_white_space"),
        ('"document_id": "D1", "position": -1', "out_of_range"),
        ('"document_id": "D1", "position": "1"', "not_a_whole_number"),
    ],
)
def test_import_collection_of_no_place_is_refused(tmp_path: Path, fields: str, code: str) -> None:
    path = written(tmp_path, f'{{"id": "a", "text": "one", {fields}}}\n', "some.jsonl")
    with refused(BadInput, code, line=1):
        import_collection(name="few", paths=[path])
