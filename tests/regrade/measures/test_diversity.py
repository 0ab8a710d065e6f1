from __future__ import annotations

from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regrade.measures import evaluate, parse_measure
from regrade.measures.registry import FAMILIES
from tests.oracles import pyndeval
from tests.regrade.measures.rankings import ranking
from tests.tiers import THOROUGH

Labels = dict[str, dict[str, int]]

# The example of Clarke et al. 2008: ten passages on a cruise line and what each answers.
CRUISES: Labels = {
    "a": {"1": 1, "2": 1},
    "b": {"2": 1},
    "c": {"2": 1},
    "d": {"2": 0},
    "e": {"3": 1, "4": 1},
    "f": {"4": 1},
    "g": {"5": 1},
    "h": {"4": 1},
    "i": {"1": 0},
    "j": {"1": 0},
}


def order(doc_ids: str) -> dict[str, float]:
    return {doc_id: -float(rank) for rank, doc_id in enumerate(doc_ids)}


def value(name: str, labels: Labels, scores: dict[str, float], *, min_relevance: int = 1) -> float:
    measured = evaluate({"q": labels}, {"q": scores}, name, min_relevance=min_relevance)
    return measured.mean(parse_measure(name).name)


@pytest.mark.parametrize(
    ("cutoff", "gained", "ideal"),
    [(1, 2, 2), (2, 2.315, 3.262), (3, 2.440, 3.762), (5, 3.214, 4.171), (8, 3.804, 4.343)],
)
def test_alpha_ndcg_of_the_published_example(cutoff: int, gained: float, ideal: float) -> None:
    """Clarke et al. 2008: gains 2, 1/2, 1/4, 0, 2, 1/2, 1, 1/4 with alpha 1/2."""
    found = value(f"alpha_nDCG@{cutoff}", CRUISES, order("abcdefghij"))
    assert found == pytest.approx(gained / ideal, abs=1e-3)


def test_alpha_ndcg_of_the_greedy_order_is_one() -> None:
    assert value("alpha_nDCG@10", CRUISES, order("aegbfchdij")) == pytest.approx(1)


def test_alpha_ndcg_exceeds_one_where_greed_is_not_best() -> None:
    """Greed takes a first for four subtopics, which leaves one new one each to b and c."""
    labels = {
        "a": {"1": 1, "2": 1, "3": 1, "4": 1},
        "b": {"1": 1, "2": 1, "5": 1},
        "c": {"3": 1, "4": 1, "6": 1},
    }
    expected = (3 + 3 / log2(3)) / (4 + 1 / log2(3))
    assert value("alpha_nDCG(alpha=1)@2", labels, order("bca")) == pytest.approx(expected)
    assert 1 < expected < parse_measure("alpha_nDCG(alpha=1)@2").limits[1]


def test_alpha_ndcg_with_alpha_zero_adds_up_subtopics() -> None:
    labels = {"a": {"1": 1}, "b": {"1": 1, "2": 1}}
    expected = (1 + 2 / log2(3)) / (2 + 1 / log2(3))
    assert value("alpha_nDCG(alpha=0.0)@2", labels, order("ab")) == pytest.approx(expected)


def test_the_ideal_takes_the_highest_docid_of_passages_equally_good() -> None:
    """As ndeval does: a then b, not b then a, would leave c's subtopic for rank 3."""
    labels = {"b": {"1": 1, "2": 1}, "a": {"2": 1, "3": 1}, "c": {"1": 1}}
    gains = (2, 1.5, 0.5)
    ideal = sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1))
    expected = (2 + 1.5 / log2(3) + 0.5 / 2) / ideal
    assert value("alpha_nDCG@3", labels, order("abc")) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("StRecall@1", 2 / 5),
        ("StRecall@5", 4 / 5),
        ("StRecall@10", 1),
        ("P_IA@2", 3 / (2 * 5)),
        ("P_IA@20", 9 / (20 * 5)),
        ("ERR_IA@1", 2 / 5),
        ("ERR_IA@2", (2 + 0.5 / 2) / (5 * (1 + 0.5 / 2))),
        ("alpha_DCG@2", (2 + 0.5 / log2(3)) / (5 * (1 + 0.5 / log2(3)))),
        ("nERR_IA@2", (2 + 0.5 / 2) / (2 + 2 / 2)),
        ("AP_IA", (1 + 1 + 1 / 5 + (1 / 5 + 2 / 6 + 3 / 8) / 3 + 1 / 7) / 5),
    ],
)
def test_diversity_measures_by_hand(name: str, expected: float) -> None:
    assert value(name, CRUISES, order("abcdefghij")) == pytest.approx(expected)


def test_nrbp_by_hand() -> None:
    """Of two subtopics the first passage answers one, and the third the same again."""
    labels = {"a": {"1": 1}, "c": {"1": 1}, "e": {"2": 1}}
    expected = (1 - 0.5 * 0.8) / 2 * (1 + 0.5 * 0.8**2)
    assert value("NRBP(beta=0.8)", labels, order("abc")) == pytest.approx(expected)


def test_a_subtopic_without_a_relevant_passage_does_not_count() -> None:
    labels = {"a": {"1": 1, "2": 0}}
    assert value("StRecall@1", labels, order("a")) == 1


