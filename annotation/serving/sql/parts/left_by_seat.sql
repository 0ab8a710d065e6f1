SELECT FROM annotation_slot open_pair
WHERE open_pair.campaign_id = %(campaign)s AND open_pair.topic_id = seat.topic_id
  AND judgment_id IS NULL AND order_key IS NOT NULL
  AND (leased_until IS NULL OR leased_until <= now())
  AND NOT (%(absent)s AND EXISTS (
      SELECT FROM annotation_judgment j
      WHERE j.campaign_pair_id = open_pair.campaign_pair_id
        AND j.assessor_id = seat.holder_id AND j.occasion = 0
        AND j.superseded_at IS NULL
        AND j.reason_not_judged IS DISTINCT FROM 'retracted' OFFSET 0))
  AND {can_be_judged}
  AND {in_turn}
