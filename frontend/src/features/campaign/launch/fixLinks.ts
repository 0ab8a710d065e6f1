export type FixLink = Readonly<{ to: string; label: string }>;

const PEOPLE: FixLink = { to: 'people', label: 'People' };
const GUIDELINE: FixLink = { to: 'guideline', label: 'Guideline' };
const SETTINGS: FixLink = { to: 'settings', label: 'Settings' };

/** Where to fix what a launch check reports; empty where only a new campaign would help. */
const FIX_LINKS: Readonly<Record<string, readonly FixLink[]>> = {
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

export const fixLinksOf = (code: string): readonly FixLink[] => FIX_LINKS[code] ?? [];

/** What the list cannot check; it only reminds of it. */
export const isReminder = (code: string): boolean => code === 'marked_words';
