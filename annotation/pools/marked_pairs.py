from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from annotation.models import PairKind, Pool
from annotation.pools.pairs import Mark
from ranking.collections.docid_maps import docid_map
from regrade.files.errors import BadInput
from regrade.files.judging.marks import MarkLine

Key: TypeAlias = tuple[int, int]  # topic id, passage ordinal
GRADED = (PairKind.GOLD, PairKind.QUALIFICATION)


def resolve_marks(
    *, pool: Pool, lines: Sequence[MarkLine], scale: Sequence[int], source: Path
) -> dict[int, Mark]:
    """Resolve mark lines to marks, by the pooled pair's id.

    Args:
        scale: the values an expert may give.
        source: where the lines are from, named in refusals.

    Raises:
        BadInput: naming the line: an unknown topic or passage, a pair outside the pool or one
            that appears twice, a gold or qualification pair without a grade, another pair with
            one, or a grade off the scale.
    """
    keys = _keys(pool, lines, source)
    pairs = _pooled(pool, keys)
    first_lines: dict[Key, int] = {}
    marks: dict[int, Mark] = {}
    for line, key in zip(lines, keys, strict=True):
        first = first_lines.setdefault(key, line.line)
        if refusal := _why_not(line, scale, pool, is_pooled=key in pairs, first=first):
            raise BadInput(source, line.line, refusal.reason, code=refusal.code)
        kind = PairKind(line.kind)
        marks[pairs[key]] = Mark(kind, line.priority, line.grade, line.explanation)
    return marks


def _keys(pool: Pool, lines: Sequence[MarkLine], source: Path) -> list[Key]:
    topics = dict(pool.topic_set.topics.values_list("query_id", "pk"))
    ordinals = docid_map(pool.collection).ordinals_of([line.doc_id for line in lines]).tolist()
    keys: list[Key] = []
    for line, ordinal in zip(lines, ordinals, strict=True):
        if line.query_id not in topics:
            raise BadInput(
                source,
                line.line,
                f"no topic {line.query_id!r} in {pool.topic_set}",
                code="unknown_topic",
            )
        if ordinal < 0:
            raise BadInput(
                source,
                line.line,
                f"no passage {line.doc_id!r} in {pool.collection}",
                code="unknown_passage",
            )
        keys.append((topics[line.query_id], ordinal))
    return keys


def _pooled(pool: Pool, keys: Sequence[Key]) -> dict[Key, int]:
    """The pooled pairs of the topics named, by key."""
    pairs = pool.pairs.filter(topic__in={topic_id for topic_id, _ in keys}).order_by()
    rows = pairs.values_list("topic", "passage__ordinal", "pk")
    return {(topic_id, ordinal): pk for topic_id, ordinal, pk in rows}


class _Refusal(NamedTuple):
    code: str
    reason: str


def _why_not(
    line: MarkLine, scale: Sequence[int], pool: Pool, *, is_pooled: bool, first: int
) -> _Refusal | None:
    pair = f"passage {line.doc_id} of topic {line.query_id}"
    if not is_pooled:
        return _Refusal("outside_pool", f"{pair} is not in the pool {pool}")
    if first != line.line:
        return _Refusal("passage_twice", f"{pair} appears twice, first on line {first}")
    is_graded = line.kind in GRADED
    if line.grade is None and is_graded:
        reason = f"{pair} is a {line.kind} pair and needs an expert's grade"
        return _Refusal("grade_missing", reason)
    if line.grade is None:
        return None
    if not is_graded:
        reason = f"an expert grades gold and qualification pairs; {pair} is {line.kind}"
        return _Refusal("grade_not_expected", reason)
    if line.grade not in scale:
        known = ", ".join(map(str, scale))
        return _Refusal("grade_off_scale", f"the grade {line.grade} is not on the scale {known}")
    return None
