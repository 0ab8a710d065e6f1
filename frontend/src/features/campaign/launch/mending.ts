export type Place = Readonly<{ to: string; label: string }>;

const PEOPLE: Place = { to: 'people', label: 'People' };
const GUIDELINE: Place = { to: 'guideline', label: 'Guideline' };
const SETTINGS: Place = { to: 'settings', label: 'Settings' };

/** Where what a check of the launch list misses is mended; nowhere, where only a new campaign would. */
const PLACES: Readonly<Record<string, readonly Place[]>> = {
  marked_words: [GUIDELINE],
  guideline: [GUIDELINE],
  notice: [{ to: 'guideline#notice', label: 'Notice' }],
  assessors: [PEOPLE],
  quotas: [SETTINGS, PEOPLE],
  qualification: [SETTINGS],
  gold: [SETTINGS],
  extra_judgments: [SETTINGS],
  pilot_pairs: [{ to: 'launch#pilot', label: 'Pilot' }],
  pilot: [{ to: 'launch#pilot', label: 'Pilot' }],
  finished: [{ to: '', label: 'Board' }],
  in_hand: [{ to: '', label: 'Board' }],
  labels: [{ to: 'labels', label: 'Labels' }],
};

export const placesOf = (code: string): readonly Place[] => PLACES[code] ?? [];

/** What the list cannot check; it only reminds of it. */
export const isReminder = (code: string): boolean => code === 'marked_words';
