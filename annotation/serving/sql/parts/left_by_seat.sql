SELECT FROM annotation_slot open_pair
WHERE open_pair.campaign_id = %(campaign)s AND open_pair.topic_id = seat.topic_id
  AND judgment_id IS NULL AND order_key IS NOT NULL
  AND (leased_until IS NULL OR leased_until <= now())
  AND NOT (%(absent)s AND EXISTS (
      {standing_answer} AND j.assessor_id = seat.holder_id OFFSET 0))
  AND {can_be_judged}
  AND {in_turn}
