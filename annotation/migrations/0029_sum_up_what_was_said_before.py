"""Pairs that were judged before there were summaries get theirs."""

from django.db import migrations

SUMMARIZE = """
SELECT summarize_pair(id) FROM annotation_campaignpair pair
WHERE EXISTS (SELECT FROM annotation_judgment WHERE campaign_pair_id = pair.id)
"""


class Migration(migrations.Migration):
    dependencies = [("annotation", "0028_sum_up_what_is_said")]
    operations = [migrations.RunSQL(SUMMARIZE, migrations.RunSQL.noop)]
