-- What nobody with a seat is to fill, topic by topic.
FROM (
    SELECT DISTINCT ON (topic_id, order_key, campaign_pair_id) campaign_pair_id
    FROM annotation_slot
    WHERE campaign_id = %(campaign)s AND judgment_id IS NULL AND is_spare
    ORDER BY topic_id, order_key, campaign_pair_id
) open_pair
WHERE TRUE
