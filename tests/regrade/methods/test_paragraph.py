from __future__ import annotations

from typing import Any, get_args

import pytest

from regrade.aggregation.policy import Aggregate, DecisionRule
from regrade.methods import (
    Done,
    LabelsUsed,
    MeasureUsed,
    paragraph_of,
    plain,
    sample_words,
    votes_words,
)
from regrade.methods.done import DECIDED, WORDS
from regrade.significance import PairOptions

NIST = LabelsUsed("nist", "imported", 1)
CROWD = LabelsUsed(
    name="crowd",
    made="derived from the campaign pilot",
    min_relevance=1,
    is_simulated=True,
    votes=votes_words("majority", 2),
)
DONE = Done(
    runs=["bert"],
    labels=[NIST],
    measures=[MeasureUsed("P@10", 10)],
    n_topics=43,
    topic_set="dl-2019",
    collection="msmarco",
    baseline="bm25",
    release="0.1.0",
    content_hash="5a" * 32,
)


def test_a_small_comparison_reads_as_written_by_hand() -> None:
    assert plain(paragraph_of(DONE)) == (
        "We compared the run bert with the baseline bm25 on 43 topics of dl-2019 over the"
        " collection msmarco. The topics are those that the label set has; a run scores as an"
        " empty ranking on a topic that it does not answer. Relevance comes from the label set"
        " nist (imported; relevant from 1). The measure is P@10, averaged over topics; ties of"
        " scores are broken by doc_id, descending. A passage without a label counts as not"
        " relevant; all passages read had one. Differences per topic were tested by a paired"
        " t-test (level .05). Computed with Regrade 0.1.0; inputs 5a5a5a5a5a5a."
    )


def test_a_sample_is_said_with_its_labels() -> None:
    design = {
        "n": 200,
        "n_drawable": 724,
        "measures": ["nDCG@10"],
        "question": {"kind": "pair", "runs": ["a", "b"]},
        "ideal_of": None,
    }
    drawn = NIST._replace(sample=sample_words(design))
    assert (
        "(imported; a sample, 200 of 724 pairs, drawn with known probabilities for nDCG@10 between"
        " a and b; relevant from 1)"
    ) in plain(paragraph_of(DONE._replace(labels=[drawn])))
    measures = [MeasureUsed("P@10", 10, 0.0, "nist")]
    text = plain(paragraph_of(DONE._replace(labels=[drawn], measures=measures)))
    assert "Scores under nist are estimates: " in text
    assert (
        "A passage that could not be drawn counts as not relevant; all passages read could" in text
    )
    text = plain(paragraph_of(DONE._replace(labels=[drawn, CROWD], measures=measures)))
    assert (
        "or under a sample one that could not be drawn, counts as not relevant; none that" in text
    )
    assert sample_words({"n": 1, "imported": True}) == (
        "1 pair, drawn elsewhere with known probabilities"
    )


def test_a_large_comparison_reads_as_written_by_hand() -> None:
    done = DONE._replace(
        runs=["bert", "t5", "tk"],
        labels=[NIST, CROWD],
        measures=[
            MeasureUsed("P@10", 10, 0.12, "crowd"),
            MeasureUsed("AP", None, 0.5, "nist"),
            MeasureUsed("Bpref", None, 0.5, "nist", "is left out"),
        ],
        n_topics=1,
        only_topics_of="half",
        common_topics=True,
        test="randomization",
        options=PairOptions(seed=7, n_resamples=10_000),
        correction="holm",
        n_tests=18,
        effect_sizes=True,
        single_precision=True,
    )
    assert plain(paragraph_of(done)) == (
        "We compared the runs bert, t5 and tk with the baseline bm25 on 1 topic of dl-2019 over"
        " the collection msmarco. The topics are those that both label sets have, narrowed to"
        " those of half, and that every run answers. Relevance comes from nist (imported; relevant"
        " from 1) and crowd (derived from the campaign pilot by the majority of votes, a"
        " vote counting as relevant from grade 2; relevant from 1; with votes of simulated"
        " assessors). Measures are P@10, AP and Bpref, averaged over topics; ties of"
        " scores are broken by doc_id, descending, after scores are rounded to single precision"
        " as trec_eval does up to version 9. A passage without a label counts as not relevant in"
        " P@10 and AP; up to 50% of the passages of a run had none. A passage without a label is"
        " left out in Bpref; up to 50% of the passages of a run had none. Differences per topic"
        " were tested by a paired randomization test (10,000 random draws, seed 7; level .05);"
        " p-values are corrected by Holm for 18 tests; effect sizes are Cohen's d and Cliff's"
        " delta. Computed with Regrade 0.1.0; inputs 5a5a5a5a5a5a."
    )


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ({}, "are corrected by Holm for 18 tests;"),
        (
            {"family": "column", "n_corrected": 4, "is_most": True},
            "are corrected by Holm for up to 4 tests of one measure under one label set;",
        ),
        ({"family": "column", "n_corrected": 0}, "level .05); effect sizes"),
    ],
    ids=["one family", "families", "nothing to correct"],
)
def test_what_p_is_corrected_for_is_said(part: dict[str, Any], said: str) -> None:
    done = DONE._replace(correction="holm", n_tests=18, effect_sizes=True, **part)
    assert said in plain(paragraph_of(done))


