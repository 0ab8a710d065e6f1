-- What is left of topics where nobody else is at work, whoever was to judge it once: no pair waits
-- for people who have gone while somebody asks for one.
WITH RECURSIVE topics AS (
    (SELECT topic_id FROM annotation_slot
     WHERE campaign_id = %(campaign)s AND judgment_id IS NULL AND order_key IS NOT NULL
     ORDER BY topic_id LIMIT 1)
    UNION ALL
    SELECT (
        SELECT slot.topic_id FROM annotation_slot slot
        WHERE campaign_id = %(campaign)s AND judgment_id IS NULL AND order_key IS NOT NULL
          AND slot.topic_id > topics.topic_id
        ORDER BY slot.topic_id LIMIT 1)
    FROM topics WHERE topics.topic_id IS NOT NULL
), picked AS (
    SELECT free.id, %(first)s - 1 + row_number() OVER () AS position FROM (
        SELECT free.id FROM (
            SELECT open_pair.campaign_pair_id FROM topics CROSS JOIN LATERAL (
                SELECT DISTINCT ON (order_key, campaign_pair_id)
                       order_key, campaign_pair_id, topic_id
                FROM annotation_slot
                WHERE campaign_id = %(campaign)s AND judgment_id IS NULL
                  AND order_key IS NOT NULL AND topic_id = topics.topic_id
                ORDER BY order_key, campaign_pair_id
            ) open_pair
            WHERE topics.topic_id IS NOT NULL
              AND NOT EXISTS (
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
              -- Whoever has a lease is at work, or answered no longer ago than a lease lasts.
              AND NOT EXISTS (
                  SELECT FROM annotation_topicseat seat
                  WHERE seat.campaign_id = %(campaign)s AND seat.topic_id = topics.topic_id
                    AND seat.holder_id <> %(me)s AND seat.finished_at IS NULL
                    AND (EXISTS (
                        SELECT FROM annotation_slot hand
                        WHERE hand.holder_id = seat.holder_id AND hand.judgment_id IS NULL
                          AND hand.leased_until > now() OFFSET 0
                    ) OR EXISTS (
                        SELECT FROM annotation_judgment recent
                        WHERE recent.assessor_id = seat.holder_id
                          AND recent.superseded_at IS NULL
                          AND recent.created_at > now() - make_interval(secs => %(lease_s)s)
                        OFFSET 0)) OFFSET 0)
              -- Where there is a free seat, another claim is taking it at this moment.
              AND NOT EXISTS (
                  SELECT FROM annotation_topicseat seat
                  WHERE seat.campaign_id = %(campaign)s AND seat.topic_id = topics.topic_id
                    AND seat.holder_id IS NULL AND NOT EXISTS (
                        SELECT FROM annotation_topicseat own
                        WHERE own.campaign_id = seat.campaign_id
                          AND own.topic_id = seat.topic_id AND own.holder_id = %(me)s OFFSET 0)
                  OFFSET 0)
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
