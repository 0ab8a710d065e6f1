"""Campaigns that run while Regrade is renewed go on: positions, leases, consent.

Positions count on from those that judgments have. Leases made before have none, and are freed: a
judgment that is sent for one is kept all the same. Whoever judges from now on is told what is
recorded.
"""

from django.db import migrations

from annotation.notice_text import DEFAULT_NOTICE

COUNT_ON = """
    UPDATE annotation_membership member SET n_served = last.position
    FROM (
        SELECT assessor_id, max(position) AS position FROM annotation_judgment
        WHERE position IS NOT NULL GROUP BY assessor_id
    ) last
    WHERE last.assessor_id = member.id AND last.position > member.n_served
"""
FREE_OLD_LEASES = """
    UPDATE annotation_slot SET holder_id = NULL, leased_until = NULL
    WHERE judgment_id IS NULL AND holder_id IS NOT NULL AND position IS NULL
"""


def publish_notices(apps, schema_editor):
    campaigns = apps.get_model("annotation", "Campaign").objects.exclude(state="archived")
    notices = apps.get_model("annotation", "Notice").objects
    for campaign in campaigns.filter(notices=None):
        notices.create(campaign=campaign, version=1, body=DEFAULT_NOTICE)


class Migration(migrations.Migration):
    dependencies = [("annotation", "0012_check_only_filled_slots")]
    operations = [
        migrations.RunSQL(COUNT_ON, migrations.RunSQL.noop),
        migrations.RunSQL(FREE_OLD_LEASES, migrations.RunSQL.noop),
        migrations.RunPython(publish_notices, migrations.RunPython.noop),
    ]
