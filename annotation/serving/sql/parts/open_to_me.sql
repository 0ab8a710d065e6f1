{not_judged_by_me}
AND {can_be_judged}
