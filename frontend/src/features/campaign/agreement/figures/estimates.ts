import type { Estimate } from '@/api/types';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

type Text = readonly [name: string, meaning: string];

const DISTANCE = 'the further two grades are apart, the more they differ:';

/** Each figure's name and what it says, in the order in which they are shown. */
const TEXTS: Readonly<Record<string, Text>> = {
  percent_agreement: [
    'Same grade',
    'how often two judgments of one pair are equal; chance included',
  ],
  fleiss_kappa: ['Fleiss’ κ', 'agreement beyond chance, on pairs with the same number of votes'],
  alpha_nominal: [
    'Krippendorff’s α, nominal',
    'beyond chance, with any number of votes; every difference counts the same',
  ],
  alpha_ordinal: [
    'Krippendorff’s α, ordinal',
    `${DISTANCE} by how many grades were given between them`,
  ],
  alpha_interval: [
    'Krippendorff’s α, interval',
    `${DISTANCE} by the square of their numbers’ difference`,
  ],
  alpha_ratio: ['Krippendorff’s α, ratio', `${DISTANCE} by their difference relative to their sum`],
  gwet_ac1: [
    'Gwet’s AC1',
    'beyond chance, and steadier than κ where nearly all votes are one grade',
  ],
  gwet_ac2_linear: ['Gwet’s AC2, linear', 'as AC1, with partial credit for grades that are near'],
  gwet_ac2_quadratic: [
    'Gwet’s AC2, quadratic',
    'as AC1, with more credit for grades that are near',
  ],
  strict: ['Same ends, F1', 'how often two people’s highlights begin and end at the same places'],
  lenient: ['Overlap, F1', 'how often two people’s highlights overlap at all'],
  jaccard: [
    'Words in common',
    'of the words that either of two people highlighted, the share that both did (Jaccard)',
  ],
  empty: ['No highlight', 'share of the answers that highlight nothing'],
};

export const nameOf = (name: string): string => TEXTS[name]?.[0] ?? name;
export const meaningOf = (name: string): string => TEXTS[name]?.[1] ?? '';

/** In the order of the page, whatever the server's. */
export const inOrder = (estimates: readonly Estimate[]): Estimate[] => {
  const names = Object.keys(TEXTS);
  return estimates.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
};

export const ESTIMATE_COLUMNS: readonly Column<Estimate>[] = [
  words('figure', ({ name }) => nameOf(name)),
  numbers('value', ({ value }) => value),
  numbers('from', ({ low }) => low),
  numbers('to', ({ high }) => high),
  counts('pairs', ({ n_pairs: nPairs }) => nPairs),
];

export const valueOf = (estimates: readonly Estimate[], name: string): number | null =>
  estimates.find((one) => one.name === name)?.value ?? null;
