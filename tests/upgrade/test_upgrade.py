"""What an earlier release left behind: everything in it reads as it did there.

`make_state.py` made it, with the release before the one that moved the library out of the apps.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest

from tests.processes.running import Visitor
from tests.upgrade.installation import Old, comparisons, kept, upgraded
from tests.upgrade.questions import COMPARISON, Question, answers, compared

# What the clock changes, or the code that works it out or words it.
PASSING = {
    "about",
    "content_hash",
    "engine",
    "engines",
    "ticket",
    "counted_at",
    "forecast",
    "n_active",
    "is_active",
}

# Fields that have another name now.
RENAMED = {
    "check_pairs": "gold_pairs",
    "model_assessors": "models",
    "left_out": "without",
    "jobs": "rows",
    "attempts": "rows",
    "n_extra": "n_further",
    "events": "rows",
    "before": "next",
}
ABSENT = "absent"
# Fields that answers have besides, and had not.
ADDED = {
    "is_trained",
    "n_left_out",
    "n_topics_choosing",
    "allows_search",
    "pair_origin",
    "origin",
    "device",
    "strategy",
    "design",
    "drawn",
    "is_drawn",
    "sample",
    "estimated",
    "not_estimated",
    "these_topics",
    "email",
    "sends_mail",
    "sent_to",
    "n_decisions",
    "assessors",
    "pace_limit",
    "messages",
    "may_adjudicate",
    "role",
    "decisions",
    "n_unanswered",
    "lineage",
    "parent",
    "recipe",
    "seed",
    "making",
    "id",
    "kinds",
    "is_administrator",
    "pool_runs",
    "is_tested",
    "relative",
    "letters",
    "kind",
    "same_relevant",
    "newest",
    "changes",
    "answer",
    "is_whole",
    "n_further_votes_left_out",
    "notes",
    "link",
    "study",
    "has_link",
    "has_texts",
    "is_worked_on",
    "family",
    "n_corrected",
    "n_gold",
    "n_expert_grades",
    "gold",
    "question",
    "special",
    "n_open",
    "pairs",
    "n_further",
    "verdict",
    "n_answers",
    "n_expected",
}
# A step that policies have got since, a line of the launch list, a ranker, and its like's prompts.
NEW_STEPS = {"min agreement", "gold_of_topics", "cross-encoder", "query_prompt", "passage_prompt"}

# What a page asks for at addresses of its own now, and the target of a word in a verdict.
MOVED = re.compile(r"\.agreement\.(topics|assessors)$|\.sentence\[\d+\]\.(labels|name)$")

# Counts of a campaign's pairs, which are under "pairs" by kind now.
BY_KIND = {f"n_{kind}pairs" for kind in ("", "pilot_", "overlap_", "gold_", "qualification_")}

# Made by the code alone: no stored row is in them, and their texts are mended like any other.
OF_CODE = {"/api/scales"}

# The same, as a table for a paper names it; what the launch list counts otherwise: pairs that could
# not be judged use up a quota; and what events of a campaign are called.
HASH = re.compile(
    "(?<=Inputs and result: )[0-9a-f]+|(?:The quotas allow|The assessors can give) [0-9]+"
    "|An expert graded every gold and qualification pair|(?<=pair) has its known grade"
    "|Every gold and qualification pair(?= has its known grade)"
    "|(?:is to|should) be gold"
    "|There is no notice (?:that says what is recorded and why|about the recorded data)"
    r"|(?<=^% )Stars [^\n]*"
    r"|^% low and high[^\n]*\n"  # of columns that plain tables have not
    r"|(?s:\\begin(?:group|\{tabular\}).*)"  # tables have runs as rows now
    r"|Set version \d of (?:what is handed out|the serving policy)"
    r"|Changed the serving policy \(version \d\)"
    r"|\t(?:pair_origin|pooled)(?=\t|$)"  # a column that exports have got since
    r"|(?:Made|Created) the campaign|Let it go on|Resumed the campaign",
    re.MULTILINE,
)
FILE, VALUES = re.compile(r"\.(csv|tex|md|parquet|json)$"), re.compile("comparison/topics$")
THING = re.compile("^/api/library/([a-z-]+)/one$")
QRELS = re.compile(r"^/api/labels/(\d+)/qrels$")
# Addresses that have another name now.
ELSEWHERE = {
    "/api/collections": "/api/menus/collections",
    "/api/labels": "/api/menus/labels",
    "/api/runs": "/api/menus/runs",
    "/api/runs/download": "/api/runs/ranking",
    "/api/systems": "/api/comparison/systems",
    "/api/topic-sets": "/api/menus/topic-sets",
}
# No address has it any more: docs/measures.md, a comparison's topic table, and commands do.
GONE = re.compile(r"^/api/(measures|comparison/topics|rank-correlation|topic-plan)(\?|$)")
# Worked out at each request, from sums that may be added up in another order.
AGREEMENT = re.compile(r"\.(alpha|fleiss|cohen)_\w+$")


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Old]:
    with upgraded(tmp_path_factory.mktemp("old")) as old:
        yield old


def is_new(part: dict[str, Any]) -> bool:
    return not NEW_STEPS.isdisjoint((part.get("name"), part.get("code")))


def _as_many(before: list[Any], now: list[Any], at: str) -> list[Any]:
    """The current list without additions of newer releases."""
    if at.endswith(".colours"):  # of scales with more grades, too
        return now[: len(before)]
    return [one for one in now if not (isinstance(one, dict) and is_new(one))]


def _listed_before(before: list[Any], now: list[Any], at: str) -> list[Any]:
    """The former list without adjudicators, whom a pilot's report lists no more."""
    if at != "[1].assessors":
        return before
    named = {one["pseudonym"] for one in now}
    return [one for one in before if one["pseudonym"] in named or one["n_judged"]]


