from __future__ import annotations

from typing import Any

import pytest

from annotation.models import LabelSet
from evaluation.exceptions import NotComparable, StudyRefused
from evaluation.models import Study, StudyRun
from evaluation.studies.lines import AskedRanker, AskedVariant
from evaluation.studies.progress import preview_study
from evaluation.studies.starting import start_study
from ranking.exceptions import NameRefused, NameTaken, NotFound, RecipeRefused
from ranking.models import Collection, Run, TopicSet
from regrade.exceptions import RegradeError
from tests.evaluation.sampled_labels import import_sample
from tests.evaluation.studies.study_cases import (
    BM25,
    CUT,
    DOT,
    RANKERS,
    SWAPPED,
    asked,
    make_ground,
)
from tests.factories import make_labels, make_run, make_topics, make_variant
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def ground(db: None) -> None:
    make_ground()


def test_a_study_is_a_frozen_matrix_of_all_rankers_over_all_texts() -> None:
    start_study(asked=asked())
    fields = StudyRun.objects.order_by("number").values_list(
        "variant", "ranker", "topic_set__name", "collection__name", "after__ranker", "name"
    )
    swapped, cut = "noise.typos-queries-swap_characters-one", "noise.passages-TruncateWords(2)"
    q, p = "[Q] NeighCharSwap(one)", "[P] TruncateWords(2)"
    assert list(fields) == [
        ("Original", "BM25", "needs", "trees", None, "noise.BM25"),
        ("Original", "dot", "needs", "trees", "BM25", "noise.dot"),
        (q, "BM25", swapped, "trees", None, "noise.BM25.[Q]-NeighCharSwap(one)"),
        (q, "dot", swapped, "trees", "BM25", "noise.dot.[Q]-NeighCharSwap(one)"),
        (p, "BM25", "needs", cut, None, "noise.BM25.[P]-TruncateWords(2)"),
        (p, "dot", "needs", cut, "BM25", "noise.dot.[P]-TruncateWords(2)"),
    ]


def test_labels_that_are_a_sample_are_refused() -> None:
    import_sample("drawn", LabelSet.objects.get(), [0.5])
    with refused(NotComparable, "labels_are_a_sample", field="labels"):
        start_study(asked=asked(labels="drawn"))


@pytest.mark.parametrize("names", [(None, None), ("Typos", "First words")])
def test_crossed_variants_stand_with_each_other_as_well(names: tuple[str | None, ...]) -> None:
    variants = [each._replace(title=name) for each, name in zip((SWAPPED, CUT), names, strict=True)]
    start_study(asked=asked(crosses=True, variants=variants, rankers=RANKERS[:1]))
    titles = list(StudyRun.objects.order_by("number").values_list("variant", flat=True))
    q, p = names[0] or "[Q] NeighCharSwap(one)", names[1] or "[P] TruncateWords(2)"
    assert titles == ["Original", q, p, f"{q} {p}"]


def test_recipes_that_differ_in_what_no_title_shows_have_names_of_their_own() -> None:
    recipes = [
        {"kind": "swap_characters", "amount": 0.5, "words": words} for words in ("any", "long")
    ]
    start_study(
        asked=asked(
            variants=[
                SWAPPED._replace(recipe=recipe, title=f"way {number}")
                for number, recipe in enumerate(recipes)
            ]
        )
    )
    made = TopicSet.objects.filter(parent__isnull=False).values_list("name", flat=True)
    name = "noise.queries-NeighCharSwap(0.5)"
    assert sorted(made) == [name, f"{name}-2"]


def test_a_variant_of_a_variant_is_called_by_both_recipes() -> None:
    start_study(asked=asked(variants=[SWAPPED]))
    once = TopicSet.objects.get(name="noise.typos-queries-swap_characters-one")
    make_variant("twice", once)
    start_study(asked=asked(name="more", variants=[AskedVariant(topics="twice")]))
    [title] = set(Study.objects.get(name="more").runs.values_list("variant", flat=True)) - {
        "Original"
    }
    assert title == "[Q] NeighCharSwap(one)+capitals"


def test_the_same_study_again_is_the_one_there_is_and_makes_nothing() -> None:
    first = start_study(asked=asked())
    again = start_study(asked=asked(test="t", measures="RR@5"))
    assert (again.pk, StudyRun.objects.count(), TopicSet.objects.count()) == (first.pk, 6, 2)
    assert (again.test, again.measures) == ("t", "RR@5")  # what its tables begin with


def test_another_matrix_under_the_name_is_refused_and_says_what_differs() -> None:
    start_study(asked=asked())
    with refused(NameTaken, "name_taken", field="name", says="variants"):
        start_study(asked=asked(variants=[SWAPPED]))
    with refused(NameTaken, "name_taken", field="name", says="rankers"):
        start_study(asked=asked(rankers=RANKERS[:1]))


