-- Pairs of the assessor's own topics. The topic in hand comes first, whatever became of its leases;
-- then what was served last goes on, and then what was begun first. Seats in use are renewed on
-- the way when half their time is over; an idle one that nobody else has taken is its holder's
-- again.
WITH renewed AS (
    UPDATE annotation_topicseat SET expires_at = now() + make_interval(secs => %(seat_s)s)
    WHERE id = ANY(ARRAY(
        SELECT id FROM annotation_topicseat
        WHERE campaign_id = %(campaign)s AND holder_id = %(me)s AND finished_at IS NULL
          AND expires_at < now() + make_interval(secs => %(seat_s)s / 2.0)
        FOR UPDATE SKIP LOCKED))
), picked AS (
    SELECT free.id, %(first)s - 1 + row_number() OVER () AS position FROM (
        SELECT free.id FROM (
            SELECT open_pair.campaign_pair_id
            FROM (
                SELECT topic_id, number FROM annotation_topicseat
                WHERE campaign_id = %(campaign)s AND holder_id = %(me)s AND finished_at IS NULL
                ORDER BY topic_id = %(topic_in_hand)s::bigint IS NOT TRUE, topic_id = (
                    SELECT topic_id FROM annotation_slot
                    WHERE holder_id = %(me)s AND judgment_id IS NULL AND order_key IS NOT NULL
                    ORDER BY position DESC LIMIT 1
                ) IS NOT TRUE, taken_at, id
            ) own CROSS JOIN LATERAL (
                (SELECT DISTINCT ON (order_key, campaign_pair_id)
                        order_key, campaign_pair_id, topic_id
                 FROM annotation_slot
                 WHERE campaign_id = %(campaign)s AND judgment_id IS NULL
                   AND order_key IS NOT NULL
                   AND topic_id = own.topic_id AND order_key >= %(start)s
                 ORDER BY order_key, campaign_pair_id)
                UNION ALL
                (SELECT DISTINCT ON (order_key, campaign_pair_id)
                        order_key, campaign_pair_id, topic_id
                 FROM annotation_slot
                 WHERE campaign_id = %(campaign)s AND judgment_id IS NULL
                   AND order_key IS NOT NULL
                   AND topic_id = own.topic_id AND order_key < %(start)s
                 ORDER BY order_key, campaign_pair_id)
            ) open_pair
            WHERE NOT EXISTS (
                SELECT FROM annotation_judgment j
                WHERE j.campaign_pair_id = open_pair.campaign_pair_id
                  AND j.assessor_id = %(me)s AND j.occasion = 0 AND j.superseded_at IS NULL
                  AND j.reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0)
              -- At the limit of answers without a grade the pair waits for adjudication.
              AND (SELECT count(*) FROM annotation_judgment j
                   WHERE j.campaign_pair_id = open_pair.campaign_pair_id AND j.occasion = 0
                     AND j.superseded_at IS NULL AND j.reason_not_judged <> 'retracted'
                     AND j.cause <> 'rejected') < %(max_not_judged)s
              AND NOT EXISTS (
                  SELECT FROM annotation_slot mine
                  WHERE mine.campaign_pair_id = open_pair.campaign_pair_id
                    AND mine.holder_id = %(me)s AND mine.occasion = 0 OFFSET 0)
              -- Who sits before the assessor and has not answered the pair yet is to have a slot.
              AND (SELECT count(*) FROM annotation_slot slot
                   WHERE slot.campaign_pair_id = open_pair.campaign_pair_id
                     AND judgment_id IS NULL AND order_key IS NOT NULL) > (
                  SELECT count(*) FROM annotation_topicseat seat
                  WHERE seat.campaign_id = %(campaign)s AND seat.topic_id = open_pair.topic_id
                    AND seat.holder_id <> %(me)s AND seat.finished_at IS NULL
                    AND seat.expires_at > now() AND seat.number < own.number
                    AND NOT EXISTS (
                        SELECT FROM annotation_judgment j
                        WHERE j.campaign_pair_id = open_pair.campaign_pair_id
                          AND j.assessor_id = seat.holder_id AND j.occasion = 0
                          AND j.superseded_at IS NULL
                          AND j.reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0))
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