def test_topics_that_models_were_trained_on_are_said_to_be_left_out() -> None:
    said = plain(paragraph_of(DONE._replace(n_left_out=3)))
    assert "answer. We left out 3 topics that models of the runs were trained on. Rel" in said


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (("majority", None), "the majority of votes"),
        (("unanimous", 3), "what all votes say, a vote counting as relevant from grade 3"),
        (("median", 3, "down"), "the median of the votes, rounded down"),
        (("highest", 2), "the highest of the votes"),
        (
            ("plurality", None, "up", "override"),
            "what most votes say, with decisions of adjudicators in the place of votes",
        ),
        (("median", None, "up", "tie"), "the median of the votes, rounded up"),
    ],
)
def test_a_policy_is_put_in_a_few_words(policy: Any, words: str) -> None:
    assert votes_words(*policy) == words


def test_every_aggregate_has_its_words() -> None:
    assert set(WORDS) == set(get_args(Aggregate))
    assert {*DECIDED, "ignore"} == set(get_args(DecisionRule))


def test_runs_compared_with_themselves_name_the_old_labels() -> None:
    done = DONE._replace(baseline=None, baseline_labels=LabelsUsed("old", "imported", 1))
    found = plain(paragraph_of(done))
    assert found.startswith(
        "We compared the run bert under the label set nist with itself under old on 43 topics"
    )
    assert "The topics are those that both label sets have;" in found
    assert "Relevance comes from old (imported; relevant from 1) and nist (" in found


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"n_tests": 4}, "t-test (level .05); p-values are not corrected for 4 tests."),
        ({"n_tests": 0}, "Differences were not tested."),
        ({"test": "wilcoxon"}, "Wilcoxon test (topics without a difference are left out; level"),
        (
            {"test": "equivalence", "options": PairOptions(bounds=(-0.05, 0.05))},
            "(TOST) (differences from -0.05 to +0.05 do not matter; level .05)",
        ),
        ({"measures": [MeasureUsed("P@1", 1, 0.004, "nist")]}, "up to 1% of the first passages of"),
        ({"measures": [MeasureUsed("AP", None, None)]}, "counts as not relevant. Differences"),
    ],
)
def test_each_choice_has_its_words(changed: dict[str, Any], words: str) -> None:
    assert words in plain(paragraph_of(DONE._replace(**changed)))


def test_names_and_numbers_say_what_they_stand_for() -> None:
    parts = paragraph_of(DONE._replace(measures=[MeasureUsed("P@10", 10, 0.3, "nist")], n_tests=2))
    found = [(part.text, part.stands_for, part.name) for part in parts if part.stands_for != "text"]
    assert found == [
        ("bert", "run", "bert"),
        ("bm25", "baseline", "bm25"),
        ("43 topics", "n_topics", ""),
        ("dl-2019", "topic_set", "dl-2019"),
        ("msmarco", "collection", "msmarco"),
        ("nist", "labels", "nist"),
        ("P@10", "measure", "P@10"),
        ("30%", "unjudged", "nist"),
        ("t-test", "test", "t"),
        ("2 tests", "n_tests", ""),
        ("Regrade 0.1.0", "release", "0.1.0"),
        ("5a5a5a5a5a5a", "hash", "5a" * 32),
    ]


@pytest.mark.parametrize("what", ["runs", "labels", "measures"])
def test_nothing_compared_is_no_paragraph(what: str) -> None:
    nothing: dict[str, Any] = {what: []}
    with pytest.raises(ValueError, match=what):
        paragraph_of(DONE._replace(**nothing))


@pytest.mark.parametrize(
    ("n_exact", "text"),
    [
        (0, "(10,000 random draws, seed 0; level .05)"),
        (1, "(10,000 random draws, seed 0, except 1 exact test; level .05)"),
        (2, "(exact, all signs of the differences; level .05)"),
    ],
)
def test_tests_that_went_through_all_possibilities_drew_nothing(n_exact: int, text: str) -> None:
    done = Done(
        ["bert"],
        [LabelsUsed("nist", "imported", 1)],
        [MeasureUsed("AP")],
        *(10, "dl-2019", "msmarco"),
        baseline="bm25",
        test="randomization",
        n_tests=2,
        n_exact=n_exact,
    )
    assert text in plain(paragraph_of(done))
