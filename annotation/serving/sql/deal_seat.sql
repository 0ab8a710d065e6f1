-- A seat behind all others, and beyond those that are set out one by one: nobody else inserts its
-- number, for one claim at a time deals in a topic. Another one does not wait for it.
WITH deal AS MATERIALIZED (
    SELECT pg_try_advisory_xact_lock(
        hashtextextended('deal seat', %(campaign)s) # %(topic)s::bigint) AS is_mine
)
INSERT INTO annotation_topicseat (campaign_id, topic_id, number, order_key, holder_id, taken_at,
                                  expires_at)
SELECT %(campaign)s, %(topic)s, greatest(max(number), %(judgments_per_pair)s) + 1, max(order_key),
       %(me)s, clock_timestamp(), now() + make_interval(secs => %(seat_s)s)
FROM annotation_topicseat
WHERE campaign_id = %(campaign)s AND topic_id = %(topic)s AND (SELECT is_mine FROM deal)
HAVING count(*) > 0
ON CONFLICT DO NOTHING RETURNING id
