from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.agreement.highlights.conventions import (
    CONVENTIONS,
    Coefficient,
    Convention,
    Empty,
    agreement_by_conventions,
    span_agreement,
)
from regrade.agreement.highlights.in_depth import HighlightedPair
from regrade.files.judging.mturk import read_mturk
from regrade.highlights import Highlights
from tests.real.real_data import SNIPPETS, needs_real_data
from tests.tiers import examples

STRICT: Any = CONVENTIONS["cast-strict"]
TEXT = "The bridge was closed to carriages"  # words at 0, 4, 11, 15, 22, 25
ALICE: Highlights = [(4, 21)]
BOB: Highlights = [(11, 21), (25, 34)]
CAROL: Highlights = []
spans = st.tuples(st.integers(0, 30), st.integers(1, 4)).map(lambda at: (at[0], sum(at)))
any_answers = st.lists(st.lists(spans, max_size=4), min_size=2, max_size=5)


def agreed(convention: Convention, *answers: Highlights, text: str = TEXT) -> float:
    [found] = span_agreement([HighlightedPair("q1", text, answers)], convention)
    return float(found)


@pytest.mark.parametrize(
    ("name", "of_two", "of_three"),
    [
        ("cast-strict", 10 / 26, 0.0),
        ("cast-lenient", 10 / 26, 10 / 26),
        ("words-strict", 2 / 4, 2 / 4),
        ("words-lenient", 2 / 4, 2 / 4),
        ("words-pairwise", 2 / 4, 2 / 4),
    ],
)
def test_conventions_by_hand(name: str, of_two: float, of_three: float) -> None:
    """Carol highlights nothing: an answer for CAsT's conventions, and none for those of words."""
    assert agreed(CONVENTIONS[name], ALICE, BOB) == pytest.approx(of_two)
    assert agreed(CONVENTIONS[name], ALICE, BOB, CAROL) == pytest.approx(of_three)


@pytest.mark.parametrize("coefficient", get_args(Coefficient))
@pytest.mark.parametrize(
    ("empty", "nobody", "one_of_two"), [("agree", 1, 0), ("differ", None, 0), ("leave-out",) * 3]
)
def test_answers_without_a_highlight_count_as_their_rule_says(
    coefficient: Coefficient, empty: Empty, nobody: object, one_of_two: object
) -> None:
    convention = Convention(coefficient, "characters", empty)
    for expected, answers in ((nobody, [CAROL, CAROL]), (one_of_two, [ALICE, CAROL])):
        found = agreed(convention, *answers)
        assert np.isnan(found) if not isinstance(expected, int) else found == expected


def test_a_couple_without_a_highlight_agrees_or_is_left_out() -> None:
    """Of three couples two have one highlight in one answer, and one has none."""
    answers = [ALICE, CAROL, CAROL]
    assert agreed(Convention("pairwise", "words", "agree"), *answers) == pytest.approx(1 / 3)
    assert agreed(Convention("pairwise", "words", "differ"), *answers) == 0.0


def test_a_pair_with_one_answer_is_left_out() -> None:
    for convention in CONVENTIONS.values():
        assert np.isnan(agreed(convention, ALICE))


@examples(60)
@given(any_answers, st.sampled_from(["agree", "differ", "leave-out"]), st.integers(1, 4))
def test_characters_are_those_of_sets(
    answers: Sequence[Highlights], empty: Empty, least: int
) -> None:
    kept = [answer for answer in answers if answer or empty != "leave-out"]
    sets = [{at for start, end in answer for at in range(start, end)} for answer in kept]
    strict, lenient, pairwise = (
        agreed(Convention(coefficient, "characters", empty, least), *answers)
        for coefficient in get_args(Coefficient)
    )
    any_of = set().union(*sets)
    if len(kept) < 2 or not any_of:
        expected = 1.0 if empty == "agree" else np.nan
        assert [strict, lenient, pairwise] == pytest.approx([expected] * 3, nan_ok=True)
        return
    assert strict == pytest.approx(len(set.intersection(*sets)) / len(any_of))
    often = [at for at in any_of if sum(at in one for one in sets) >= least]
    assert lenient == pytest.approx(len(often) / len(any_of))
    shares = [
        len(a & b) / len(a | b) if a | b else 1.0
        for a, b in combinations(sets, 2)
        if a | b or empty == "agree"
    ]
    assert pairwise == pytest.approx(np.mean(shares))


