/** What counts as too fast, as `annotation/flags.py` has it, and where the number is from. */
export const TOO_FAST = 'too fast to skim';

export const PACE_MEANING =
  'Judgments that took less time than it takes to skim the passage, or its first 200 characters where it is longer, at 3,948 characters a minute without blanks: about 900 words, four times the mean of English readers (987 characters: Trauzettel-Klosinski and Dietz, 2012), where good readers reach 200 to 400 words (Rayner and others, 2016). On a long passage that is 3 seconds.';
