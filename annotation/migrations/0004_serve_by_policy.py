"""What is handed out next is a row of its own; slots and seats are found in its order."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

POLICY_OF_EACH_CAMPAIGN = """
    INSERT INTO annotation_servingpolicy (
        campaign_id, version, unit, "order", seed, topics_per_set, new_topic_share, overlap_every,
        repeat_after, rotates, extra_judgments, created_at)
    SELECT id, 1, 'topics', 'random', seed, 1, 0.5, 20, 20, false, 0, now()
    FROM annotation_campaign
"""

# Seats come one at a time now: what is free goes, but for the first of each topic.
ONE_FREE_SEAT_A_TOPIC = """
    DELETE FROM annotation_topicseat seat
    WHERE holder_id IS NULL AND EXISTS (
        SELECT FROM annotation_topicseat earlier
        WHERE earlier.campaign_id = seat.campaign_id AND earlier.topic_id = seat.topic_id
          AND earlier.holder_id IS NULL AND earlier.number < seat.number);
    UPDATE annotation_topicseat
    SET order_key = ('x' || left(md5(campaign_id || ' ' || topic_id), 15))::bit(60)::bigint;
"""

SLOT_MATCHES_ITS_PAIR = """
    CREATE FUNCTION slot_matches_its_pair() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NOT EXISTS (
            SELECT FROM annotation_campaignpair c
            JOIN annotation_pooledpair p ON p.id = c.pair_id
            WHERE c.id = NEW.campaign_pair_id AND c.campaign_id = NEW.campaign_id
              AND p.topic_id = NEW.topic_id
        ) THEN
            RAISE EXCEPTION 'slot_matches_its_pair'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'slot_matches_its_pair';
        END IF;
        RETURN NEW;
    END $$;
    CREATE TRIGGER slot_matches_its_pair
    BEFORE INSERT OR UPDATE OF campaign_pair_id, campaign_id, topic_id ON annotation_slot
    FOR EACH ROW EXECUTE FUNCTION slot_matches_its_pair();
