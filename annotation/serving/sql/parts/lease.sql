WITH picked AS (
    SELECT free.id, %(first)s - 1 + row_number() OVER () AS position FROM (
        SELECT free.id FROM (
            SELECT open_pair.campaign_pair_id, row_number() OVER () AS place
            {open_pairs}
              AND {open_to_me}
              AND {not_in_my_hand}
              AND (%(n_ahead)s = 0 OR EXISTS (
                  SELECT FROM annotation_slot slot
                  WHERE slot.campaign_pair_id = open_pair.campaign_pair_id
                    AND {free_slot} OFFSET 0))
        ) claimable CROSS JOIN LATERAL (
            SELECT slot.id FROM annotation_slot slot
            WHERE slot.campaign_pair_id = claimable.campaign_pair_id
              AND {free_slot}
            ORDER BY slot.is_spare, slot.number LIMIT 1 FOR UPDATE SKIP LOCKED
        ) free
        -- A pair is left for each of those who have waited longer and could judge this one.
        WHERE %(n_ahead)s = 0 OR place > (SELECT count(*) FROM (
            {waiting_longer}
              AND NOT EXISTS (
                  SELECT FROM annotation_judgment j
                  WHERE j.campaign_pair_id = claimable.campaign_pair_id
                    AND j.assessor_id = waiting.id AND j.occasion = 0 AND j.superseded_at IS NULL
                    AND j.reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0)
            LIMIT place) ahead)
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
