"""A computed run is of its ranker's kind, an aggregated or rolled-up one of its parent's."""

from __future__ import annotations

from django.db import migrations

TELL = """
WITH RECURSIVE told AS (
    SELECT id, CASE
        WHEN spec ->> 'ranker' = 'tk' THEN 'nn'
        WHEN spec ->> 'ranker' = 'bm25' AND spec #>> '{index,expansions}' IS NULL THEN 'trad'
        ELSE 'nnlm'  -- of BM25, over passages with queries that a model wrote
        END AS kind
    FROM ranking_run
    WHERE source = 'computed'
        AND spec ->> 'ranker' IN
            ('bm25', 'tk', 'bert-cat', 'bert-dot', 'colbert', 'mono-t5', 'duo-t5')
    UNION ALL
    SELECT child.id, told.kind FROM ranking_run AS child
    JOIN told ON child.parent_id = told.id
    WHERE child.spec ->> 'ranker' IN ('pair-aggregation', 'roll-up')
)
UPDATE ranking_run AS run SET kind = told.kind FROM told WHERE run.id = told.id
"""


class Migration(migrations.Migration):
    dependencies = [("ranking", "0016_keep_kinds_of_runs")]
    operations = [migrations.RunSQL(TELL, migrations.RunSQL.noop)]
