-- Active topics whose last batch has no more pairs open than their pool's `ahead`: a next step is due.
-- Of one topic, or without it of all; locked in the order of their keys, as everywhere.
UPDATE annotation_activetopic active SET due_since = now()
FROM (
    SELECT active.id
    FROM annotation_activetopic active
    JOIN annotation_campaign c ON c.id = active.campaign_id
    JOIN annotation_pool pool ON pool.id = c.pool_id
    WHERE active.ended_at IS NULL AND active.due_since IS NULL
      AND (%(campaign)s::bigint IS NULL OR active.campaign_id = %(campaign)s)
      AND (%(topic)s::bigint IS NULL OR active.topic_id = %(topic)s)
      AND c.state <> ALL(%(over)s)
      AND (
          SELECT count(*) FROM (SELECT DISTINCT campaign_pair_id FROM annotation_slot open_pair
          WHERE open_pair.campaign_id = active.campaign_id AND open_pair.topic_id = active.topic_id
            AND judgment_id IS NULL AND order_key IS NOT NULL AND number <= c.judgments_per_pair
            AND {n_not_judged} < c.max_not_judged
          LIMIT 1 + (pool.recipe #>> ARRAY['active', 'ahead'])::int) open_pairs
      ) <= (pool.recipe #>> ARRAY['active', 'ahead'])::int
    ORDER BY active.id FOR NO KEY UPDATE OF active
) due
WHERE active.id = due.id
RETURNING active.id
