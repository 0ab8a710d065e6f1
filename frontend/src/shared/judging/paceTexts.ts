/** What counts as too fast, as `annotation/quality/flags.py` has it, and where the number is from. */
export const TOO_FAST = 'too fast to skim';

export const PACE_MEANING = [
  'Judgments that took less time than it takes to skim the passage, or its first 200 characters where it is longer.',
  'Unless the campaign sets another limit, skimming means reading 3,948 characters a minute, without blanks: about 900 words.',
  'That is four times the mean of English readers, 987 characters (Trauzettel-Klosinski and Dietz, 2012).',
  'Good readers reach 200 to 400 words (Rayner and others, 2016).',
  'On a long passage the limit is 3 seconds.',
].join(' ');

const [WORDS, CHARACTERS] = [228, 987]; // that English readers read a minute
const FIRST_CHARACTERS = 200;

/** The time under which a judgment of a long passage is too fast; that of a short one is less. */
export const tooFastMs = (wordsAMinute: number | null): number =>
  ((FIRST_CHARACTERS / CHARACTERS) * 60_000 * WORDS) / (wordsAMinute ?? 4 * WORDS);
