import type { AssessorChecks, BoardDetails } from '@/api/types';
import { shortReason } from '@/features/campaign/kit/shortReason';
import { formatCount, formatShare } from '@/shared/format/numbers';
import { tooFastMs } from '@/shared/judging/paceTexts';
import { formatSeconds } from '@/shared/format/time';

type Blanks = NonNullable<BoardDetails['topics']>[number]['blanks'];

const LIST = new Intl.ListFormat('en', { type: 'unit' });

export const nBlank = (blanks: Blanks): number => blanks.reduce((sum, { n }) => sum + n, 0);

/** "3 (4%)", of all of its kind. */
export const formatWithShare = (n: number, nAll: number): string =>
  n === 0 ? '0' : `${formatCount(n)} (${formatShare(n / nAll)})`;

/** "2 unreadable, 1 something else". */
export const formatReasons = (blanks: Blanks): string =>
  LIST.format(blanks.map(({ n, reason }) => `${formatCount(n)} ${shortReason(reason)}`));

export const formatPace = ({ n_timed: nTimed, n_too_fast: n }: AssessorChecks['pace']): string =>
  nTimed === 0 ? '–' : formatShare(n / nTimed);

/** "31 of 40 faster than 3.0 s, or less on a short passage", by the campaign's limit. */
export const formatTooFast = (
  { n_timed: nTimed, n_too_fast: n }: AssessorChecks['pace'],
  paceLimit: number | null,
): string =>
  `${formatCount(n)} of ${formatCount(nTimed)} faster than ${formatSeconds(tooFastMs(paceLimit))}, or less on a short passage`;

export const formatGold = (gold: AssessorChecks['gold']): string =>
  gold === null || gold.n_gold === 0
    ? '–'
    : `${formatShare(gold.as_expert_share)} of ${formatCount(gold.n_gold)}`;

export const formatRepeats = (repeats: AssessorChecks['repeats']): string =>
  repeats === null || repeats.n_repeats === 0
    ? '–'
    : `${formatShare(repeats.same_share)} of ${formatCount(repeats.n_repeats)}`;
