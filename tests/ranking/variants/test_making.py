"""Variants keep ids, ordinals and labels; the same recipe and seed give the same texts."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from ranking.collections.docid_maps import docid_map
from ranking.collections.passages import NewPassage, append_passages
from ranking.exceptions import RankingError
from ranking.models import Collection, Passage, TopicSet
from ranking.variants import making
from ranking.variants.making import MadeVariant, make_collection_variant, make_topics_variant
from regrade.variants import recipe_of, vary_text
from tests.factories import make_collection, make_topics

pytestmark = pytest.mark.django_db
TEXTS = {"d1": "oaks grow slowly", "d2": "the tall pine", "d3": None, "d4": "the"}
SWAP = {"kind": "swap_characters", "amount": 1}
NO_STOP_WORDS = {"kind": "remove_stop_words", "amount": 1}


@pytest.fixture
def trees(db: None) -> Collection:
    trees = make_collection(texts=TEXTS)
    Passage.objects.filter(doc_id="d1").update(title="Oaks", metadata={"page": 3})
    return trees


def variant(
    of: Collection, name: str = "varied", told: dict[str, Any] = SWAP, seed: int = 3
) -> MadeVariant:
    return make_collection_variant(name=name, of=of, recipe=recipe_of(told), seed=seed)


def texts_of(name: str) -> dict[str, str | None]:
    passages = Passage.objects.filter(collection__name=name).order_by("ordinal")
    return dict(passages.values_list("doc_id", "text"))


def test_texts_change_by_their_ordinal_and_the_rest_stays(
    trees: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "AT_ONCE", 3)
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


def test_what_has_a_variant_takes_no_additions(trees: Collection) -> None:
    variant(trees)
    with pytest.raises(RankingError, match="takes no additions: varied is a variant of it"):
        append_passages(collection=trees, passages=[NewPassage("d9", "", "new")])


def test_a_passage_of_which_nothing_is_left_has_no_text(trees: Collection) -> None:
    made = variant(trees, told=NO_STOP_WORDS)
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


def test_nothing_is_made_where_the_recipe_cannot_be_followed(trees: Collection) -> None:
    with pytest.raises(RankingError, match="shout"):
        variant(trees, told={"kind": "custom", "name": "shout"})
    assert not Collection.objects.filter(name="varied").exists()


# At the command line


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("make_variant", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_makes_what_is_asked_for(trees: Collection, tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.json"
    recipe.write_text(json.dumps(SWAP))
    told = run("varied", "--of", "trees", "--recipe", str(recipe), "--seed", "3")
    assert told.startswith("Variant varied of trees, seed 3:")
    variant(trees, "again")
    assert texts_of("varied") == texts_of("again")


def test_the_command_shows_texts_before_and_after(trees: Collection) -> None:
    told = run("--of", "trees", "--recipe", json.dumps(SWAP), "--preview", "1", "--seed", "3")
    after = vary_text(recipe_of(SWAP), "oaks grow slowly", seed=3, key=0)
    assert told == f"d1\n- oaks grow slowly\n+ {after}\n"
    assert Collection.objects.count() == 1


def test_the_command_lists_what_is_ready() -> None:
    assert "typos-queries-remove_space-one  The typos paper" in run("--list")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Say name and of and recipe"),
        (("x", "--of", "trees", "--recipe", "typoes"), "neither a file nor the name of a recipe"),
        (("x", "--of", "trees", "--recipe", "{"), "no JSON"),
        (("x", "--of", "trees", "--recipe", '{"kind": "shuffle"}'), "there is no kind 'shuffle'"),
        (("x", "--of", "treez", "--recipe", "[]"), "There is no topic set named 'treez'"),
        (("x", "--of", "trees", "--recipe", "[]"), "The recipe has no steps"),
        (("trees", "--of", "trees", "--recipe", '{"kind": "rotate"}'), "trees"),
    ],
)
def test_the_command_refuses_in_a_sentence(
    trees: Collection, arguments: tuple[str, ...], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        run(*arguments)


def test_a_name_of_both_is_asked_about(trees: Collection) -> None:
    make_topics("trees")
    asked = ("x", "--of", "trees", "--recipe", '{"kind": "rotate"}')
    with pytest.raises(CommandError, match="say --what collection or --what topics"):
        run(*asked)
    run(*asked, "--what", "topics")
    assert TopicSet.objects.filter(name="x").exists()
