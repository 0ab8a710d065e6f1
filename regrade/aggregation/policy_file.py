"""A policy as JSON: in a file, in a request, and beside the labels that came of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from regrade.aggregation.electorate import Electorate
from regrade.aggregation.policy import AggregationPolicy
from regrade.exceptions import Coded
from regrade.files.errors import BadInput
from regrade.files.streams import why_not_opened
from regrade.limits import RELEVANCE

NUMBER, TEXT, NAMES, LABELS = "a whole number", "a text", "a list of names", "a name of labels"
NUMBERS, SHARE = "a list of whole numbers, ascending", "a number"
RULES: Mapping[str, str] = MappingProxyType(
    {
        "aggregate": TEXT,
        "threshold": NUMBER,
        "rounding": TEXT,
        "tie": TEXT,
        "min_assessors": NUMBER,
        "min_votes": NUMBER,
        "max_blank_share": SHARE,
        "min_agreement": SHARE,
        "require_fallback_relevant": "true or false",
        "decisions": TEXT,
        "gold": TEXT,
        "pool_depth": NUMBER,
        "seed": NUMBER,
    }
)
OTHERS: Mapping[str, str] = MappingProxyType(
    {
        "scale": NUMBERS,
        "min_relevance": NUMBER,
        "fallback": LABELS,
        "only_topics_of": LABELS,
    }
)
VOTERS: Mapping[str, str] = MappingProxyType(
    {
        "kinds": NAMES,
        "models": NAMES,
        "only": NAMES,
        "levels": NAMES,
        "without": NAMES,
        "without_flags": NAMES,
    }
)
KEYS: Mapping[str, str] = MappingProxyType({**RULES, **OTHERS, **VOTERS})
# How label sets kept two of them once.
STORED_AS: Mapping[str, str] = MappingProxyType(
    {"model_assessors": "models", "left_out": "without"}
)
OF_LABELS: Mapping[str, str] = MappingProxyType(
    {"name": TEXT, "content_hash": "a text or null", "min_relevance": "a whole number or null"}
)


class PolicyError(Coded, ValueError):
    """Why a document is no policy; the sentence names the key."""

    code = "not_a_policy"


class OtherLabels(NamedTuple):
    """Labels that a policy names; a stored policy says which exactly."""

    name: str
    content_hash: str | None = None
    min_relevance: int | None = None


@dataclass(frozen=True, kw_only=True)
class WholePolicy:
    """The rules, and whom and what else they name.

    Attributes:
        scale: the grades that could be given; None leaves them to the votes' campaign.
        min_relevance: the least label that binary measures call relevant; None where that follows.
        voters: whose votes count.
    """

    rules: AggregationPolicy
    scale: tuple[int, ...] | None = None
    min_relevance: Annotated[int | None, RELEVANCE] = None
    fallback: OtherLabels | None = None
    only_topics_of: OtherLabels | None = None
    voters: Electorate = field(default_factory=Electorate)


def read_policy(path: Path) -> WholePolicy:
    """The policy in a JSON file.

    Raises:
        BadInput: there is no such file, it is no JSON, or no policy; the sentence names the key.
    """
    try:
        content = path.read_text(encoding="utf-8")
        document = json.loads(content, object_pairs_hook=_without_doubles)
    except OSError as error:
        reason, code = why_not_opened(path, error)
        raise BadInput(path, None, reason, code=code) from error
    except UnicodeDecodeError as error:
        raise BadInput(path, None, "it is no text in UTF-8", code="not_utf8") from error
    except RecursionError as error:
        raise BadInput(
            path, None, "it is nested too deep for a policy", code="nested_too_deep"
        ) from error
    except PolicyError as error:
        raise BadInput(path, None, str(error), code=error.code) from error
    except json.JSONDecodeError as error:
        raise BadInput(path, error.lineno, f"no JSON: {error.msg}", code="not_json") from error
    try:
        return policy_from_json(document)
    except PolicyError as error:
        raise BadInput(path, None, str(error), code=error.code) from error


def policy_from_json(document: object) -> WholePolicy:
    """The policy that plain JSON says: an object with `aggregate`, and any of the other keys.

    What a label set keeps as its policy says the same labels again.

    Raises:
        PolicyError: it is no object, a key is unknown or there twice, or a value is of another kind
            or outside its range.
    """
    if not isinstance(document, dict):
        reason = 'a policy is a JSON object, as {"aggregate": "median"}'
        raise PolicyError(reason, code="not_a_json_object")
    found = current_form(document)
    if found.get("aggregate") is None:
        reason = "aggregate is missing; it says what a pair's votes come to"
        raise PolicyError(reason, code="aggregate_missing")
    values = {key: _checked(key, value) for key, value in found.items() if value is not None}
    try:
        rules = AggregationPolicy(**_those_of(RULES, values))
        voters = Electorate(**_those_of(VOTERS, values))
    except ValueError as error:
        raise PolicyError(str(error), code="rule_refused") from error
    return WholePolicy(rules=rules, voters=voters, **_those_of(OTHERS, values))


def current_form(document: Mapping[str, Any]) -> dict[str, Any]:
    """The same policy with its keys as they are called now.

    Stored policies that name no kinds counted simulated votes; those from before models were a
    kind of their own counted all. Those without a seed began at one point.

    Raises:
        PolicyError: a key is unknown, or two say the same.
    """
    found = _renamed(document)
    if "kinds" not in found and _is_stored(document):
        found["kinds"] = ["human", "simulated", *(() if "models" in found else ("model",))]
    if found.get("aggregate") == "weighted" and not _is_stored(document):
        found.setdefault("seed", 0)
    return found


def policy_as_json(whole: WholePolicy) -> dict[str, Any]:
    """JSON that `policy_from_json` reads back; keys at their defaults are there as well."""
    others = {key: _plain(getattr(whole, key)) for key in OTHERS}
    voters = {key: _plain(value) for key, value in asdict(whole.voters).items()}
    return asdict(whole.rules) | others | voters


def _those_of(keys: Mapping[str, str], values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key in keys}


def _plain(value: Any) -> Any:
    if isinstance(value, OtherLabels):
        return value._asdict()
    return list(value) if isinstance(value, tuple) else value


def _renamed(document: Mapping[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    names: dict[str, str] = {}
    for given, value in document.items():
        key = STORED_AS.get(given, given)
        if key not in KEYS:
            raise PolicyError(f"there is no key {given!r}{_nearest(given)}", code="unknown_key")
        if key in fields:
            reason = f"{names[key]} and {given} say the same; leave one out"
            raise PolicyError(reason, code="key_twice")
        fields[key], names[key] = value, given
    return fields


def _is_stored(document: Mapping[str, Any]) -> bool:
    """Whether a label set kept it: by keys it had then, or as all are there, given or not."""
    if not STORED_AS.keys().isdisjoint(document):
        return True
    later = {"decisions", "gold", "min_agreement", "pool_depth", "seed"}
    return {*RULES, "fallback", "only_topics_of", "min_relevance"} - later <= set(document)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise PolicyError(f"the key {twice!r} is there twice", code="key_twice")
    return found


def _nearest(given: str) -> str:
    near = get_close_matches(given, KEYS, 1)
    return f"; the nearest is {near[0]!r}" if near else f"; there are {', '.join(KEYS)}"


def _checked(key: str, value: Any) -> Any:
    kind = KEYS[key]
    if kind == LABELS:
        return _labels(key, value)
    if kind == NAMES:
        return _names(key, value)
    if kind == NUMBERS:
        return _scale(key, value)
    if not _is_of(kind, value):
        raise PolicyError(f"{key} must be {kind}, got {json.dumps(value)}", code="wrong_kind")
    return value


def _is_of(kind: str, value: object) -> bool:
    if kind.endswith(" or null"):
        return value is None or _is_of(kind.removesuffix(" or null"), value)
    if kind == TEXT:
        return isinstance(value, str)
    if kind == NUMBER:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == SHARE:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, bool)


def _labels(key: str, value: Any) -> OtherLabels:
    if isinstance(value, str):
        return OtherLabels(value)
    is_known = isinstance(value, dict) and set(value) <= set(OtherLabels._fields)
    if is_known and all(_is_of(kind, value.get(part)) for part, kind in OF_LABELS.items()):
        return OtherLabels(**value)
    raise PolicyError(f"{key} must be {LABELS}, got {json.dumps(value)}", code="wrong_kind")


def _scale(key: str, value: Any) -> tuple[int, ...]:
    given = value if isinstance(value, list) else []
    if (
        not given
        or not all(_is_of(NUMBER, grade) for grade in given)
        or sorted(set(given)) != given
    ):
        raise PolicyError(f"{key} must be {NUMBERS}, got {json.dumps(value)}", code="wrong_kind")
    return tuple(given)


def _names(key: str, value: Any) -> tuple[str, ...]:
    """Names; label sets keep with some who they are, and why they are named."""
    given = value if isinstance(value, list) else [value]
    names = [one.get("pseudonym") if isinstance(one, dict) else one for one in given]
    found = tuple(name for name in names if isinstance(name, str))
    if not isinstance(value, list) or len(found) < len(given):
        raise PolicyError(f"{key} must be {NAMES}, got {json.dumps(value)}", code="wrong_kind")
    return found
