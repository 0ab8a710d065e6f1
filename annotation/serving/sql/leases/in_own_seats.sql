-- Pairs of the assessor's own topics. The topic in hand comes first, whatever became of its leases;
-- then what was served last goes on, and then what was begun first. An idle seat that nobody else
-- has taken is its holder's again.
FROM (
    SELECT id, topic_id, number FROM annotation_topicseat
    WHERE campaign_id = %(campaign)s AND holder_id = %(me)s AND finished_at IS NULL
    ORDER BY topic_id = %(topic_in_hand)s::bigint IS NOT TRUE, topic_id = (
        SELECT topic_id FROM annotation_slot
        WHERE holder_id = %(me)s AND judgment_id IS NULL AND order_key IS NOT NULL
        ORDER BY position DESC LIMIT 1
    ) IS NOT TRUE, taken_at, id
) own CROSS JOIN LATERAL (
    ({topic_pairs}
     AND topic_id = own.topic_id AND order_key >= %(start)s ORDER BY order_key, campaign_pair_id)
    UNION ALL
    ({topic_pairs}
     AND topic_id = own.topic_id AND order_key < %(start)s ORDER BY order_key, campaign_pair_id)
) open_pair
WHERE {in_turn}
