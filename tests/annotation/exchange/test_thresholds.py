from __future__ import annotations

from functools import partial

import pytest

from annotation.exceptions import LabelsRefused
from annotation.exchange.files_alone import Thresholds, read_own
from regrade.files.numbers import parse_count
from tests.refusals import refused


def own(*text: str) -> dict[int, int]:
    place_of = partial(parse_count, "PLACE")
    return read_own(text, field="own", form="PLACE=N", place_of=place_of)


def test_thresholds_are_read_by_the_place_of_their_file() -> None:
    assert own("2=1", "3=-1") == {2: 1, 3: -1}


@pytest.mark.parametrize("text", ["2", "=1", "2=", "old.txt=1", "-1=1", "2=1_0", "2=40000", "2=٣"])
def test_a_threshold_of_another_form_is_refused(text: str) -> None:
    with refused(LabelsRefused, "bad_threshold") as caught:
        own(text)
    assert str(caught.value).startswith(f"own {text!r}: ")
    assert str(caught.value).endswith("Write PLACE=N.")


def test_two_thresholds_of_one_file_are_refused() -> None:
    with refused(LabelsRefused, "named_twice"):
        own("2=1", "02=2")


@pytest.mark.parametrize(
    ("place", "code", "named"),
    [
        (0, "unknown_file", "the last file is 3"),
        (4, "unknown_file", "the last file is 3"),
        (1, "threshold_of_run", "a.run"),
    ],
)
def test_a_threshold_of_no_label_file_is_refused(place: int, code: str, named: str) -> None:
    with refused(LabelsRefused, code) as caught:
        Thresholds(own={place: 1}).refuse_others(["a.run", "b", "c"], [True, False, False])
    assert named in str(caught.value)
