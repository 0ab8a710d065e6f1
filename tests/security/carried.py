"""What a request to each address carries that is taken, where it carries anything."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from tests.security.scene import KEPT_HASH, LINK_TOKEN, PASSWORD, Scene

PASSAGES = b"n1\tLarches drop their needles.\n"
TOPICS = b"n1\tdo larches drop their needles\n"
RUN = b"q1 Q0 d1 1 2.5 tag\nq1 Q0 d2 2 1.5 tag\n"
VOTES = b"query_id\tdoc_id\tassessor\tgrade\nq2\td0\ta01\t3\n"
QUESTION = {"runs": "run2", "baseline": "run1", "labels": "labels", "measures": "RR@10"}
POINT = {**QUESTION, "measure": "RR@10", "run": "run2", "label_set": "labels"}
POOLED = {"runs": "run1,run2", "label_set": "labels", "measures": "RR@10", "depth": "10"}
VERIFIED = {"run": "run1", "label_set": "labels", "measures": "RR"}
SCORES = {"runs": "run1,run2", "labels": "labels", "measures": "RR@10"}
BOARD = {"topic_set": "needs", "labels": "labels", "measure": "RR@10"}
STATE = {
    **{"runs": "run1,run2", "measure": "RR@10", "aggregate": "majority", "threshold": "2"},
    "kinds": ["human", "simulated"],
}
WHAT_IF = ("thresholds", "redraws", "pairs", "turning", "sources", "errors")
BY_MEASURE = {**QUESTION, "measure": "RR@10"}
TWO_ORDERS = {
    **QUESTION,
    **{"labels_x": "labels", "measure_x": "RR@10"},
    **{"labels_y": "labels", "measure_y": "RR@10"},
}
KEPT_ITSELF = {"hash": KEPT_HASH}
OF_KEPT = {**KEPT_ITSELF, "saved": "todays"}
KEPT = {"saved": "todays", "kind": "order", "question": {"measure": "RR@10"}}
TOPIC = {"topic_set": "needs", "query_id": "q1", "runs": "run1,run2", "labels": "labels"}
PASSAGE = {"collection": "trees", "doc_id": "d1"}
TOPICS_OF_SET = {"name": "needs", "labels": "labels", "sort": "n_relevant"}
ACCOUNT = {"username": "newcomer", "password": PASSWORD}
JUDGMENT = {
    "ticket": "TICKET",
    "grade": 3,
    "reason_not_judged": None,
    "spans": [],
    "note": "",
    "active_ms": 900,
    "away_ms": 0,
    "visit": "KEY",
    "client_key": "KEY",
    "claim": 1,
}
ACTIVITY = {"ticket": "TICKET", "visit": "KEY", "active_ms": 900, "away_ms": 0}
EXAMPLE = {"query": "cats", "passage": "Cats sleep.", "grade": 3, "explanation": "It says so."}
QUEUE = {"rules": ["chosen"]}
SETTLED = {**QUEUE, "pair": "TURN", "grade": 2, "note": "", "seen": ""}
DRAFT = {"body": "Be fair.", "examples": [EXAMPLE], "before": ""}
FROM_RUNS = {
    "name": "new",
    "runs": ["run1", "run2"],
    "depth": 2,
    "sample": {"n": 1, "seed": 3},
    "scale": "0=No,1=Yes",
    "n_overlap": 1,
    "seed": 7,
    "policy": {"unit": "pairs"},
}
LEARNING = {
    "name": "new",
    "scale": "0=No,1=Yes",
    "seed": 7,
    "active": {"strategy": "mtf", "seed": 7, "runs": ["run1", "run2"], "depth": 2},
}
ENDED_TOPICS = {"action": "end", "query_ids": ["q1"]}
QRELS = b"q1 0 d1 1\n"
NEW_LABELS = {"name": "sent", "collection": "trees", "topic_set": "needs"}
NEW_RUN = {"name": "new", "collection": "trees", "topic_set": "needs"}
NEW_CALL = {**NEW_RUN, "deadline": (timezone.now() + timedelta(days=7)).isoformat()}
COMPUTED_RUN = {**NEW_RUN, "depth": 10, "rm3": {"fb_terms": 5}}
VARIANT = {"what": "topics", "of": "needs", "recipe": {"kind": "lower_case"}, "seed": 1}
STUDY = {
    "name": "begun",
    "topics": "needs",
    "collection": "trees",
    "labels": "labels",
    "measures": "RR@10",
    "variants": [{"texts": "queries", "recipe": {"kind": "lower_case"}}],
    "rankers": [{"name": "BM25", "ranker": "bm25"}],
}
TRAINING = {
    "name": "begun",
    "run": "run1",
    "labels": "labels",
    "settings": {"ranker": "tk"},
    "held_out": 0,
}
OF_STUDY = {"name": "study", "variant": "Original"}
PAIR = {"run": "run1", "query_id": "q1"}
PAIR_SCORES = b"q1\td1\td2\t0.75\nq1\td2\td1\t0.5\n"
AGGREGATED_RUN = {
    "run": "run1",
    "by": "loop-truncation",
    "parameters": {"cuts": [2, 1], "within": "sum"},
    "name": "new",
}
FUSED_RUN = {"name": "new", "runs": ["run1", "run2"], "method": "rrf", "k": 60, "depth": 10}
NEW_CAMPAIGN = {
    "name": "new",
    "pool": "pool",
    "scale": "0=No,1=Yes",
    "judgments_per_pair": 2,
    "seed": 7,
    "policy": {"unit": "pairs"},
    "marks": [{"query_id": "q1", "passage_id": "d1", "kind": "gold", "grade": 1}],
}
# A body that is validated otherwise than the one above.
GRADED_CAMPAIGN = {
    **{key: value for key, value in NEW_CAMPAIGN.items() if key != "scale"},
    "grades": [
        {"value": 0, "name": "No", "description": "", "colour": "", "requires_span": False},
        {"value": 1, "name": "Yes", "description": "", "colour": "", "requires_span": True},
    ],
}
MODEL_RUN = {"name": "new", "parent": "run1", "ranker": "bert-cat", "depth": 2}

BOTH_LABELS = {"first": "labels", "second": "other-labels"}
ASKED_PAIRS = {"action": "judgment", "pairs": [{"query_id": "q1", "doc_id": "d1"}]}
ADDED_PAIRS = {"runs": ["run1"], "depth": 2, "only_look": True}
COMBINED = {
    "name": "joined",
    "rule": "union",
    "parts": [{"name": "labels"}, {"name": "other-labels"}],
}

ARCHIVED = {"archived": True}
PLAN = {
    **{"runs": ["run1", "run2"], "depth": 2, "n_pairs": 4, "scale": [0, 1]},
    "crew": {"people": 2, "quota": None, "seconds": 20},
}
DESIGN = {
    **{"runs": ["run1", "run2"], "depth": 2, "measures": "P@1", "seed": 7},
    "question": {"kind": "means", "runs": []},
}
DRAW = {"runs": ["run1"], "depth": 2, "labels": "labels", "n": 0, "grades": []}


def filled(given: Mapping[str, Any], scene: Scene, role: str) -> dict[str, Any]:
    """With what the role has; alice's ticket and judgment, where it has none of its own."""
    stage = scene.stage
    desk = stage.colleague if role == "colleague" else stage.assessor
    fields: dict[str, Any] = {
        "TICKET": desk.ticket,
        "LINK": scene.link.token,
        "TOKEN": stage.invitation.token,
        "SHARED": LINK_TOKEN,
        "OWN": desk.judgment.pk,
        "OLD": f"{scene.people[role]}-password",
        "TURN": stage.turns.get(role, stage.turns["adjudicator"]),
    }
    found = dict(given)
    for key, value in given.items():
        if isinstance(value, str):
            found[key] = str(uuid4()) if value == "KEY" else fields.get(value, value)
    return found
