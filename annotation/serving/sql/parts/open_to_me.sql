NOT EXISTS ({standing_answer} AND j.assessor_id = %(me)s OFFSET 0)
AND {can_be_judged}
