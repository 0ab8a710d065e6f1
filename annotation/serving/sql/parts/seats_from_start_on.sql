SELECT found.* FROM (
    VALUES (%(start)s::bigint, 9223372036854775807), (-9223372036854775808, %(start)s)
) half(low, high) CROSS JOIN LATERAL (
    SELECT id, topic_id, number, order_key, holder_id, expires_at FROM annotation_topicseat
    WHERE campaign_id = %(campaign)s AND order_key >= low AND order_key < high
