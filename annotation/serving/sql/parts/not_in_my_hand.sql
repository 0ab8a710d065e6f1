NOT EXISTS (
    SELECT FROM annotation_slot mine
    WHERE mine.campaign_pair_id = open_pair.campaign_pair_id AND mine.holder_id = %(me)s
      AND mine.occasion = 0 OFFSET 0)
