"""Header names of the columns of a pair; the first name of each is ours."""

from __future__ import annotations

QUERY_ID = ("query_id", "query-id", "qid", "topic_id", "topic")
PASSAGE_ID = ("passage_id", "doc_id", "doc-id", "docid", "corpus-id", "pid")
RELEVANCE = ("relevance", "rel", "label", "score", "grade")
PROBABILITY = ("probability", "inclusion_probability", "iprob")
