"""Before topics landed as time passes, those of a chunk landed when its attempt ended."""

from __future__ import annotations

from django.db import migrations

COUNT = """
UPDATE ranking_attempt AS attempt
SET n_landed = cardinality(chunk.topic_ids), landed_at = attempt.ended_at
FROM ranking_chunk AS chunk
WHERE chunk.id = attempt.chunk_id AND attempt.outcome = 'landed'
"""


class Migration(migrations.Migration):
    dependencies = [("ranking", "0009_count_landed_topics")]
    operations = [migrations.RunSQL(COUNT, migrations.RunSQL.noop)]
