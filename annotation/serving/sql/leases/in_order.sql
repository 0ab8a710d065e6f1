-- Single pairs in the campaign's order, from a start on and then from the beginning. An index gives
-- them, and is read no further than they are asked for.
FROM (
    ({topic_pairs}
     AND order_key >= %(start)s ORDER BY order_key, campaign_pair_id)
    UNION ALL
    ({topic_pairs}
     AND order_key < %(start)s ORDER BY order_key, campaign_pair_id)
) open_pair
WHERE TRUE
