"""Each step keeps the ranks of its own draws alone, and how many passages its ranking has."""

import numpy as np
from django.db import migrations


def keep_own_ranks(apps, schema_editor):
    """Before, `draws` held n, n passages, ranks of all drawn so far, and ranks in earlier steps."""
    step_model = apps.get_model("annotation", "ActiveStep")
    steps = step_model.objects.filter(draws__isnull=False).order_by("topic_id", "number")
    topic, n_drawn = None, 0
    for step in steps.select_related("topic").iterator():
        if step.topic_id != topic:
            topic, n_drawn = step.topic_id, 0
        n = int(step.draws[0])
        n_drawn += n
        passages = step.draws[1 : n + 1]
        all_ranks = step.draws[n + 1 : n + 1 + n_drawn]
        # Runs may have lost passages since.
        n_ranked = max(step.topic.n_candidates, int(all_ranks.max(initial=1)))
        step.draws = np.concatenate([[n_ranked], passages, all_ranks[n_drawn - n :]])
        step.save(update_fields=["draws"])


class Migration(migrations.Migration):
    dependencies = [("annotation", "0062_name_topics_of_designs")]

    # The ranks in earlier steps' rankings are gone: an older release cannot estimate on.
    operations = [migrations.RunPython(keep_own_ranks, migrations.RunPython.noop)]
