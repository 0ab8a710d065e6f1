"""Windows are passages of their own that know their document and their place in it."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from ranking.collections import windows
from ranking.collections.docid_maps import docid_map
from ranking.collections.passages import NewPassage, append_passages
from ranking.collections.windows import WindowsReport, make_windows
from ranking.exceptions import BeingMade, NameTaken, RankingError
from ranking.models import Collection, Passage, Visibility
from ranking.variants.making import begin_collection_variant
from regrade.variants import recipe_of
from tests.factories import make_collection, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db
TEXTS = {"d1": "one two three four five", "d2": None, "d3": "six", "d4": "seven eight nine"}


@pytest.fixture
def trees(db: None) -> Collection:
    trees = make_collection(texts=TEXTS)
    Passage.objects.filter(doc_id="d1").update(title="Numbers")
    Collection.objects.update(language="en", licence="CC0")
    trees.refresh_from_db()
    return trees


def cut(of: Collection, name: str = "pieces", n_words: int = 3, stride: int = 2) -> WindowsReport:
    return make_windows(name=name, of=of, n_words=n_words, stride=stride)


@pytest.mark.parametrize("at_once", [1, 1000])
def test_each_window_is_a_passage_of_its_document(
    trees: Collection, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "AT_ONCE", at_once)
    assert cut(trees) == WindowsReport("pieces", n_documents=4, n_windows=4, n_without_words=1)
    columns = "ordinal", "doc_id", "title", "text", "document_id", "position_in_document"
    passages = Passage.objects.filter(collection__name="pieces").order_by("ordinal")
    assert list(passages.values_list(*columns)) == [
        (0, "d1#1", "Numbers", "one two three", "d1", 1),
        (1, "d1#2", "Numbers", "three four five", "d1", 2),
        (2, "d3#1", "", "six", "d3", 1),
        (3, "d4#1", "", "seven eight nine", "d4", 1),
    ]


def test_windows_are_a_collection_and_no_variant(trees: Collection) -> None:
    cut(trees)
    made = Collection.objects.get(name="pieces")
    assert (made.parent, made.n_passages, made.text_version) == (None, 4, 1)
    assert (made.language, made.licence) == ("en", "CC0")
    assert made.description == "Windows of 3 words, 2 apart, of trees."
    assert docid_map(made).ordinals_of(["d4#1", "d4"]).tolist() == [3, -1]
    for collection in (trees, made):
        append_passages(collection=collection, passages=[NewPassage("d9", "", "new")])


def test_windows_of_what_was_hidden_meanwhile_are_hidden(trees: Collection) -> None:
    owner = make_user("rita", "ranking.may_research")
    Collection.objects.update(visibility=Visibility.PRIVATE, owner=owner)
    cut(trees)
    made = Collection.objects.get(name="pieces")
    assert (made.is_private, made.owner) == (True, owner)


def test_nothing_is_made_of_numbers_out_of_range(trees: Collection) -> None:
    with refused(RankingError, "out_of_range"):
        cut(trees, n_words=0)
    with refused(RankingError, "out_of_range") as caught:
        cut(trees, stride=4)
    assert "1 to 3 words apart, not 4" in str(caught.value)
    with refused(NameTaken, "name_taken", field="name"):
        cut(trees, name="trees")
    begun = begin_collection_variant(
        name="begun", of=trees, recipe=recipe_of({"kind": "rotate"}), seed=1
    )
    with refused(BeingMade, "being_made"):
        cut(begun)
    assert Collection.objects.filter(name="pieces").count() == 0


def test_the_command_reports_what_it_made(
    trees: Collection, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("make_windows", "pieces", "--of", "trees", "--words", "3", "--stride")
    call_command(*asked, "2")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["4", "4", "1"]
    with refused(CommandError, "out_of_range"):
        call_command(*asked, "4")