"""


class Migration(migrations.Migration):
    dependencies = [
        ('annotation', '0003_guard_what_never_changes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunSQL('DROP FUNCTION slot_matches_its_pair() CASCADE', migrations.RunSQL.noop),
        migrations.CreateModel(
            name='ServingPolicy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('unit', models.TextField(choices=[('topics', 'Topics'), ('pairs', 'Pairs')], default='topics')),
                ('order', models.TextField(choices=[('fixed', 'Fixed'), ('random', 'Random'), ('priority', 'Priority')], default='random')),
                ('seed', models.BigIntegerField()),
                ('topics_per_set', models.PositiveSmallIntegerField(default=1)),
                ('new_topic_share', models.FloatField(default=0.5)),
                ('overlap_every', models.PositiveIntegerField(default=20)),
                ('gold_every', models.PositiveIntegerField(null=True)),
                ('repeat_every', models.PositiveIntegerField(null=True)),
                ('repeat_after', models.PositiveIntegerField(default=20)),
                ('rotates', models.BooleanField(default=False)),
                ('extra_judgments', models.PositiveSmallIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['campaign_id', 'version'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='slot',
            name='slot_number_from_one',
        ),
        migrations.RemoveIndex(
            model_name='slot',
            name='slot_open_by_topic',
        ),
        migrations.RenameField('slot', 'shuffle_key', 'order_key'),
        migrations.AlterField('slot', 'order_key', models.BigIntegerField(null=True)),
        migrations.AddField(
            model_name='campaignpair',
            name='in_pilot',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='slot',
            name='position',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='topicseat',
            name='finished_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='topicseat',
            name='order_key',
            field=models.BigIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='campaignpair',
            name='campaign',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='pairs', to='annotation.campaign'),
        ),
        migrations.AlterField(
            model_name='slot',
            name='campaign',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='slots', to='annotation.campaign'),
        ),
        migrations.AlterField(
            model_name='slot',
            name='campaign_pair',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='slots', to='annotation.campaignpair'),
        ),
        migrations.AlterField(
            model_name='slot',
            name='holder',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='slots', to='annotation.membership'),
        ),
        migrations.AlterField(
            model_name='slot',
            name='number',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name='slot',
            name='topic',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='slots', to='ranking.topic'),
        ),
        migrations.AddIndex(
            model_name='campaignpair',
            index=models.Index(condition=models.Q(('kind', 'regular'), _negated=True), fields=['campaign', 'kind'], name='campaign_pair_not_regular'),
        ),
        migrations.AddIndex(
            model_name='slot',
            index=models.Index(condition=models.Q(('judgment__isnull', True), ('order_key__isnull', False)), fields=['campaign', 'topic', 'order_key'], name='slot_open_by_topic'),
        ),
        migrations.AddIndex(
            model_name='slot',
            index=models.Index(condition=models.Q(('judgment__isnull', True), ('order_key__isnull', False)), fields=['campaign', 'order_key', 'campaign_pair'], name='slot_open_in_order'),
        ),
        migrations.AddIndex(
            model_name='slot',
            index=models.Index(condition=models.Q(('holder__isnull', False), ('judgment__isnull', True)), fields=['holder', 'position'], name='slot_in_hand'),
        ),
        migrations.RunSQL(ONE_FREE_SEAT_A_TOPIC, migrations.RunSQL.noop),
        migrations.AddIndex(
            model_name='topicseat',
            index=models.Index(condition=models.Q(('holder__isnull', True), ('number', 1)), fields=['campaign', 'order_key'], name='topic_seat_free_new'),
        ),
        migrations.AddIndex(
            model_name='topicseat',
            index=models.Index(condition=models.Q(('holder__isnull', True), ('number__gt', 1)), fields=['campaign', 'order_key'], name='topic_seat_free_begun'),
        ),
        migrations.AddIndex(
            model_name='topicseat',
            index=models.Index(condition=models.Q(('finished_at__isnull', True), ('holder__isnull', False)), fields=['campaign', 'expires_at'], name='topic_seat_in_use'),
        ),
        migrations.AddIndex(
            model_name='topicseat',
            index=models.Index(condition=models.Q(('finished_at__isnull', True), ('holder__isnull', False)), fields=['holder'], name='topic_seat_of_holder'),
        ),
        migrations.AddConstraint(
            model_name='campaignpair',
            constraint=models.CheckConstraint(condition=models.Q(('in_pilot', False), ('kind', 'overlap'), _connector='OR'), name='campaign_pair_pilot_is_overlap'),
        ),
        migrations.AddConstraint(
            model_name='slot',
            constraint=models.CheckConstraint(condition=models.Q(('number', None), ('number__gte', 1), _connector='OR'), name='slot_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='slot',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('number__isnull', False), ('occasion', 0), ('order_key__isnull', False)), models.Q(('holder__isnull', False), ('number__isnull', True), ('order_key__isnull', True)), _connector='OR'), name='slot_shared_or_personal'),
        ),
        migrations.AddConstraint(
            model_name='slot',
            constraint=models.CheckConstraint(condition=models.Q(('position', None), ('holder__isnull', False), _connector='OR'), name='slot_position_with_holder'),
        ),
        migrations.AddConstraint(
            model_name='topicseat',
            constraint=models.CheckConstraint(condition=models.Q(('finished_at', None), ('holder__isnull', False), _connector='OR'), name='topic_seat_finished_by_holder'),
        ),
        migrations.AddField(
            model_name='servingpolicy',
            name='campaign',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='policies', to='annotation.campaign'),
        ),
        migrations.AddField(
            model_name='servingpolicy',
            name='created_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='serving_policies', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='judgment',
            name='policy',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='judgments', to='annotation.servingpolicy'),
        ),
        migrations.AddConstraint(
            model_name='servingpolicy',
            constraint=models.UniqueConstraint(fields=('campaign', 'version'), name='serving_policy_version_unique_in_campaign'),
        ),
        migrations.AddConstraint(
            model_name='servingpolicy',
            constraint=models.CheckConstraint(condition=models.Q(('unit__in', ['topics', 'pairs'])), name='serving_policy_unit_known'),
        ),
        migrations.AddConstraint(
            model_name='servingpolicy',
            constraint=models.CheckConstraint(condition=models.Q(('order__in', ['fixed', 'random', 'priority'])), name='serving_policy_order_known'),
        ),
        migrations.AddConstraint(
            model_name='servingpolicy',
            constraint=models.CheckConstraint(condition=models.Q(('new_topic_share__gte', 0), ('new_topic_share__lte', 1)), name='serving_policy_share_is_one'),
        ),
        migrations.AddConstraint(
            model_name='servingpolicy',
            constraint=models.CheckConstraint(condition=models.Q(('overlap_every__gte', 1), ('repeat_after__gte', 1), ('topics_per_set__gte', 1), models.Q(('gold_every', None), ('gold_every__gte', 1), _connector='OR'), models.Q(('repeat_every', None), ('repeat_every__gte', 1), _connector='OR')), name='serving_policy_steps_positive'),
        ),
        migrations.RunSQL(POLICY_OF_EACH_CAMPAIGN, migrations.RunSQL.noop),
        migrations.RemoveField(
            model_name='campaign',
            name='policy',
        ),
        migrations.RunSQL(SLOT_MATCHES_ITS_PAIR, migrations.RunSQL.noop),
    ]
