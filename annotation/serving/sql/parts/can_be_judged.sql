-- At the limit of answers without a grade the pair waits for adjudication.
{n_not_judged} < %(max_not_judged)s
