-- As `give_back_shared`, for slots that were made for the assessor: they go.
DELETE FROM annotation_slot
WHERE holder_id = %(me)s AND judgment_id IS NULL AND topic_id <> %(topic_in_hand)s
  AND position > %(position_in_hand)s AND order_key IS NULL
