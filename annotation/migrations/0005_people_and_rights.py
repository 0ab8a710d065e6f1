"""Notices and consents, visits, withdrawal; why and by whom each judgment came to be."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('annotation', '0004_serve_by_policy'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Consent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('given_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['membership_id', 'given_at'],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('body', models.TextField()),
                ('published_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['campaign_id', 'version'],
            },
        ),
        migrations.CreateModel(
            name='Visit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('occasion', models.PositiveSmallIntegerField(default=0)),
                ('key', models.UUIDField(help_text='Chosen by the page, one for each stay.')),
                ('active_ms', models.PositiveIntegerField()),
                ('away_ms', models.PositiveIntegerField()),
                ('started_at', models.DateTimeField()),
                ('last_seen_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['membership_id', 'started_at'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='campaign',
            name='campaign_numbers_positive',
        ),
        migrations.AddField(
            model_name='campaign',
            name='allows_sign_up',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='campaign',
            name='anonymized_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='campaign',
            name='max_attempts',
            field=models.PositiveSmallIntegerField(default=2),
        ),
        migrations.AddField(
            model_name='campaign',
            name='pass_share',
            field=models.FloatField(null=True),
        ),
        migrations.AddField(
            model_name='campaign',
            name='quota',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='invitation',
            name='revoked_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='judgment',
            name='cause',
            field=models.TextField(choices=[('judged', 'First answer'), ('changed', 'Changed by its assessor'), ('undone', 'Taken back by its assessor'), ('withdrawn', "Taken out with its assessor's withdrawal"), ('imported', 'Recorded elsewhere'), ('rejected', 'Recorded elsewhere, and rejected there')], default='judged'),
        ),
        migrations.AddField(
            model_name='judgment',
            name='recorded_by',
            field=models.ForeignKey(help_text='Who made the row, when it was not its assessor.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='recorded_judgments', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='membership',
            name='n_attempts',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='membership',
            name='n_served',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='membership',
            name='withdrawn_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name='membership',
            name='english_level',
            field=models.TextField(blank=True, choices=[('basic', 'Basic'), ('intermediate', 'Intermediate'), ('advanced', 'Advanced'), ('native', 'Native')]),
        ),
        migrations.AlterField(
            model_name='membership',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('judgments_per_pair__gte', 1), ('lease_s__gte', 1), ('max_not_judged__gte', 1), ('seat_s__gte', 1), ('max_attempts__gte', 1), models.Q(('quota', None), ('quota__gte', 1), _connector='OR')), name='campaign_numbers_positive'),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('pass_share', None), models.Q(('pass_share__gt', 0), ('pass_share__lte', 1)), _connector='OR'), name='campaign_pass_share_is_one'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('english_level', ''), ('english_level__in', ['basic', 'intermediate', 'advanced', 'native']), _connector='OR'), name='membership_english_level_known'),
        ),
        migrations.AddField(
            model_name='consent',
            name='membership',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='consents', to='annotation.membership'),
        ),
        migrations.AddField(
            model_name='notice',
            name='campaign',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notices', to='annotation.campaign'),
        ),
        migrations.AddField(
            model_name='consent',
            name='notice',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='consents', to='annotation.notice'),
        ),
        migrations.AddConstraint(
            model_name='judgment',
            constraint=models.CheckConstraint(condition=models.Q(('cause__in', ['judged', 'changed', 'undone', 'withdrawn', 'imported', 'rejected'])), name='judgment_cause_known'),
        ),
        migrations.AddField(
            model_name='visit',
            name='campaign_pair',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='visits', to='annotation.campaignpair'),
        ),
        migrations.AddField(
            model_name='visit',
            name='membership',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='visits', to='annotation.membership'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(fields=('campaign', 'version'), name='notice_version_unique_in_campaign'),
        ),
        migrations.AddConstraint(
            model_name='consent',
            constraint=models.UniqueConstraint(fields=('membership', 'notice'), name='consent_once_per_notice'),
        ),
        migrations.AddConstraint(
            model_name='visit',
            constraint=models.UniqueConstraint(fields=('membership', 'campaign_pair', 'occasion', 'key'), name='visit_key_unique_on_pair'),
        ),
        migrations.AddConstraint(
            model_name='visit',
            constraint=models.CheckConstraint(condition=models.Q(('last_seen_at__gte', models.F('started_at'))), name='visit_ends_after_start'),
        ),
    ]
