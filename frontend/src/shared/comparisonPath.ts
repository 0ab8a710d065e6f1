import { addressOf } from '@/shared/routing/address';

/** Where nothing else is asked for, all tests of a table are corrected as one family. */
export const USUAL_CORRECTION = 'holm';

/** Names parted by commas. */
type Asked = Readonly<{ baseline: string; runs: string; labels: string; measures?: string }>;

/** The comparison of these runs under these label sets, corrected as usual. */
export const comparisonPath = (asked: Asked): string =>
  `/compare?${addressOf({ ...asked, correction: USUAL_CORRECTION })}`;

/** The comparison of runs under one label set; of all runs over its topics, where none is named. */
export const underLabelsPath = (labels: string, runs: readonly string[] = []): string =>
  `/compare?${addressOf({ label_set: labels, among: runs.join(',') })}`.replaceAll('%2C', ',');
