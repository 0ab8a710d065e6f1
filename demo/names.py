"""Names of the demo's things in the database, which no other data would have."""

from __future__ import annotations

COLLECTION = "python-docs"
TOPIC_SET = "python-questions"
BM25_RUN, RM3_RUN, BERT_RUN = "demo-bm25", "demo-rm3", "demo-bert"
PAIRS_RUN = "demo-duo-simulated"
CLOSED_POOL, CLOSED_CAMPAIGN = "demo-closed", "demo-closed"
OPEN_POOL, OPEN_CAMPAIGN = "demo-open", "demo-open"
LEARNING_POOL, LEARNING_CAMPAIGN = "demo-learning", "demo-learning"
KNOWN_LABELS = "demo-known-item"
LIBERAL_LABELS, STRICT_LABELS, GRADED_LABELS = "demo-liberal", "demo-strict", "demo-graded"
STUDY = "demo-typos"
TRAINING, TRAINED_RUN = "demo-tk", "demo-trained"
ASSESSOR, ORGANIZER, RESEARCHER = "assessor", "organizer", "researcher"
# Known to everybody who reads this, and good for nothing but a demo on one's own machine.
PASSWORD = "regrade-demo"
