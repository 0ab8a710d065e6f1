"""What experts say of gold and qualification pairs, and what happened to a campaign."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('annotation', '0005_people_and_rights'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CampaignEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.TextField(choices=[('created', 'Created'), ('state', 'State'), ('policy', 'Policy'), ('guideline', 'Guideline'), ('notice', 'Notice'), ('invited', 'Invited'), ('invitation_revoked', 'Invitation Revoked'), ('joined', 'Joined'), ('qualified', 'Qualified'), ('paused', 'Paused'), ('resumed', 'Resumed'), ('withdrawn', 'Withdrawn'), ('imported', 'Imported'), ('anonymized', 'Anonymized')])),
                ('details', models.JSONField(blank=True, default=dict)),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['campaign_id', 'at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='ExpertGrade',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('explanation', models.TextField(blank=True)),
            ],
            options={
                'ordering': ['campaign_pair_id'],
            },
        ),
        migrations.AddField(
            model_name='campaignevent',
            name='actor',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='campaign_events', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='campaignevent',
            name='campaign',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='annotation.campaign'),
        ),
        migrations.AddField(
            model_name='expertgrade',
            name='campaign_pair',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='expert_grade', to='annotation.campaignpair'),
        ),
        migrations.AddField(
            model_name='expertgrade',
            name='grade',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='expert_grades', to='annotation.grade'),
        ),
        migrations.AddConstraint(
            model_name='campaignevent',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['created', 'state', 'policy', 'guideline', 'notice', 'invited', 'invitation_revoked', 'joined', 'qualified', 'paused', 'resumed', 'withdrawn', 'imported', 'anonymized'])), name='campaign_event_kind_known'),
        ),
    ]
