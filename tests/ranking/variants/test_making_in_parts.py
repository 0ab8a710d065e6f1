"""A variant comes part by part; until all of it is there, nothing can use it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import connection
from django.db.models.functions import Now

from ranking.collections.docid_maps import docid_map
from ranking.collections.passages import NewPassage, append_passages
from ranking.exceptions import BeingMade, MakingFailed, NameTaken, RankingError, RecipeRefused
from ranking.lookup import by_name
from ranking.models import Collection, Passage, TopicSet, VariantMaking
from ranking.variants import parts, working
from ranking.variants.making import (
    LOCK,
    MadeVariant,
    is_made,
    make_topics_variant,
    make_variant_now,
    variant_progress,
    wait_for_variant,
)
from ranking.variants.texts import varied
from ranking.variants.working import (
    LOST,
    MAX_ATTEMPTS,
    OFFERED_FOR,
    offer_waiting_variants,
    work_on_variant,
)
from regrade.variants import Recipe, recipe_of
from regrade.variants.rewording import lemma_finder
from regrade.variants.wordnet import load_lexicon
from tests.factories import make_collection, make_topics
from tests.ranking.variants.varied_trees import (
    SWAP,
    begin,
    make_one,
    make_trees,
    run,
    texts_of,
    variant,
)
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def trees(db: None) -> Collection:
    return make_trees()


@pytest.fixture
def begun(trees: Collection) -> Collection:
    return begin(trees)


def test_what_is_being_made_can_be_used_by_nothing(
    trees: Collection, begun: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_one(begun, monkeypatch)
    with refused(BeingMade, "being_made", field="of"):
        begin(begun, "varied-again")
    uses: list[Callable[[], object]] = [
        lambda: append_passages(collection=begun, passages=[NewPassage("d9", "", "new")]),
        lambda: docid_map(begun),
    ]
    for use in uses:
        with refused(BeingMade, "being_made"):
            use()
    with refused(RankingError, "has_variants"):
        append_passages(collection=trees, passages=[NewPassage("d9", "", "new")])
    with refused(BeingMade, "being_made", field="collection") as caught:
        by_name(Collection, "varied")
    assert "1 of 4 passages" in str(caught.value)
    assert (is_made(begun), begun.n_passages, begun.text_version) == (False, 4, 0)
    assert list(Collection.objects.made().values_list("name", flat=True)) == ["trees"]


def test_what_is_made_can_be_used(begun: Collection) -> None:
    make_variant_now(collection=begun)
    assert (is_made(begun), begun.n_passages) == (True, 4)
    assert by_name(Collection, "varied") == begun
    assert begin(begun, "varied-again").parent == begun


def test_the_same_again_is_what_there_is_finished_or_not(
    trees: Collection, begun: Collection
) -> None:
    assert begin(trees) == begun
    counts = variant(trees)
    assert begin(trees) == begun
    assert variant(trees) == counts
    VariantMaking.objects.all().delete()  # as of a release that kept none
    assert (begin(trees), variant(trees)) == (begun, counts)
    assert variant_progress(name="varied").is_made
    assert Passage.objects.filter(collection=begun).count() == 4


@pytest.mark.parametrize(
    "other", [{"given": {"kind": "rotate"}}, {"given": {**SWAP, "amount": 0.5}}, {"seed": 4}]
)
def test_another_recipe_or_seed_cannot_have_the_name(
    trees: Collection, begun: Collection, other: dict[str, Any]
) -> None:
    with refused(NameTaken, "name_taken", field="name"):
        begin(trees, **other)
    with refused(NameTaken, "name_taken", field="name"):
        begin(make_collection("other"))


def test_the_same_topics_again_are_what_there_is() -> None:
    topics, recipe = make_topics(), recipe_of(SWAP)
    made = [make_topics_variant(name="s", of=topics, recipe=recipe, seed=seed) for seed in (1, 1)]
    assert made[0] == made[1]
    with refused(NameTaken, "name_taken", field="name"):
        make_topics_variant(name="s", of=topics, recipe=recipe, seed=2)
    assert TopicSet.objects.count() == 2


def test_a_variant_keeps_which_document_a_passage_is_of(trees: Collection) -> None:
    place = {"document_id": "long", "position_in_document": 2}
    Passage.objects.filter(doc_id="d2").update(**place)
    variant(trees)
    assert Passage.objects.filter(collection__name="varied", **place).count() == 1


def test_a_worker_that_lacks_what_a_recipe_needs_says_so(trees: Collection, tmp_path: Path) -> None:
    folder = tmp_path / "wordnet"
    folder.mkdir()
    for name in ("index.noun", "noun.exc"):
        (folder / name).write_text("")
    recipe = {"kind": "lemmatize", "amount": 1, "wordnet": str(folder)}
    begun = begin(trees, given=recipe)
    folder.rename(tmp_path / "elsewhere")
    for kept in (lemma_finder, load_lexicon):
        kept.cache_clear()  # as a worker begins
    work_on_variant(collection_id=begun.pk)
    why = variant_progress(name="varied").error
    assert "lacks index.noun" in why
    with refused(BeingMade, "making_failed", field="collection") as caught:
        by_name(Collection, "varied")
    assert "0 of 4 passages" in str(caught.value)
    assert why.rstrip(".") in str(caught.value)
    with refused(MakingFailed, "making_failed") as failed:
        wait_for_variant(collection=begun)
    assert why in str(failed.value)
    (tmp_path / "elsewhere").rename(folder)
    work_on_variant(collection_id=begun.pk)  # as long as nobody asks again, it stays
    assert variant_progress(name="varied").error == why
    assert variant(trees, given=recipe).n_texts == 3


def test_other_versions_do_not_go_on_with_what_was_begun(begun: Collection) -> None:
    assert begun.recipe is not None
    Collection.objects.filter(pk=begun.pk).update(
        recipe=begun.recipe | {"versions": begun.recipe["versions"] | {"regrade": "older"}}
    )
    with refused(RecipeRefused, "other_release", field="recipe"):
        make_variant_now(collection=begun)
    assert "begun with regrade older" in variant_progress(name="varied").error


def test_another_release_of_python_goes_on(begun: Collection) -> None:
    assert begun.recipe is not None
    Collection.objects.filter(pk=begun.pk).update(
        recipe=begun.recipe | {"versions": begun.recipe["versions"] | {"python": "3.9.9"}}
    )
    assert make_variant_now(collection=begun).n_texts == 3


def test_workers_that_end_with_the_same_passages_are_not_tried_for_ever(
    begun: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_one(begun, monkeypatch)
    VariantMaking.objects.update(n_attempts=MAX_ATTEMPTS)
    work_on_variant(collection_id=begun.pk)
    assert variant_progress(name="varied").error == LOST
    make_variant_now(collection=begun)
    assert VariantMaking.objects.get().n_attempts == 0


@pytest.mark.parametrize(
    ("is_worked_on", "ago", "n"), [(False, 2, 1), (True, 2, 0), (False, 0.5, 0)]
)
def test_what_nobody_works_on_is_offered_again_after_a_while(
    is_worked_on: bool, ago: float, n: int, begun: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: list[int] = []
    monkeypatch.setattr(working, "offer", lambda _, ids, **options: offered.extend(ids))
    VariantMaking.objects.update(offered_at=Now() - ago * OFFERED_FOR)
    with closing(connection.copy()) as other, other.cursor() as cursor:
        if is_worked_on:
            cursor.execute("SELECT pg_advisory_lock(hashtext(%s), %s)", [LOCK, begun.pk])
        assert offer_waiting_variants() == n
        assert offer_waiting_variants() == 0  # that was a moment ago
    assert offered == [begun.pk] * n


def test_a_part_that_somebody_else_made_meanwhile_does_not_land_again(
    begun: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_one(begun, monkeypatch)
    n_overtaken = 0

    def overtaken(recipe: Recipe, text: str, seed: int, key: int) -> str:
        nonlocal n_overtaken
        if key == 1 and n_overtaken == 0:
            n_overtaken += 1
            parts.make_part(collection_id=begun.pk, recipe=recipe)
        return varied(recipe, text, seed, key)

    monkeypatch.setattr(parts, "varied", overtaken)
    assert parts.make_part(collection_id=begun.pk, recipe=recipe_of(SWAP)) == 2
    assert n_overtaken == 1
    assert list(texts_of("varied")) == ["d1", "d2"]


def test_what_lacks_a_passage_or_is_no_variant_is_not_made(trees: Collection) -> None:
    Collection.objects.filter(pk=trees.pk).update(n_passages=5)
    with refused(RankingError, "passage_missing"):
        variant(trees)
    with refused(RankingError, "no_variant"):
        make_variant_now(collection=trees)


def test_a_variant_of_nothing_is_made() -> None:
    assert variant(make_collection("nothing", {})) == MadeVariant("varied", 0, 0, 0)
    assert by_name(Collection, "varied").n_passages == 0


def test_what_was_never_finished_can_be_taken_away(
    trees: Collection, begun: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_one(begun, monkeypatch)
    assert run("varied", "--drop") == "Took varied away, with 1 passages.\n"
    append_passages(collection=trees, passages=[NewPassage("d9", "", "new")])
    variant(trees)
    with refused(CommandError, "variant_complete"):
        run("varied", "--drop")
    with refused(CommandError, "not_found"):
        run("varies", "--drop")
