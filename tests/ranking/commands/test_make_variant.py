"""Variants at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError

from ranking.management.commands import make_variant
from ranking.models import Collection, TopicSet
from ranking.variants import parts
from ranking.variants.making import (
    is_made,
)
from ranking.variants.working import work_on_variant
from regrade.variants import recipe_of, vary_text
from tests.factories import make_topics
from tests.ranking.variants.varied_trees import (
    SWAP,
    begin,
    make_trees,
    run,
    texts_of,
    variant,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def trees(db: None) -> Collection:
    return make_trees()


@pytest.fixture
def begun(trees: Collection) -> Collection:
    return begin(trees)


def test_the_command_makes_what_is_asked_for(trees: Collection, tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.json"
    recipe.write_text(json.dumps(SWAP))
    found = run("varied", "--of", "trees", "--recipe", str(recipe), "--seed", "3")
    assert found.startswith("Variant varied of trees, seed 3:")
    variant(trees, "again")
    assert texts_of("varied") == texts_of("again")


def test_the_command_shows_texts_before_and_after(trees: Collection) -> None:
    found = run("--of", "trees", "--recipe", json.dumps(SWAP), "--preview", "1", "--seed", "3")
    after = vary_text(recipe_of(SWAP), "oaks grow slowly", seed=3, key=0)
    assert found == f"d1\n- oaks grow slowly\n+ {after}\n"
    assert Collection.objects.count() == 1


def test_the_command_lists_what_is_ready() -> None:
    assert "typos-queries-remove_space-one  The typos paper" in run("--list")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name and of and recipe"),
        (("x", "--of", "trees", "--recipe", "typoes"), "typoes"),
        (("x", "--of", "trees", "--recipe", "{"), "JSON"),
        (("x", "--of", "trees", "--recipe", '{"kind": "shuffle"}'), "'shuffle'"),
        (("x", "--of", "treez", "--recipe", "[]"), "'treez'"),
    ],
)
def test_the_command_refuses_naming_what_was_wrong(
    trees: Collection, arguments: tuple[str, ...], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        run(*arguments)


def test_the_command_says_what_stays_when_it_is_stopped(
    trees: Collection, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(parts, "varied", stop)
    with pytest.raises(SystemExit) as stopped:
        run("varied", "--of", "trees", "--recipe", json.dumps(SWAP))
    assert stopped.value.code == 130
    assert "the same command goes on with varied" in capsys.readouterr().err
    assert not is_made(Collection.objects.get(name="varied"))


def test_the_command_leaves_a_collection_to_workers(
    trees: Collection, begun: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker is quick here: it is at it as soon as it is offered."""
    monkeypatch.setattr(
        make_variant, "offer_variant", lambda collection: work_on_variant(collection_id=begun.pk)
    )
    found = run("varied", "--of", "trees", "--recipe", json.dumps(SWAP), "--seed", "3", "--workers")
    assert found.startswith("Variant varied of trees, seed 3:")
    assert is_made(begun)


def test_a_name_of_both_is_asked_about(trees: Collection) -> None:
    make_topics("trees")
    asked = ("x", "--of", "trees", "--recipe", '{"kind": "rotate"}')
    with pytest.raises(CommandError, match="--what"):
        run(*asked)
    run(*asked, "--what", "topics")
    assert TopicSet.objects.filter(name="x").exists()