@pytest.mark.parametrize(
    ("convention", "sentence"),
    [
        (Convention("lenient", "words", "agree", 0), "1 assessor or more, got 0"),
        (STRICT._replace(least="2"), "least is '2'; it takes a whole number"),
        (STRICT._replace(least=1.5), "least is 1.5; it takes a whole number"),
        (STRICT._replace(coefficient="Strict"), "it takes one of strict, lenient, pairwise"),
        (STRICT._replace(unit="chars"), "unit is 'chars'; it takes one of characters, words"),
        (STRICT._replace(empty="leave_out"), "it takes one of agree, differ, leave-out"),
        ("strict", "no convention is called 'strict'; one of cast-strict, "),
        (None, "convention is None; it takes Convention or a text"),
    ],
)
def test_a_convention_that_cannot_be_used_is_refused(convention: Any, sentence: str) -> None:
    pair = HighlightedPair("q1", TEXT, [ALICE, BOB])
    with pytest.raises(ValueError, match=sentence):
        span_agreement([pair], convention)
    with pytest.raises(ValueError, match=sentence.removeprefix("convention is ")[:20]):
        agreement_by_conventions([pair], {"own": convention})


def test_a_convention_goes_by_its_name() -> None:
    pair = HighlightedPair("q1", TEXT, [ALICE, BOB])
    assert span_agreement([pair], "cast-strict") == span_agreement([pair], STRICT)


@pytest.mark.parametrize("end", [2.5, 2**70])
def test_spans_that_are_no_whole_numbers_of_64_bits_are_refused(end: Any) -> None:
    with pytest.raises(ValueError, match="ends of spans are whole numbers of at most 64 bits"):
        agreed(STRICT, [(0, end)], BOB)


def test_a_span_far_beyond_the_text_takes_no_memory() -> None:
    assert agreed(STRICT, [(0, 4 * 10**15)], [(10**15, 3 * 10**15)]) == 0.5


def snippets(files: Sequence[Path], *, with_rejected: bool) -> list[HighlightedPair]:
    converted = read_mturk(files)
    texts = {(task.query_id, task.doc_id): task.text for task in converted.tasks}
    answers: defaultdict[tuple[str, str], list[Highlights]] = defaultdict(list)
    for row in converted.rows:
        if with_rejected or not row.is_rejected:
            answers[row.query_id, row.doc_id].append(row.spans)
    return [HighlightedPair(pair[0], texts[pair], given) for pair, given in answers.items()]


@needs_real_data
def test_the_published_agreement_of_cast_snippets(real_data: Path) -> None:
    """Of topics 132 and 133, each pair by three workers: Jaccard .38, Jaccard_2 .62.

    Their authors count the work that their review rejected; without it both are higher.
    """
    files = [path for path in SNIPPETS if path.name[:15] in ("group-A_batch-1", "group-C_batch-1")]
    strict, lenient, *_ = agreement_by_conventions(snippets(files, with_rejected=True))
    assert (strict.n_pairs, lenient.n_pairs) == (110, 110)
    assert (round(strict.value or 0, 2), round(lenient.value or 0, 2)) == (0.38, 0.62)
    accepted, *_ = agreement_by_conventions(snippets(files, with_rejected=False))
    assert round(accepted.value or 0, 2) == 0.44


@needs_real_data
@pytest.mark.parametrize(
    ("pair", "published"),
    [
        (("144_1-1", "MARCO_39_444862558-10"), 0.17090069284064666),
        (("144_1-1", "MARCO_52_1619575137-4"), 0.3847402597402597),
        (("143_1-13", "MARCO_22_1797178347-8"), 0.036521739130434785),
        (("140_1-3", "MARCO_08_823639828-4"), 0.025477707006369428),
        (("132_1-3", "MARCO_00_1102877206-1"), 0.6949152542372882),
        (("140_4-6", "MARCO_25_228806808-2"), 0.003913894324853229),
        (("144_1-3", "KILT_113053-21"), 1.0),
    ],
)
def test_the_published_agreement_on_single_passages(
    pair: tuple[str, str], published: float, real_data: Path
) -> None:
    rows = read_mturk(SNIPPETS).rows
    answers = [row.spans for row in rows if (row.query_id, row.doc_id) == pair]
    assert agreed(CONVENTIONS["cast-strict"], *answers) == pytest.approx(published, rel=1e-12)
