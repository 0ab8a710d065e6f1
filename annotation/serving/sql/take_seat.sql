-- Take the first seat that leaves the assessor a pair which nobody holds: a free seat of a topic that
-- nobody has begun (new) or that others have (begun), or one left idle; or, where the `absent` are
-- asked for, one whose holder is away and has not answered that pair. Seats are looked at in the
-- campaign's order from a start on, new ones before the others if `new_first`.
--
-- The topic is locked for the rest of the transaction, the seat is as it was found; what another
-- claim has in hand is passed over. Taking a seat sets out the next one, up to the judgments a
-- pair. Where others sit behind, the seat goes behind them: they came before, and judge all of it.
WITH chosen AS (
    SELECT wanted.* FROM (SELECT seat.* FROM (
      SELECT seat.id, seat.topic_id, seat.holder_id, seat.expires_at, seat.order_key, own.number,
             seat.number AS number_before, row_number() OVER () AS place FROM (
        ({seats_from_start_on}
           AND holder_id IS NULL AND number = 1 AND %(new_first)s ORDER BY order_key) found)
        UNION ALL
        ({seats_from_start_on}
           AND holder_id IS NULL AND number > 1 AND NOT %(absent)s ORDER BY order_key) found)
        UNION ALL
        ({seats_from_start_on}
           AND holder_id IS NOT NULL AND finished_at IS NULL
           AND NOT %(absent)s AND expires_at <= now() ORDER BY order_key) found)
        UNION ALL
        ({seats_from_start_on}
           AND holder_id IS NULL AND number = 1
           AND NOT %(new_first)s AND NOT %(absent)s ORDER BY order_key) found)
        UNION ALL
        ({seats_from_start_on}
           AND holder_id IS NOT NULL AND finished_at IS NULL
           AND %(absent)s ORDER BY order_key) found)
    ) seat CROSS JOIN LATERAL (
        SELECT seat.id, coalesce((
            SELECT greatest(max(number), %(judgments_per_pair)s) + 1 FROM annotation_topicseat
            WHERE campaign_id = %(campaign)s AND topic_id = seat.topic_id
            HAVING bool_or(number > seat.number AND finished_at IS NULL AND expires_at > now())
        ), seat.number) AS number OFFSET 0
    ) own
    WHERE NOT EXISTS (
          SELECT FROM annotation_topicseat mine
          WHERE mine.campaign_id = %(campaign)s AND mine.topic_id = seat.topic_id
            AND mine.holder_id = %(me)s OFFSET 0)
      AND NOT (%(absent)s AND ({at_work}))
      AND EXISTS (
          {left_by_seat}
            AND NOT EXISTS ({standing_answer} AND j.assessor_id = %(me)s OFFSET 0)
            AND {not_in_my_hand}
          OFFSET 0)
      ) seat CROSS JOIN LATERAL (SELECT seat.id, seat.number OFFSET 0) own
      -- One is left for each of those who have waited longer, have not been at the topic, and
      -- have not judged all that the seat leaves.
      WHERE %(ahead)s::bigint[] = '{}' OR place > (SELECT count(*) FROM (
          SELECT FROM unnest(%(ahead)s::bigint[]) waiting(id)
          WHERE NOT EXISTS (
                SELECT FROM annotation_topicseat theirs
                WHERE theirs.campaign_id = %(campaign)s AND theirs.topic_id = seat.topic_id
                  AND theirs.holder_id = waiting.id OFFSET 0)
            AND EXISTS (
                {left_by_seat}
                  AND NOT EXISTS ({standing_answer} AND j.assessor_id = waiting.id OFFSET 0)
                OFFSET 0)
          LIMIT place) ahead)
      OFFSET 0
    ) wanted CROSS JOIN LATERAL (
        SELECT FROM annotation_topicseat found
        WHERE found.id = wanted.id AND found.finished_at IS NULL
          AND found.holder_id IS NOT DISTINCT FROM wanted.holder_id
          AND found.expires_at IS NOT DISTINCT FROM wanted.expires_at
          AND pg_try_advisory_xact_lock(
              hashtextextended('seats of a topic', %(campaign)s) # wanted.topic_id)
        FOR UPDATE SKIP LOCKED
    ) locked
    LIMIT 1
), following AS (
    INSERT INTO annotation_topicseat (campaign_id, topic_id, number, order_key)
    SELECT %(campaign)s, topic_id, number_before + 1, order_key FROM chosen
    WHERE number_before < %(judgments_per_pair)s
    ON CONFLICT DO NOTHING
), behind AS (
    INSERT INTO annotation_topicseat (campaign_id, topic_id, number, order_key, holder_id, taken_at,
                                      expires_at)
    SELECT %(campaign)s, topic_id, number, order_key, %(me)s, clock_timestamp(),
           now() + make_interval(secs => %(seat_s)s)
    FROM chosen WHERE number > number_before
    ON CONFLICT DO NOTHING RETURNING topic_id
), left_empty AS (
    DELETE FROM annotation_topicseat
    WHERE id = (SELECT id FROM chosen) AND EXISTS (SELECT FROM behind)
), taken AS (
    UPDATE annotation_topicseat
    SET holder_id = %(me)s, finished_at = NULL, taken_at = clock_timestamp(),
        expires_at = now() + make_interval(secs => %(seat_s)s)
    WHERE id = (SELECT id FROM chosen WHERE number = number_before) RETURNING topic_id
)
SELECT topic_id FROM behind UNION ALL SELECT topic_id FROM taken