def _to_compare(before: dict[str, Any], now: dict[str, Any], at: str) -> set[str]:
    keys = (before.keys() | now.keys()) - PASSING - (ADDED - before.keys())
    if before.get("colour") == "":  # a grade's, which has got its step of one
        keys -= {"colour"}
    if isinstance(now.get("pair"), str):  # of own data, which had ids
        keys -= {"pair"}
    if "pairs" in now:
        keys -= BY_KIND - now.keys()
    return {key for key in keys if not MOVED.search(f"{at}.{key}")}


def differences(before: Any, now: Any, at: str = "") -> Iterator[str]:
    """Where two answers differ, and in what."""
    if isinstance(before, dict) and isinstance(now, dict):
        renamed = {key: new for key, new in RENAMED.items() if key not in now}
        before = {renamed.get(key, key): value for key, value in before.items()}
        for key in _to_compare(before, now, at):
            yield from differences(before.get(key, ABSENT), now.get(key, ABSENT), f"{at}.{key}")
    elif isinstance(before, list) and isinstance(now, list):
        before = _listed_before(before, now, at)
        for place, (one, other) in enumerate(zip_longest(before, _as_many(before, now, at))):
            yield from differences(one, other, f"{at}[{place}]")
    elif isinstance(before, str) and isinstance(now, str):
        if HASH.sub("", before) != HASH.sub("", now):
            yield f"{at}: {before[:200]!r} is {now[:200]!r} now"
    elif AGREEMENT.search(at) and isinstance(before, float) and isinstance(now, float):
        if not math.isclose(before, now, rel_tol=1e-12, abs_tol=1e-12):
            yield f"{at}: {before!r} is {now!r} now"
    elif before != now:
        yield f"{at}: {str(before)[:200]!r} is {str(now)[:200]!r} now"


def today(address: str, label_sets: Mapping[str, str]) -> str:
    """An address as it is now: each file and each kind of the library had one of its own.

    `label_sets` has their names by id.
    """
    path, _, query = address.partition("?")
    if file := FILE.search(path):
        asked = {"format": file[1], **dict(parse_qsl(query))}
        return f"{VALUES.sub('comparison/topic-table', path[: file.start()])}?{urlencode(asked)}"
    if kind := THING.search(path):
        return f"/api/library/one?kind={kind[1]}&{query}"
    if qrels := QRELS.search(path):
        return f"/api/labels/qrels?name={label_sets[qrels[1]]}&{query}"
    path = ELSEWHERE.get(path, path).replace("judgments-export", "judgments")
    asked_now = query.replace("before=", "page=").removesuffix("after=0")  # after 0: the first part
    if path.endswith("/labels/preview"):
        asked_now += "&gold=none"  # what new labels do unless asked otherwise is another thing now
    return f"{path}?{asked_now}" if asked_now else path


def _stored(answer: list[Any]) -> Any:
    """The answer; without its texts where the code alone makes them."""
    return _without_texts(answer) if answer[1] in OF_CODE else answer


def _without_texts(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: _without_texts(value) for key, value in part.items()}
    if isinstance(part, list):
        return [_without_texts(value) for value in part]
    return "" if isinstance(part, str) else part


def test_everything_reads_as_it_did(old: Old) -> None:
    before = [asked for asked in json.loads(kept("answers.json")) if not GONE.match(asked[1])]
    visitors = {username: Visitor(old.server.url) for username, *_ in before}
    for username, visitor in visitors.items():
        assert visitor.sign_in(username).status == 200

    def ask(question: Question) -> tuple[int, str, bytes]:
        visitor = visitors[question.username]
        if (body := compared(question)) is not None:
            assert visitor.post(COMPARISON, body).status == 200
        shown = visitor.get(question.address)
        return shown.status, shown.headers["Content-Type"], shown.body

    listed = json.loads(visitors["rita"].get("/api/menus/labels").body)
    label_sets = {str(one["id"]): one["name"] for one in listed}
    now = answers([Question(asked[0], today(asked[1], label_sets)) for asked in before], ask)
    changed = {
        (then[0], then[1]): found
        for then, there in zip(before, now, strict=True)
        if (found := list(differences(*(_stored(answer)[2:] for answer in (then, there)))))
    }
    assert changed == {}


def test_comparisons_keep_their_bytes(old: Old) -> None:
    assert old.comparisons
    assert set(old.comparisons) <= set(comparisons(old.url))
