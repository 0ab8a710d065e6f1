from __future__ import annotations

from benchmarks.lexical.corpus import Facts
from benchmarks.lexical.limit import queries_a_second


def test_a_query_reads_eight_bytes_a_posting() -> None:
    facts = Facts(n_passages=10, n_tokens=100, n_postings=90, postings_a_query=50.0)
    assert queries_a_second(facts, bandwidth=4_000.0) == 10.0
