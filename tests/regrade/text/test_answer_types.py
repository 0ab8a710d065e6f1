"""Rules by made-up queries, and their accuracy on real ones that were labelled before.

The tables beside this module hold query ids and classes alone: of the real campaign's 125 queries
and of the 97 judged ones of TREC's Deep Learning tracks. They were labelled by Li and Roth's
definitions after the rules were written, on other queries, and before the rules were run on these.
"""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import pytest

from regrade.text.answer_types import HEADS, OTHERWISE, RULES, classify_query
from tests.real.real_data import CAMPAIGN, DATA, needs_real_data
from tests.source_tree import ROOT

HERE = Path(__file__).parent
# The classes of Li and Roth (2002), table 1.
CLASSES = {
    "ABBR": "abb exp",
    "DESC": "def desc manner reason",
    "ENTY": "animal body color cremat currency dismed event food instru lang letter other plant "
    "product religion sport substance symbol techmeth termeq veh word",
    "HUM": "gr ind title desc",
    "LOC": "city country mount other state",
    "NUM": "code count date dist money ord other period perc speed temp volsize weight",
}
KNOWN = {f"{coarse}:{fine}" for coarse, names in CLASSES.items() for fine in names.split()}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("what does nafo stand for", "ABBR:exp"),
        ("Acronym for random access memory", "ABBR:abb"),
        ("what does ptfb mean", "ABBR:exp"),
        ("spruce definition", "DESC:def"),
        ("What\u2019s a larch?", "DESC:def"),
        ("what does evergreen mean", "DESC:def"),
        ("why do larches turn yellow", "DESC:reason"),
        ("causes of needle cast", "DESC:reason"),
        ("how do firs spread their seeds", "DESC:manner"),
        ("is a yew poisonous", "DESC:desc"),
        ("weather in innsbruck", "DESC:desc"),
        ("what birds eat fir seeds", "ENTY:animal"),
        ("another word for evergreen", "ENTY:termeq"),
        ("symptoms of yew poisoning", "ENTY:dismed"),
        ("what are pencils made of", "ENTY:substance"),
        ("____ is the tallest conifer", "ENTY:other"),
        ("who planted the first spruce", "HUM:ind"),
        ("who is carl linnaeus", "HUM:desc"),
        ("what company sells cedar oil", "HUM:gr"),
        ("where do redwoods grow", "LOC:other"),
        ("in which country is the black forest", "LOC:country"),
        ("how many cones does a fir have", "NUM:count"),
        ("law on felling trees how much is the fine", "NUM:other"),
        ("when was the oldest tree felled", "NUM:date"),
        ("cost of a christmas tree", "NUM:money"),
        ("what is the average height of a spruce", "NUM:dist"),
        ("forestry office phone number", "NUM:code"),
        ("fir cones", f"DESC:desc {OTHERWISE}"),
        ("", f"DESC:desc {OTHERWISE}"),
        ("???", f"DESC:desc {OTHERWISE}"),
    ],
)
def test_a_query_is_of_the_class_its_words_suggest(query: str, found: str) -> None:
    coarse, fine, rule = classify_query(query)
    assert f"{coarse}:{fine} {rule}".startswith(found)


def test_rules_and_words_lead_to_classes_of_li_and_roth() -> None:
    shown = {rule.answer.rstrip("?") for rule in RULES} - {""}
    assert shown | set(HEADS.values()) <= KNOWN
    assert len(RULES) > 50


def test_each_rule_is_documented() -> None:
    page = (ROOT / "docs" / "figures.md").read_text("utf-8")
    assert {rule.name for rule in RULES if f"| {rule.name} |" not in page} == set()


@needs_real_data
@pytest.mark.parametrize(
    ("name", "n_coarse", "n_fine"),
    [("answer_types", 114, 97), ("answer_types_trec_dl", 95, 82)],
)
def test_the_rules_agree_with_the_labels_as_the_documents_say(
    name: str, n_coarse: int, n_fine: int
) -> None:
    queries = _campaign_queries() if name == "answer_types" else _trec_queries()
    with (HERE / f"{name}.tsv").open(encoding="utf-8", newline="") as stream:
        labelled = list(csv.DictReader(stream, delimiter="\t"))
    both = [(classify_query(queries[row["query_id"]]), row) for row in labelled]
    assert sum(one.coarse == row["coarse"] for one, row in both) == n_coarse
    assert sum(one[:2] == (row["coarse"], row["fine"]) for one, row in both) == n_fine
    page = (ROOT / "docs" / "figures.md").read_text("utf-8")
    assert f"| {len(labelled)} | {n_coarse} " in page
    assert f"| {n_fine} " in page


def _campaign_queries() -> dict[str, str]:
    with gzip.open(CAMPAIGN / "candidates_600x20.jsonl.gz", "rt", encoding="utf-8") as lines:
        return {line["query_id"]: line["query"] for line in map(json.loads, lines)}


def _trec_queries() -> dict[str, str]:
    paths = [DATA / "trec_dl" / f"topics.{year}.txt" for year in ("dl19-passage", "dl20")]
    lines = [line for path in paths for line in path.read_text("utf-8").splitlines()]
    return dict(line.split("\t", 1) for line in lines)
