from __future__ import annotations

from typing import Any

import pytest

from evaluation.models import Study, StudyRun
from evaluation.studies.asked import AskedRanker, AskedVariant
from evaluation.studies.cost import preview_study
from evaluation.studies.starting import start_study
from ranking.exceptions import NameTaken, RecipeRefused
from ranking.models import Collection, Run, TopicSet
from regrade.exceptions import RegradeError
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


def test_crossed_variants_stand_with_each_other_as_well() -> None:
    start_study(asked=asked(crosses=True, rankers=RANKERS[:1]))
    titles = list(StudyRun.objects.order_by("number").values_list("variant", flat=True))
    q, p = "[Q] NeighCharSwap(one)", "[P] TruncateWords(2)"
    assert titles == ["Original", q, p, f"{q} {p}"]


def test_crossed_variants_keep_their_titles() -> None:
    named = [SWAPPED._replace(title="Typos"), CUT._replace(title="First words")]
    start_study(asked=asked(crosses=True, variants=named, rankers=RANKERS[:1]))
    titles = list(StudyRun.objects.order_by("number").values_list("variant", flat=True))
    assert titles == ["Original", "Typos", "First words", "Typos First words"]


def test_recipes_that_differ_in_what_no_title_tells_have_names_of_their_own() -> None:
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
    with pytest.raises(NameTaken, match="of other variants; choose"):
        start_study(asked=asked(variants=[SWAPPED]))
    with pytest.raises(NameTaken, match="of other rankers; choose"):
        start_study(asked=asked(rankers=RANKERS[:1]))


def test_variants_made_before_serve_another_study() -> None:
    start_study(asked=asked())
    start_study(asked=asked(name="second"))
    assert (TopicSet.objects.count(), Collection.objects.count()) == (2, 2)


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no variant": ({"variants": []}, "needs a variant"),
    "no ranker": ({"rankers": []}, "needs a ranker"),
    "the originals as a variant": (
        {"variants": [AskedVariant(topics="needs")]},
        "needs and trees are the originals",
    ),
    "a variant of nothing": ({"variants": [AskedVariant()]}, "names topics, a collection, or"),
    "one twice": (
        {"variants": [SWAPPED, SWAPPED]},
        "are of noise.typos-queries-swap_characters-one and trees",
    ),
    "texts twice": (
        {"variants": [SWAPPED, SWAPPED._replace(title="Another")]},
        "are of noise.typos-queries-swap_characters-one and trees",
    ),
    "two of one title": (
        {"variants": [SWAPPED._replace(title="A"), CUT._replace(title="A")]},
        "are called A",
    ),
    "no variant of the originals": (
        {"variants": [AskedVariant(topics="foreign")]},
        "foreign is no variant of needs",
    ),
    "an unknown recipe": (
        {"variants": [SWAPPED._replace(recipe={"kind": "burn"})]},
        "there is no kind 'burn'",
    ),
    "no such preset": ({"variants": [SWAPPED._replace(recipe="burn")]}, "no preset 'burn'"),
    "a ranker twice": ({"rankers": [RANKERS[0], RANKERS[0]]}, "Two rankers are called BM25"),
    "a ranker of nothing": ({"rankers": [AskedRanker("x")]}, "x says neither"),
    "re-ranking what comes later": (
        {"rankers": [AskedRanker("dot", DOT, "BM25"), RANKERS[0]]},
        "no ranker before it",
    ),
    "a model that is none": (
        {"rankers": [AskedRanker("dot", {**DOT, "model": "/nowhere"})]},
        "nowhere",
    ),
    "k1 out of range": ({"rankers": [AskedRanker("BM25", {**BM25, "k1": -1.0})]}, "k1"),
    "no such run": ({"rankers": [AskedRanker("x", runs=["y"])]}, "no run named 'y'"),
    "no run over a variant": (
        {"rankers": [AskedRanker("x", runs=["imported"])]},
        r"x has no run over noise.typos\S+ and trees",
    ),
    "a run of that name": ({"name": "taken"}, "run named 'taken.BM25' already"),
    "labels of other topics": ({"labels": "elsewhere"}, "elsewhere labels foreign over trees"),
    "no such labels": ({"labels": "none"}, "no label set named 'none'"),
    "no such measure": ({"measures": "XYZ"}, "XYZ"),
    "no such test": ({"test": "xyz"}, "A study has no test 'xyz'"),
    "no such correction": ({"correction": "xyz"}, "no correction 'xyz'"),
    "a name with a comma": ({"name": "a,b"}, "cannot name a study"),
}


@pytest.mark.parametrize("case", REFUSED)
@pytest.mark.parametrize("act", [start_study, preview_study])
def test_a_refused_study_leaves_nothing(case: str, act: Any) -> None:
    changes, sentence = REFUSED[case]
    collection, topic_set = Collection.objects.get(), TopicSet.objects.get()
    make_labels("elsewhere", collection, make_topics("foreign"), {"q1": {"d1": 1}})
    make_run("imported", collection, topic_set, {"q1": ["d1"]})
    make_run("taken.BM25", collection, topic_set, {"q1": ["d1"]})
    before = _counts()
    with pytest.raises(RegradeError, match=sentence):
        act(asked=asked(**changes)) if act is start_study else act(asked(**changes))
    assert _counts() == before


def test_a_preview_tells_the_size_and_stores_nothing() -> None:
    before = _counts()
    cost = preview_study(asked())
    assert _counts() == before
    assert (cost.n_runs, cost.n_there, cost.seconds) == (6, 0, None)
    assert [(each.ranker, each.n_runs, each.n_topics, each.n_pairs) for each in cost.rankers] == [
        ("BM25", 3, 9, 0),
        ("dot", 3, 9, 18),
    ]
    assert [texts.n_texts for texts in cost.to_make] == [3, 3]


def test_recipes_that_need_what_is_not_here_are_refused_as_such() -> None:
    recipe = {"kind": "lemmatize", "amount": 1.0, "wordnet": "/nowhere"}
    with pytest.raises(RecipeRefused, match="nowhere"):
        start_study(asked=asked(variants=[CUT._replace(recipe=recipe)]))


def _counts() -> list[int]:
    models = (Study, StudyRun, TopicSet, Collection, Run)
    return [model._default_manager.count() for model in models]
