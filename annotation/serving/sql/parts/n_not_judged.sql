-- Answers without a grade.
(SELECT count(*) FROM annotation_judgment j
 WHERE j.campaign_pair_id = open_pair.campaign_pair_id AND j.occasion = 0
   AND j.superseded_at IS NULL AND j.reason_not_judged <> 'retracted'
   AND j.cause <> 'rejected')
