-- Whether the topic in hand has a pair for the assessor that they do not hold: what
-- `lease_in_own_seats` would lease of it.
SELECT EXISTS (
    SELECT FROM (
        SELECT id, topic_id, number FROM annotation_topicseat
        WHERE campaign_id = %(campaign)s AND holder_id = %(me)s AND finished_at IS NULL
          AND topic_id = %(topic_in_hand)s
    ) own CROSS JOIN LATERAL (
        SELECT campaign_pair_id, topic_id FROM annotation_slot
        WHERE campaign_id = %(campaign)s AND judgment_id IS NULL AND order_key IS NOT NULL
          AND topic_id = own.topic_id AND (leased_until IS NULL OR leased_until <= now()) OFFSET 0
    ) open_pair
    WHERE {open_to_me}
      AND {not_in_my_hand}
      AND {in_turn})
