from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from regrade.variants import RecipeError, recipe_of, vary
from regrade.variants.custom import offered_changes
from tests.refusals import refused
from tests.regrade.variants.changed import changed

MODULE = """
def shout(text, rng):
    return text.upper() + "!" * int(rng.random() * 9)

def number(text, rng):
    return 3
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package with two changes of its own."""
    (tmp_path / "shouting.py").write_text(MODULE)
    shown = tmp_path / "shouting-1.2.dist-info"
    shown.mkdir()
    (shown / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting\nVersion: 1.2\n")
    points = "[regrade.variants]\nshout = shouting:shout\nnumber = shouting:number\n"
    (shown / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(tmp_path)
    offered_changes.cache_clear()
    yield
    offered_changes.cache_clear()


@pytest.mark.usefixtures("package")
def test_custom_calls_what_a_package_offers() -> None:
    found = {changed("a", kind="custom", name="shout", seed=seed) for seed in range(30)}
    assert found <= {"A" + "!" * n for n in range(9)}
    assert len(found) > 3
    assert changed("a", kind="custom", name="shout") == changed("a", kind="custom", name="shout")


@pytest.mark.usefixtures("package")
def test_custom_stores_the_package_and_maps_nothing() -> None:
    recipe = recipe_of({"kind": "custom", "name": "shout"})
    assert dict(recipe.as_stored().versions)["shouting"] == "1.2"
    assert vary(recipe, "a", seed=1, key=0).mapping is None


@pytest.mark.usefixtures("package")
def test_custom_refuses_what_is_no_text() -> None:
    with refused(RecipeError, "returned_no_text"):
        changed("a", kind="custom", name="number")


@pytest.mark.usefixtures("package")
def test_custom_names_what_there_is() -> None:
    with refused(RecipeError, "change_not_installed") as caught:
        changed("a", kind="custom", name="sing")
    assert "there are number, shout" in str(caught.value)


def test_custom_says_that_there_is_none() -> None:
    offered_changes.cache_clear()
    with refused(RecipeError, "change_not_installed"):
        changed("a", kind="custom", name="sing")
