from __future__ import annotations

from pathlib import Path

import pytest

from ranking.collections.texts import passage_texts
from ranking.exceptions import RankingError
from ranking.models import Collection, Passage
from ranking.parameters.index_options import PLAIN_INDEX, Fields, IndexOptions
from ranking.rankers.expansions import pack_expansions
from ranking.rankers.indexed_texts import indexed_texts, iterate_indexed_texts
from tests.factories import make_collection
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def texts(collection: Collection, options: IndexOptions = PLAIN_INDEX) -> list[tuple[int, str]]:
    return list(iterate_indexed_texts(collection=collection, options=options))


def expanded(collection: Collection, folder: Path, n_queries: int | None = None) -> IndexOptions:
    path = folder / "queries.tsv"
    path.write_text("d2\twhat has cones\nd2\tdo firs grow\n")
    packed = pack_expansions(path=path, collection=collection, n_queries=n_queries)
    return IndexOptions(expansions=packed.sha256, n_queries=n_queries)


def test_iterate_indexed_texts_goes_by_doc_id_and_leaves_out_unknown_texts() -> None:
    collection = make_collection(texts={"d2": "two", "d10": "…", "d1": None, "D": "big"})
    assert texts(collection) == [(3, "big"), (1, "…"), (0, "two")]


@pytest.mark.parametrize(
    ("fields", "text"), [("title,text", "Of one one"), ("text", "one"), ("title", "Of one")]
)
def test_iterate_indexed_texts_reads_the_fields_asked_for(fields: Fields, text: str) -> None:
    collection = make_collection(texts={"d1": "one"})
    Passage.objects.update(title="Of one")
    assert texts(collection, IndexOptions(fields=fields)) == [(0, text)]


def test_indexed_texts_are_the_same_texts() -> None:
    collection = make_collection()
    found = indexed_texts(collection=collection, options=PLAIN_INDEX, ordinals=[2, 0])
    assert found == {0: "Spruces live long.", 2: "Cats sleep."}


def test_expansions_follow_the_text_they_belong_to(tmp_path: Path) -> None:
    collection = make_collection()
    options = expanded(collection, tmp_path)
    assert texts(collection, options)[1] == (1, "Firs have cones. what has cones do firs grow")
    assert texts(collection, options)[0] == (0, "Spruces live long.")


def test_expansions_may_be_fewer_than_the_file_holds(tmp_path: Path) -> None:
    collection = make_collection()
    options = expanded(collection, tmp_path, n_queries=1)
    assert texts(collection, options)[1] == (1, "Firs have cones. what has cones")


def test_expansions_are_nothing_that_rerankers_read(tmp_path: Path) -> None:
    collection = make_collection()
    expanded(collection, tmp_path)
    read = passage_texts(collection=collection, ordinals=[1])
    assert read[1].joined == "Firs have cones."


def test_expansions_that_are_not_at_hand_are_asked_for() -> None:
    options = IndexOptions(expansions="0" * 64)
    with refused(RankingError, "queries_gone") as caught:
        texts(make_collection(), options)
    assert "./dev manage index trees --expansions FILE" in str(caught.value)
