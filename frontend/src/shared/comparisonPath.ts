import { addressOf } from '@/shared/routing/address';

/** The comparison of runs under one label set; of all runs over its topics, where none is named. */
export const underLabelsPath = (labels: string, runs: readonly string[] = []): string =>
  `/compare?${addressOf({ label_set: labels, among: runs.join(',') })}`.replaceAll('%2C', ',');
