"""Runs, collections and topic sets have owners, and are seen by few or many."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ranking', '0013_find_passages_by_document'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='collection',
            name='archived_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='collection',
            name='owner',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='collection',
            name='visibility',
            field=models.TextField(choices=[('private', 'Private'), ('team', 'Team'), ('public', 'Public')], default='team'),
        ),
        migrations.AddField(
            model_name='run',
            name='archived_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='run',
            name='owner',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='run',
            name='visibility',
            field=models.TextField(choices=[('private', 'Private'), ('team', 'Team'), ('public', 'Public')], default='team'),
        ),
        migrations.AddField(
            model_name='topicset',
            name='archived_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='topicset',
            name='owner',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='topicset',
            name='visibility',
            field=models.TextField(choices=[('private', 'Private'), ('team', 'Team'), ('public', 'Public')], default='team'),
        ),
        migrations.AddConstraint(
            model_name='collection',
            constraint=models.CheckConstraint(condition=models.Q(('visibility__in', ['private', 'team', 'public'])), name='collection_visibility_known'),
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.CheckConstraint(condition=models.Q(('visibility__in', ['private', 'team', 'public'])), name='run_visibility_known'),
        ),
        migrations.AddConstraint(
            model_name='topicset',
            constraint=models.CheckConstraint(condition=models.Q(('visibility__in', ['private', 'team', 'public'])), name='topic_set_visibility_known'),
        ),
    ]
