"""Variants keep ids, ordinals and labels; the same recipe and seed give the same texts."""

from __future__ import annotations

import pytest

from ranking.asking import asked_by
from ranking.collections.docid_maps import docid_map
from ranking.exceptions import RecipeRefused
from ranking.models import Collection, Passage, TopicSet, Visibility
from ranking.variants import parts
from ranking.variants.making import (
    make_topics_variant,
)
from regrade.variants import recipe_of, vary_text
from tests.factories import make_collection, make_topics, make_user
from tests.ranking.variants.varied_trees import (
    NO_STOP_WORDS,
    SWAP,
    TEXTS,
    make_trees,
    texts_of,
    variant,
)
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def trees(db: None) -> Collection:
    return make_trees()


def test_texts_change_by_their_ordinal_and_the_rest_stays(
    trees: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "AT_ONCE", 3)
    made = variant(trees)
    assert (made.n_texts, made.n_changed, made.n_emptied) == (3, 3, 0)
    recipe = recipe_of(SWAP)
    assert texts_of("varied") == {
        doc_id: None if text is None else vary_text(recipe, text, seed=3, key=ordinal)
        for ordinal, (doc_id, text) in enumerate(TEXTS.items())
    }
    first = Passage.objects.get(collection__name="varied", doc_id="d1")
    assert (first.title, first.metadata, first.ordinal) == ("Oaks", {"page": 3}, 0)


def test_a_variant_shares_its_doc_ids_with_its_parent(trees: Collection) -> None:
    variant(trees)
    made = Collection.objects.get(name="varied")
    assert (made.parent, made.seed, made.n_passages) == (trees, 3, 4)
    assert made.recipe is not None
    assert recipe_of(made.recipe).versions
    assert docid_map(made).ordinals_of(["d2"]).tolist() == [1]


def test_the_same_seed_gives_the_same_texts_and_another_one_others(trees: Collection) -> None:
    long = make_collection("long", {f"d{n}": "a wood of tall old trees" for n in range(9)})
    for name, seed in (("a", 3), ("b", 3), ("c", 4)):
        variant(long, name, seed=seed)
    assert texts_of("a") == texts_of("b") != texts_of("c")


def test_a_passage_of_which_nothing_is_left_has_no_text(trees: Collection) -> None:
    made = variant(trees, given=NO_STOP_WORDS)
    assert (made.n_changed, made.n_emptied) == (1, 1)
    assert texts_of("varied")["d4"] is None


def test_queries_change_and_one_of_which_nothing_is_left_stays() -> None:
    topics = make_topics(queries={"q1": "what is the oldest oak", "q2": "who am i"})
    made = make_topics_variant(name="short", of=topics, recipe=recipe_of(NO_STOP_WORDS), seed=1)
    assert (made.n_texts, made.n_changed, made.n_emptied) == (2, 1, 1)
    found = TopicSet.objects.get(name="short")
    assert found.parent == topics
    assert list(found.topics.values_list("ordinal", "query_id", "query")) == [
        (0, "q1", "oldest oak"),
        (1, "q2", "who am i"),
    ]


def test_queries_are_as_private_as_their_originals_became_meanwhile() -> None:
    topics, owner = make_topics(), make_user("rita", "ranking.may_research")
    TopicSet.objects.update(visibility=Visibility.PRIVATE, owner=owner)
    with asked_by(owner):
        make_topics_variant(name="short", of=topics, recipe=recipe_of(NO_STOP_WORDS), seed=1)
    made = TopicSet.objects.get(name="short")
    assert (made.is_private, made.owner) == (True, owner)


def test_nothing_is_made_where_the_recipe_cannot_be_followed(trees: Collection) -> None:
    with refused(RecipeRefused, "change_not_installed", field="recipe"):
        variant(trees, given={"kind": "custom", "name": "shout"})
    assert not Collection.objects.filter(name="varied").exists()
