"""What the demo's things are called in the database."""

from __future__ import annotations

COLLECTION = "python-docs"
TOPIC_SET = "python-questions"
BM25_RUN, BERT_RUN = "bm25", "bert"
CLOSED_POOL, CLOSED_CAMPAIGN = "demo-pool", "demo-closed"
OPEN_POOL, OPEN_CAMPAIGN = "your-turn", "demo-open"
KNOWN_LABELS = "known-item"
LIBERAL_LABELS, STRICT_LABELS, GRADED_LABELS = "liberal", "strict", "graded"
ASSESSOR, ORGANIZER, RESEARCHER = "assessor", "organizer", "researcher"
# Known to everybody who reads this, and good for nothing but a demo on one's own machine.
PASSWORD = "regrade-demo"
