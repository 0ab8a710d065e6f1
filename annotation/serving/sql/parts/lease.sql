WITH picked AS (
    SELECT free.id, %(first)s - 1 + row_number() OVER () AS position FROM (
        SELECT free.id FROM (
            SELECT open_pair.campaign_pair_id, row_number() OVER () AS place
            {open_pairs}
              AND {open_to_me}
              AND {not_in_my_hand}
              AND (%(ahead)s::bigint[] = '{}' OR EXISTS (
                  SELECT FROM annotation_slot slot
                  WHERE slot.campaign_pair_id = open_pair.campaign_pair_id
                    AND {free_slot} OFFSET 0))
        ) open_pair CROSS JOIN LATERAL (
            SELECT slot.id, slot.topic_id FROM annotation_slot slot
            WHERE slot.campaign_pair_id = open_pair.campaign_pair_id
              AND {free_slot}
            ORDER BY slot.is_spare, slot.number LIMIT 1 FOR UPDATE SKIP LOCKED
        ) free
        -- A pair is left for each of those who have waited longer and could judge this one; but
        -- not in topics where the assessor sits.
        WHERE %(ahead)s::bigint[] = '{}' OR place > (SELECT count(*) FROM (
            SELECT FROM unnest(%(ahead)s::bigint[]) waiting(id)
            WHERE NOT EXISTS ({standing_answer} AND j.assessor_id = waiting.id OFFSET 0)
            LIMIT place) ahead) OR EXISTS (
            SELECT FROM annotation_topicseat
            WHERE holder_id = %(me)s AND topic_id = free.topic_id AND finished_at IS NULL OFFSET 0)
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
