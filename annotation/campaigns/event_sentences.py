"""Sentences for a campaign's log; the page shows who did it and when beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from annotation.models import EventKind
from regrade.counted import counted

Details = Mapping[str, Any]

MOST_NAMED = 5  # topics
STATE_WORDS = {
    "draft": "Made it a draft again.",
    "pilot": "Started the pilot.",
    "open": "Opened it.",
    "paused": "Paused it.",
    "closed": "Ended it for good.",
    "archived": "Archived it.",
}
OPTION_WORDS = {
    "quota": "the quota",
    "pace_limit": "from how many words a minute a judgment is too fast",
    "allows_sign_up": "who may sign up",
    "asks_confidence": "whether confidence is asked",
    "asks_note": "whether notes are asked",
    "allows_search": "whether assessors search",
    "max_not_judged": "after how many answers without a grade a pair is set aside",
    "lease_s": "how long a pair is leased",
    "seat_s": "how long a seat on a topic lasts",
    "pass_share": "the passing share",
    "max_attempts": "how often the qualification round may be tried",
}


def event_sentence(kind: str, details: Details) -> str:
    """The sentence for an event; unknown details are left out."""
    return _WORDS[EventKind(kind)](details)


def _state(details: Details) -> str:
    sentence = STATE_WORDS.get(details.get("after", ""), "Changed its state.")
    if details.get("after") == "open" and details.get("before") == "paused":
        sentence = "Resumed the campaign."
    note = str(details.get("note") or "").strip()
    return f"{sentence} “{note}”" if note else sentence


def _options(details: Details) -> str:
    before = details.get("before") or {}
    changes = [
        f"{OPTION_WORDS.get(name, name)}: {_value(value)} (before: {_value(before.get(name))})"
        for name, value in (details.get("after") or {}).items()
    ]
    return f"Changed {'; '.join(changes) or 'its settings'}."


def _value(value: Any) -> str:
    if value is None:
        return "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _policy(details: Details) -> str:
    sentence = f"Changed the serving policy (version {details.get('version', '?')})."
    if n := details.get("n_asked_again"):
        sentence += f" {counted(n, 'finished pair')} asked again."
    return sentence


def _pilot(details: Details) -> str:
    n_pairs, n_topics = details.get("n_pairs", 0), details.get("n_topics", 0)
    return f"Drew {counted(n_pairs, 'pair')} of {counted(n_topics, 'topic')} for the pilot."


def _topics_ended(details: Details) -> str:
    return f"Ended the choice of further pairs in {_named_topics(details)}."


def _topics_resumed(details: Details) -> str:
    return f"Let further pairs be chosen again in {_named_topics(details)}."


def _named_topics(details: Details) -> str:
    names = [str(name) for name in details.get("topics", [])]
    if len(names) > MOST_NAMED:
        return counted(len(names), "topic")
    return f"topic {', '.join(names)}" if len(names) == 1 else f"topics {', '.join(names)}"


def _invited(details: Details) -> str:
    uses = counted(details.get("max_uses", 1), "place")
    role = details.get("role", "assessor")
    return f"Made an invitation as {role}: {uses}, for {counted(details.get('days', 0), 'day')}."


def _quota(details: Details) -> str:
    quota = details.get("quota")
    who = _who(details)
    if quota is None:
        return f"Left the quota of {who} to the campaign."
    return f"Set the quota of {who} to {quota}."


def _resumed(details: Details) -> str:
    if details.get("was_withdrawn"):
        return f"Let {_who(details)} come back, who had withdrawn."
    return f"Let {_who(details)} go on."


def _withdrawn(details: Details) -> str:
    kept = "what was judged stays"
    if details.get("work") == "drop":
        kept = f"{_taken_back(details)} taken back"
    if details.get("by") == "self":
        return f"{_who(details)} withdrew; {kept}."
    return f"Withdrew {_who(details)}; {kept}."


def _taken_back(details: Details) -> str:
    n_retracted, n_decisions = details.get("n_retracted", 0), details.get("n_decisions", 0)
    decisions = [counted(n_decisions, "decision")] if n_decisions else []
    judgments = [counted(n_retracted, "judgment")] if n_retracted or not decisions else []
    return " and ".join(judgments + decisions)


def _message(details: Details) -> str:
    return f"Sent a message to {details.get('assessor') or 'everybody'}."


def _qualified(details: Details) -> str:
    n_right, n_pairs = details.get("n_right", "?"), details.get("n_pairs", "?")
    at = {1: "first", 2: "second", 3: "third"}.get(attempt := details.get("attempt", 1), "")
    tried = f"at the {at} attempt" if at else f"at attempt {attempt}"
    return f"{_who(details)} passed the qualification round {tried}, with {n_right} of {n_pairs}."


def _anonymized(details: Details) -> str:
    people = counted(details.get("n_people", 0), "person").replace("persons", "people")
    return f"Cut the link between pseudonyms and accounts of {people} for good."


def _imported(details: Details) -> str:
    if "archive" in details:
        return _from_archive(details)
    if "n_rows" not in details:
        return "Imported judgments."
    n_assessors = counted(details.get("n_assessors", 0), "assessor")
    sentence = f"Imported {counted(details['n_rows'], 'judgment')} of {n_assessors}."
    if owners := details.get("in_name_of"):
        sentence += f" Those of {', '.join(owners)} stand in the names of members with accounts."
    return sentence


def _from_archive(details: Details) -> str:
    of, version = details.get("of_campaign", "?"), details.get("regrade", "?")
    day, digest = str(details.get("archived_at", "?"))[:10], str(details["archive"])[:12]
    return f"Came from an archive of {of}, written on {day} by Regrade {version}; hash {digest}."


def _pairs_added(details: Details) -> str:
    if "n_drawn" in details:
        drawn = counted(details["n_drawn"], "pair")
        return f"Drew {drawn} more, {details.get('n_in_all', '?')} in all."
    runs, labels = (", ".join(details.get(key, ())) for key in ("runs", "without"))
    known = f" without what {labels} label" if labels else ""
    pairs = counted(details.get("n_pairs", 0), "pair")
    return f"Added {pairs} of the top {details.get('depth', '?')} of {runs}{known}."


def _judgments_asked(details: Details) -> str:
    asked, added = (int(details.get(key, 0)) for key in ("n_asked", "n_added"))
    parts = {
        f"asked for one more judgment of {counted(asked, 'pair')}": asked,
        f"added {counted(added, 'chosen pair')}": added,
    }
    sentence = " and ".join(text for text, n in parts.items() if n) or "asked for nothing"
    return f"{sentence[0].upper()}{sentence[1:]}."


def _who(details: Details) -> str:
    return str(details.get("assessor") or "somebody")


def _decision_taken_back(details: Details) -> str:
    if details.get("by") == "self":
        return f"{_who(details)} took their decision on {_pair(details)} back."
    return f"Took the decision on {_pair(details)} back."


def _chosen_no_more(details: Details) -> str:
    return f"No longer chose {_pair(details)} for adjudication."


def _pair(details: Details) -> str:
    return f"passage {details.get('doc_id', '?')} of query {details.get('query_id', '?')}"


_WORDS: Mapping[EventKind, Callable[[Details], str]] = {
    EventKind.CREATED: lambda _: "Created the campaign.",
    EventKind.OPTIONS: _options,
    EventKind.STATE: _state,
    EventKind.POLICY: _policy,
    EventKind.PILOT: _pilot,
    EventKind.GUIDELINE: lambda d: f"Published version {d.get('version', '?')} of the guideline.",
    EventKind.NOTICE: lambda d: f"Published version {d.get('version', '?')} of the notice.",
    EventKind.INVITED: _invited,
    EventKind.INVITATION_REVOKED: lambda _: "Took an invitation back.",
    EventKind.JOINED: lambda d: f"{_who(d)} joined as {d.get('role', 'assessor')}.",
    EventKind.QUALIFIED: _qualified,
    EventKind.QUOTA: _quota,
    EventKind.PAUSED: lambda d: f"Paused {_who(d)}.",
    EventKind.RESUMED: _resumed,
    EventKind.WITHDRAWN: _withdrawn,
    EventKind.MESSAGE: _message,
    EventKind.DECISION_TAKEN_BACK: _decision_taken_back,
    EventKind.CHOSEN_NO_MORE: _chosen_no_more,
    EventKind.LABELS_DERIVED: lambda d: f"Derived the labels {d.get('labels', '?')}.",
    EventKind.PAIRS_ADDED: _pairs_added,
    EventKind.TOPICS_ENDED: _topics_ended,
    EventKind.TOPICS_RESUMED: _topics_resumed,
    EventKind.JUDGMENTS_ASKED: _judgments_asked,
    EventKind.IMPORTED: _imported,
    EventKind.ANONYMIZED: _anonymized,
}
