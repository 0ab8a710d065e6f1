from __future__ import annotations

from collections.abc import Sequence

import pytest

from annotation.campaigns.pilot_verdict import ALPHA, DisputedPair, PilotLevel, pilot_verdict


def shared(*grades: Sequence[int]) -> list[DisputedPair]:
    """Pairs 1, 2, ... with these grades."""
    return [DisputedPair(at, f"query {at}", given) for at, given in enumerate(grades, start=1)]


FIVE = shared([1, 1, 1], [1, 2, 4], [3, 3, 3], [1, 5, 5], [2, 2, 3])


def test_low_agreement_names_the_pairs_most_disagreed_on() -> None:
    verdict = pilot_verdict(0.208, FIVE, n_assessors=3)
    assert verdict.level == PilotLevel.LOW
    assert [one.id for one in verdict.disputed] == [4, 2]
    assert verdict.sentence == (
        f"Agreement is low ({ALPHA} 0.21 over 5 pairs by 3 assessors): look at these 2 pairs before"
        f" you open. With so few pairs, {ALPHA} is only a rough guide."
    )


def test_once_the_campaign_is_open_nothing_is_asked_before_opening() -> None:
    verdict = pilot_verdict(0.208, FIVE, n_assessors=3, is_ahead=False)
    assert "before" not in verdict.sentence
    assert len(verdict.disputed) == 2


@pytest.mark.parametrize(
    ("alpha", "level"),
    [(-0.3, "low"), (0.666, "low"), (0.667, "tentative"), (0.799, "tentative"), (0.8, "good")],
)
def test_the_thresholds_are_krippendorffs(alpha: float, level: str) -> None:
    verdict = pilot_verdict(alpha, FIVE * 4, n_assessors=3)
    assert verdict.level == level
    assert ("rough" in verdict.sentence, bool(verdict.disputed)) == (False, level != "good")


@pytest.mark.parametrize(
    ("alpha", "shown"), [(0.9951, "above 0.995"), (0.994, "0.99"), (1, "1.00")]
)
def test_less_than_1_never_reads_as_1(alpha: float, shown: str) -> None:
    assert f"({ALPHA} {shown} over" in pilot_verdict(alpha, FIVE, n_assessors=3).sentence


def test_a_verdict_takes_some_pairs_and_grades_that_differ() -> None:
    few = pilot_verdict(0.9, FIVE[:1], n_assessors=3)
    alike = pilot_verdict(None, shared(*[[1, 1]] * 6), n_assessors=2)
    assert few.level == alike.level == PilotLevel.TOO_FEW
    assert few.sentence == ("Too few judgments yet: 1 pair has two grades, and a verdict takes 5.")
    assert alike.sentence.startswith("All grades of 6 pairs are the same")
