"""The notebooks of the documentation run against a real server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest
from django.contrib.auth.models import User
from matplotlib import pyplot
from pytest_django.live_server_helper import LiveServer

from annotation.models import LabelSet
from annotation.tokens.issuing import issue_token
from regrade.client.settings import SERVER, TOKEN
from tests.source_tree import ROOT
from tests.tiers import thorough

NOTEBOOKS = ROOT / "docs" / "notebooks"
ALL = sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))
PATH = re.compile(r"(^|[\s\"'])(/|~|[A-Z]:\\\\)\w")


def cells(name: str, kind: str) -> list[dict[str, Any]]:
    notebook = json.loads((NOTEBOOKS / name).read_text("utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    return [cell for cell in notebook["cells"] if cell["cell_type"] == kind]


@pytest.fixture
def place(
    live_server: LiveServer, owner: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server and a token in the environment; figures that nobody looks at."""
    mpl.use("agg")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv(SERVER, live_server.url)
    token = issue_token(account=owner, name="notebook", scopes=["research", "organize"]).text
    monkeypatch.setenv(TOKEN, token)


@contextmanager
def run(name: str) -> Iterator[dict[str, Any]]:
    """The names that a notebook has after its last cell."""
    names: dict[str, Any] = {}
    for number, cell in enumerate(cells(name, "code")):
        exec(compile("".join(cell["source"]), f"{name}, code cell {number}", "exec"), names)
    pyplot.close("all")
    with names["server"]:
        yield names


@thorough
@pytest.mark.usefixtures("place")
def test_two_runs_come_to_a_comparison_with_its_figure() -> None:
    with run("comparison.ipynb") as names:
        words = set(re.findall(r"[\w-]+", names["found"].verdict))
        assert {"nb-comparison-bm25", "nb-comparison-bert"} <= words
        assert [len(axis.patches) for axis in names["figure"].axes] == [24, 24]
        assert len(names["found"].rows) == 4
        assert names["saved"].content_hash == names["found"].content_hash


@thorough
@pytest.mark.usefixtures("place")
def test_judgments_come_to_agreement_and_label_sets() -> None:
    with run("judgments.ipynb") as names:
        for coefficient in ("fleiss_kappa", "alpha_ordinal"):
            value = names["by_server"][coefficient]["value"]
            assert getattr(names["mine"], coefficient) == pytest.approx(value)
        assert [len(bars) for bars in names["axis"].containers] == [3] * 4
        for one in names["derived"]:
            rule = one.name.removeprefix("nb-judgments-")
            assert one.counts["n_relevant"] == names["n_relevant"](rule)
        assert LabelSet.objects.count() == 2


@pytest.mark.parametrize("name", ALL)
def test_a_notebook_is_stored_without_outputs_and_paths(name: str) -> None:
    for cell in cells(name, "code"):
        assert (cell["outputs"], cell["execution_count"]) == ([], None)
        assert not PATH.search("".join(cell["source"]))
    assert len(cells(name, "markdown")) >= len(cells(name, "code")) - 1


def test_the_documentation_links_to_each_notebook() -> None:
    assert ALL == ["comparison.ipynb", "judgments.ipynb"]
    page = (ROOT / "docs" / "programs.md").read_text("utf-8")
    assert [name for name in ALL if f"(notebooks/{name})" not in page] == []