def test_variants_made_before_serve_another_study() -> None:
    start_study(asked=asked())
    start_study(asked=asked(name="second"))
    assert (TopicSet.objects.count(), Collection.objects.count()) == (2, 2)


# What is asked, and with which code or as which error of another app it is refused.
REFUSED: dict[str, tuple[dict[str, Any], str | type[RegradeError]]] = {
    "no variant": ({"variants": []}, "no_variant"),
    "no ranker": ({"rankers": []}, "no_ranker"),
    "the originals as a variant": (
        {"variants": [AskedVariant(topics="needs")]},
        "originals_as_variant",
    ),
    "a variant of nothing": ({"variants": [AskedVariant()]}, "variant_of_nothing"),
    "texts twice": (
        {"variants": [SWAPPED, SWAPPED._replace(title="Another")]},
        "variant_twice",
    ),
    "two of one title": (
        {"variants": [SWAPPED._replace(title="A"), CUT._replace(title="A")]},
        "variant_twice",
    ),
    "no variant of the originals": (
        {"variants": [AskedVariant(topics="foreign")]},
        "not_a_variant",
    ),
    "an unknown recipe": (
        {"variants": [SWAPPED._replace(recipe={"kind": "burn"})]},
        RecipeRefused,
    ),
    "no such preset": ({"variants": [SWAPPED._replace(recipe="burn")]}, RecipeRefused),
    "a folder that is not here": (
        {"variants": [CUT._replace(recipe={"kind": "lemmatize", "wordnet": "/nowhere"})]},
        RecipeRefused,
    ),
    "a ranker twice": ({"rankers": [RANKERS[0], RANKERS[0]]}, "ranker_twice"),
    "too many rankers": ({"rankers": [RANKERS[0]] * 1000}, "too_many_runs"),
    "a ranker of nothing": ({"rankers": [AskedRanker("x")]}, "ranker_of_nothing"),
    "re-ranking what comes later": (
        {"rankers": [AskedRanker("dot", DOT, "BM25"), RANKERS[0]]},
        "first_stage_missing",
    ),
    "a model that is none": (
        {"rankers": [AskedRanker("dot", {**DOT, "model": "/nowhere"})]},
        RegradeError,
    ),
    "k1 out of range": ({"rankers": [AskedRanker("BM25", {**BM25, "k1": -1.0})]}, RegradeError),
    "no such run": ({"rankers": [AskedRanker("x", runs=["y"])]}, NotFound),
    "no run over a variant": (
        {"rankers": [AskedRanker("x", runs=["imported"])]},
        "run_missing",
    ),
    "a run of that name": ({"name": "taken"}, NameTaken),
    "labels of other topics": ({"labels": "elsewhere"}, "other_labels"),
    "no such labels": ({"labels": "none"}, NotFound),
    "no such measure": ({"measures": "XYZ"}, "unknown_measure"),
    "no such test": ({"test": "xyz"}, "unknown_test"),
    "no such correction": ({"correction": "xyz"}, "unknown_correction"),
    "a name with a comma": ({"name": "a,b"}, NameRefused),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refused_study_leaves_nothing(case: str) -> None:
    changes, why = REFUSED[case]
    collection, topic_set = Collection.objects.get(), TopicSet.objects.get()
    make_labels("elsewhere", collection, make_topics("foreign"), {"q1": {"d1": 1}})
    make_run("imported", collection, topic_set, {"q1": ["d1"]})
    make_run("taken.BM25", collection, topic_set, {"q1": ["d1"]})
    before = _counts()
    with pytest.raises(RegradeError if isinstance(why, str) else why) as caught:
        start_study(asked=asked(**changes))
    assert caught.value.code == why or not isinstance(why, str)
    assert _counts() == before


@pytest.mark.parametrize("changes", [{"rankers": []}, {"variants": [AskedVariant()]}])
def test_a_preview_refuses_what_a_study_does_and_leaves_nothing(changes: dict[str, Any]) -> None:
    before = _counts()
    with pytest.raises(StudyRefused):
        preview_study(asked(**changes))
    assert _counts() == before


def test_a_preview_shows_the_size_and_stores_nothing() -> None:
    before = _counts()
    cost = preview_study(asked())
    assert _counts() == before
    assert (cost.n_runs, cost.n_there, cost.seconds) == (6, 0, None)
    assert [(each.ranker, each.n_runs, each.n_topics, each.n_pairs) for each in cost.rankers] == [
        ("BM25", 3, 9, 0),
        ("dot", 3, 9, 18),
    ]
    assert [texts.n_texts for texts in cost.to_make] == [3, 3]


def _counts() -> list[int]:
    models = (Study, StudyRun, TopicSet, Collection, Run)
    return [model._default_manager.count() for model in models]
