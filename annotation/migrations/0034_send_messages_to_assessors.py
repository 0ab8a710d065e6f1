"""Messages from organizers to assessors, and who put which away."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('annotation', '0033_let_organizers_set_the_pace'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField()),
                ('sent_at', models.DateTimeField(auto_now_add=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='annotation.campaign')),
                ('membership', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='own_messages', to='annotation.membership')),
                ('sent_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sent_messages', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-sent_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='MessageSeen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seen_at', models.DateTimeField(auto_now_add=True)),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seen_messages', to='annotation.membership')),
                ('message', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sights', to='annotation.message')),
            ],
            options={
                'ordering': ['message_id', 'seen_at'],
            },
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='message_says_something'),
        ),
        migrations.AddConstraint(
            model_name='messageseen',
            constraint=models.UniqueConstraint(fields=('message', 'membership'), name='message_seen_once_per_member'),
        ),
    ]
