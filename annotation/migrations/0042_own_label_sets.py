"""Label sets have owners, and are seen by few or many."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0041_administer_accounts'),
        ('ranking', '0014_keep_owners_and_visibility'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='labelset',
            name='archived_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='labelset',
            name='owner',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='labelset',
            name='visibility',
            field=models.TextField(choices=[('private', 'Private'), ('team', 'Team'), ('public', 'Public')], default='team'),
        ),
        migrations.AddConstraint(
            model_name='labelset',
            constraint=models.CheckConstraint(condition=models.Q(('visibility__in', ['private', 'team', 'public'])), name='label_set_visibility_known'),
        ),
    ]
