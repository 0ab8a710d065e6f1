from __future__ import annotations

import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from evaluation.scores import verifying as module
from regrade.score.verifying import Verified
from tests.evaluation.single_precision import make_close_run
from tests.factories import make_collection, make_labels, make_run, make_topics
from tests.oracles import pytrec_eval

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def ground(db: None) -> None:
    assert pytrec_eval  # else it is skipped
    collection, topic_set = make_collection(), make_topics()
    make_close_run("close", collection, topic_set)
    make_run("plain", collection, topic_set, {"q1": ["d2", "d1"]})
    make_labels("nist", collection, topic_set, {"q1": {"d1": 1, "d2": 2}, "q2": {"d2": 1}})


def verified() -> list[str]:
    out = StringIO()
    asked = ["--labels=nist", "--measures=RR,P(rel=2)@1,nDCG@10,RR@10"]
    call_command("verify_scores", "--runs=close,plain", *asked, stdout=out)
    return out.getvalue().splitlines()


def test_verify_scores_shows_equal_values_and_what_double_precision_changes() -> None:
    close, plain = "close under nist", "plain under nist"
    equal = "values equal to 1e-09 those of pytrec_eval, in single precision on both sides."
    lacking = "not verified, since pytrec_eval does not have it: RR@10."
    found = verified()
    changes = found.pop(2)
    assert changes.startswith(
        f"{close}: in double precision the order of 2 topics changes (q1, q2): means become "
    )
    assert "RR@10 0.5000 -> 0.7500" in changes
    left = "pytrec_eval is not asked about topics which the run lacks or which have negative"
    assert found == [
        f"{close}: 6 of 6 {equal}",
        f"{close}: {lacking}",
        f"{plain}: 3 of 3 {equal}",
        f"{plain}: {lacking}",
        f"{plain}: {left} labels alone: q2.",
        f"{plain}: in double precision every topic has the same order.",
    ]


def test_verify_scores_ends_with_an_error_where_a_value_differs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "verify", lambda *_: Verified("run", 2, ("RR differs.",), ()))
    with pytest.raises(CommandError, match="2 values"):
        verified()


def test_verify_scores_names_a_missing_pytrec_eval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pytrec_eval", None)
    with pytest.raises(CommandError, match="pytrec_eval"):
        verified()
