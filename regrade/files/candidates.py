from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from regrade.files.errors import BadInput
from regrade.files.json_lines import JsonObject, parse_json_lines
from regrade.files.lines import at_least_one, read_lines
from regrade.files.passages import text_or_none
from regrade.files.streams import Progress
from regrade.text.visible import has_text

QUERY_ID_NAMES = ("query_id", "qid")
DOC_ID_NAMES = ("passage_id", "doc_id", "docid")
TEXT_NAMES = ("passage", "text")
RANK_NAMES = ("bm25_rank", "rank")
MAX_RANK = 2**31 - 1
RELEVANCE_NAMES = ("msmarco_relevant", "relevance", "label")


class CandidateRecord(NamedTuple):
    """One passage that was retrieved for a query, with both texts, its rank and its label.

    `text` is None where there is nothing to read; rank, relevance and stratum where the file does
    not give them.
    """

    query_id: str
    query: str
    doc_id: str
    text: str | None
    rank: int | None
    relevance: int | None
    stratum: str | None
    line: int
    description: str = ""
    narrative: str = ""


class Claim(NamedTuple):
    """A line's value for a key that can have one value only; `code` is of a contradiction."""

    key: tuple[object, ...]
    value: object
    contradiction: str
    code: str


def read_candidates(
    path: Path, progress: Progress | None = None, *, are_ranked: bool = True
) -> Iterator[CandidateRecord]:
    """Yield the candidates of a JSONL file in its order.

    Fields: `query_id`, `query`, `passage_id` or `doc_id`, `passage` or `text`, `bm25_rank` or
    `rank`, unless they are not ranked; if there, `description` and `narrative` of the topic,
    `stratum`, and `msmarco_relevant`, `relevance` or `label`. Texts are kept to the letter; a
    topic's white space at the ends makes no other one.

    Raises:
        BadInput: a missing field or one of the wrong type, a rank below 1, a relevance beyond two
            bytes, a query id with two queries or two strata, a passage id with two texts, a
            pair given twice, two passages of a query on one rank, no candidates, and whatever
            `read_lines` refuses.
    """
    first_claims: dict[tuple[object, ...], tuple[object, int]] = {}
    objects = parse_json_lines(path, read_lines(path, progress))
    for item in at_least_one(objects, path, "candidates"):
        record = _parse(path, item, are_ranked=are_ranked)
        for claim in _claims(record):
            first_value, first_line = first_claims.setdefault(claim.key, (claim.value, item.line))
            if first_value != claim.value:
                reason = f"{claim.contradiction} line {first_line}"
                raise BadInput(path, item.line, reason, code=claim.code)
        yield record


def _parse(path: Path, item: JsonObject, *, are_ranked: bool) -> CandidateRecord:
    rank = item.integer if are_ranked else item.optional_integer
    record = CandidateRecord(
        query_id=item.identifier("query id", *QUERY_ID_NAMES),
        query=item.text("query"),
        doc_id=item.identifier("passage id", *DOC_ID_NAMES),
        text=text_or_none("", item.text(*TEXT_NAMES)),
        rank=rank(*RANK_NAMES, least=1, most=MAX_RANK),
        relevance=item.optional_integer(*RELEVANCE_NAMES, least=-(2**15), most=2**15 - 1),
        stratum=item.optional_text("stratum"),
        line=item.line,
        description=item.optional_text("description") or "",
        narrative=item.optional_text("narrative") or "",
    )
    if not has_text(record.query):
        raise BadInput(
            path, item.line, f"the query of topic {record.query_id} is empty", code="query_empty"
        )
    return record


def _claims(record: CandidateRecord) -> Iterator[Claim]:
    query_id, doc_id, rank = record.query_id, record.doc_id, record.rank
    topic = f"topic {query_id}"
    # Texts are long and many, so digests are compared instead.
    digest = blake2b((record.text or "").encode(), digest_size=16).digest()
    for name in ("query", "description", "narrative"):
        other = f"{topic} has another {name} than on"
        yield Claim((name, query_id), getattr(record, name).strip(), other, f"other_{name}")
    other = f"{topic} has another stratum than on"
    yield Claim(("stratum", query_id), record.stratum, other, "other_stratum")
    other = f"passage {doc_id} has another text than on"
    yield Claim(("text", doc_id), digest, other, "other_text")
    twice = f"passage {doc_id} of {topic} appears twice, first on"
    yield Claim(("pair", query_id, doc_id), record.line, twice, "passage_twice")
    if rank is not None:
        taken = f"rank {rank} of {topic} is taken on"
        yield Claim(("rank", query_id, rank), doc_id, taken, "rank_twice")
