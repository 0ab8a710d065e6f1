import type { AssessorLine } from '@/api/types';
import { counted, formatShare } from '@/shared/format/numbers';

export const FLAGS: Readonly<Record<AssessorLine['flags'][number], string>> = {
  pace: 'often too fast to skim',
  gold: 'often not the known grade',
  repeats: 'often another grade when asked again',
};

/** Signals are figures to look at: nobody is judged by them. */
export const NO_FIGURE_BLOCKS =
  'These figures are for you to look at. None of them blocks, pauses or excludes anybody.';

type Beside = Readonly<{ n_pairs: number; percent_agreement: number | null }>;

/** "75% of 12", or a dash where nothing was compared. */
export const formatBeside = ({ n_pairs: n, percent_agreement: share }: Beside): string =>
  n === 0 ? '–' : `${formatShare(share)} of ${n.toLocaleString('en')}`;

/** "+0.2": above 0 where they grade higher. */
export function formatShift(difference: number | null): string {
  if (difference === null) return '–';
  const rounded = Math.abs(difference).toFixed(2);
  if (Number(rounded) === 0) return '±0.00';
  return `${difference < 0 ? '−' : '+'}${rounded}`;
}

type Timed = Readonly<{ n_timed: number; n_too_fast: number }>;

export const tooFastShare = ({ n_timed: n, n_too_fast: fast }: Timed): number | null =>
  n === 0 ? null : fast / n;

export const formatPace = (timed: Timed): string =>
  timed.n_timed === 0
    ? 'No judgment was timed.'
    : `${formatShare(tooFastShare(timed))} of ${counted(timed.n_timed, 'timed judgment')}`;