def test_a_threshold_takes_lower_relevance_as_none() -> None:
    labels = {"a": {"1": 1}, "b": {"2": 2}}
    assert value("StRecall(rel=2)@1", labels, order("ab")) == 0
    assert value("StRecall@2", labels, order("ab"), min_relevance=2) == 1


def test_judged_only_lets_judged_passages_move_up() -> None:
    assert value("StRecall(judged_only=True)@1", CRUISES, order("xa")) == 2 / 5


def test_other_measures_take_the_highest_relevance_of_a_passage() -> None:
    labels = {"a": {"1": 0, "2": 1}, "b": {"1": 0}}
    assert value("P@2", labels, order("ab")) == 0.5


def test_diversity_measures_of_a_missing_topic_are_zero() -> None:
    measured = evaluate({"q": CRUISES, "r": CRUISES}, {"q": order("a")}, "alpha_nDCG@5 AP_IA")
    assert [measured.per_topic(name)["r"] for name in measured.values] == [0, 0]


def test_cutoffs_beyond_those_of_ndeval_are_refused() -> None:
    with pytest.raises(ValueError, match=r"cutoffs from 1 to 20, as ndeval has, not 21"):
        parse_measure("StRecall@21")


def test_gains_at_rank_one_are_divided_by_the_subtopics() -> None:
    """ndeval leaves them undivided there, and could exceed 1."""
    for name in ("ERR_IA@1", "alpha_DCG@1", "P_IA@1"):
        assert value(name, CRUISES, order("abc")) == pytest.approx(2 / 5)


def test_a_topic_where_nothing_is_relevant_scores_zero() -> None:
    assert value("nNRBP", {"a": {"1": 0}}, order("a")) == 0


@pytest.mark.parametrize("name", ["alpha_nDCG@10", "StRecall@10", "AP_IA", "NRBP"])
def test_diversity_measures_of_plain_labels_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} needs labels by subtopic"):
        parse_measure(name).score(ranking(1, 0))


relevance_by_subtopic = st.dictionaries(st.sampled_from("123"), st.integers(0, 2), min_size=1)
EXAMPLES = [
    example for family in FAMILIES if family.reads == "subtopics" for example in family.examples
]


@given(
    topics=st.lists(
        st.tuples(
            st.dictionaries(st.sampled_from("abcde"), relevance_by_subtopic, min_size=1),
            st.text("abcdexy", max_size=7).map(
                lambda doc_ids: order("".join(dict.fromkeys(doc_ids)))
            ),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_diversity_measures_of_topics_together_equal_each_alone(
    topics: list[tuple[Labels, dict[str, float]]],
) -> None:
    topics = [({"a": {"1": 1}}, order("a")), *topics]  # so that one is in common
    qrels = {str(number): labels for number, (labels, _) in enumerate(topics)}
    run = {str(number): scores for number, (_, scores) in enumerate(topics) if scores}
    together = evaluate(qrels, run, " ".join(EXAMPLES))
    for topic, labels in qrels.items():
        other = {topic: labels, "0": {"a": {"1": 1}}}
        alone = evaluate(other, run, " ".join(EXAMPLES))
        for name in EXAMPLES:
            assert together.per_topic(name)[topic] == alone.per_topic(name)[topic]


@pytest.mark.parametrize("seed", range(20 if THOROUGH else 4))
def test_diversity_measures_equal_ndeval(seed: int) -> None:
    rng = np.random.default_rng(seed)
    alpha, beta, threshold = rng.choice([0.3, 0.5, 0.9]), rng.choice([0.2, 0.5]), 1 + seed % 2
    pool = [f"d{i}" for i in range(15)]
    labels: Labels = {
        doc_id: {str(s): int(rng.integers(0, 3)) for s in range(1, 5) if rng.random() < 0.7}
        or {"1": 0}
        for doc_id in pool
    }
    scores = dict(zip([*pool, "x", "y"], rng.permutation(17).astype(float).tolist(), strict=True))
    names = {
        f"ERR_IA(alpha={alpha})@5": "ERR-IA@5",
        f"nERR_IA(alpha={alpha})@5": "nERR-IA@5",
        f"alpha_DCG(alpha={alpha})@10": "alpha-DCG@10",
        f"alpha_nDCG(alpha={alpha})@10": "alpha-nDCG@10",
        f"NRBP(alpha={alpha},beta={beta})": "NRBP",
        f"nNRBP(alpha={alpha},beta={beta})": "nNRBP",
        "P_IA@20": "P-IA@20",
        "AP_IA": "MAP-IA",
        "StRecall@2": "strec@2",
    }
    lines = [("q", s, d, r) for s in "1234" for d in pool for t, r in labels[d].items() if s == t]
    evaluator = pyndeval.RelevanceEvaluator(
        lines, list(names.values()), relevance_level=threshold, alpha=alpha, beta=beta
    )
    ranked = sorted(scores, key=lambda doc_id: -scores[doc_id])
    expected = evaluator.evaluate([("q", doc_id, scores[doc_id]) for doc_id in ranked])["q"]
    for name, theirs in names.items():
        found = value(name, labels, scores, min_relevance=threshold)
        assert found == pytest.approx(expected[theirs], abs=1e-9), name
