-- Single pairs in the campaign's order, from a start on and then from the beginning. An index gives
-- them, and is read no further than they are asked for.
WITH picked AS (
    SELECT free.id, %(first)s - 1 + row_number() OVER () AS position FROM (
        SELECT free.id FROM (
            SELECT campaign_pair_id FROM (
                (SELECT DISTINCT ON (order_key, campaign_pair_id)
                        order_key, campaign_pair_id, topic_id
                 FROM annotation_slot
                 WHERE campaign_id = %(campaign)s AND judgment_id IS NULL
                   AND order_key IS NOT NULL AND order_key >= %(start)s
                 ORDER BY order_key, campaign_pair_id)
                UNION ALL
                (SELECT DISTINCT ON (order_key, campaign_pair_id)
                        order_key, campaign_pair_id, topic_id
                 FROM annotation_slot
                 WHERE campaign_id = %(campaign)s AND judgment_id IS NULL
                   AND order_key IS NOT NULL AND order_key < %(start)s
                 ORDER BY order_key, campaign_pair_id)
            ) open_pair
            WHERE NOT EXISTS (
                SELECT FROM annotation_judgment j
                WHERE j.campaign_pair_id = open_pair.campaign_pair_id
                  AND j.assessor_id = %(me)s AND j.occasion = 0 AND j.superseded_at IS NULL
                  AND j.reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0)
              AND (SELECT count(*) FROM annotation_judgment j
                   WHERE j.campaign_pair_id = open_pair.campaign_pair_id AND j.occasion = 0
                     AND j.superseded_at IS NULL AND j.reason_not_judged <> 'retracted'
                     AND j.cause <> 'rejected') < %(max_not_judged)s
              AND NOT EXISTS (
                  SELECT FROM annotation_slot mine
                  WHERE mine.campaign_pair_id = open_pair.campaign_pair_id
                    AND mine.holder_id = %(me)s AND mine.occasion = 0 OFFSET 0)
        ) claimable CROSS JOIN LATERAL (
            SELECT slot.id FROM annotation_slot slot
            WHERE slot.campaign_pair_id = claimable.campaign_pair_id
              AND judgment_id IS NULL AND order_key IS NOT NULL
              AND (leased_until IS NULL OR leased_until <= now())
            ORDER BY slot.is_spare, slot.number LIMIT 1 FOR UPDATE SKIP LOCKED
        ) free
        LIMIT %(n)s
    ) free
), served AS (
    UPDATE annotation_membership SET n_served = n_served + (SELECT count(*) FROM picked)
    WHERE id = %(me)s
)
UPDATE annotation_slot slot
SET holder_id = %(me)s, leased_until = now() + make_interval(secs => %(lease_s)s),
    position = picked.position
FROM picked WHERE slot.id = picked.id
