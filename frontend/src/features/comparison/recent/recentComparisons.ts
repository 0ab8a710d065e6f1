import { readSelection } from '@/features/comparison/choice/selection';

const MOST = 8;

/** A comparison that was opened in this browser, in words, and the address that opens it again. */
export type RecentComparison = Readonly<{
  address: string;
  /** What it is compared with: a run, or a label set. */
  baseline: string;
  runs: readonly string[];
  labels: readonly string[];
}>;

/** Each account has its own: another one on the same machine may not see these label sets. */
const keyOf = (username: string): string => `regrade.comparisons.${username}`;

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function isRecent(value: unknown): value is RecentComparison {
  if (typeof value !== 'object' || value === null) return false;
  const { address, baseline, runs, labels } = value as Record<string, unknown>;
  const isAddressed = typeof address === 'string' && address.startsWith('/compare?');
  return isAddressed && typeof baseline === 'string' && isNames(runs) && isNames(labels);
}

/** Those opened last, the newest first; none where storage is switched off or holds something else. */
export function readRecent(username: string): readonly RecentComparison[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(username)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function keep(username: string, recent: readonly RecentComparison[]): readonly RecentComparison[] {
  try {
    localStorage.setItem(keyOf(username), JSON.stringify(recent));
  } catch {
    return readRecent(username); // full, or switched off
  }
  return recent;
}

const subjectOf = ({ baseline, runs, labels }: RecentComparison): string =>
  JSON.stringify([baseline, runs, labels]);

/** Puts a comparison first. The same runs and labels under other measures or tests are the same one. */
export function noteComparison(username: string, address: string): void {
  const { baseline, baselineLabels, runs, labels } = readSelection(new URLSearchParams(address));
  const opened = {
    address: `/compare?${address}`,
    baseline: baseline ?? baselineLabels ?? 'the best of them',
    runs,
    labels,
  };
  const others = readRecent(username).filter((one) => subjectOf(one) !== subjectOf(opened));
  keep(username, [opened, ...others].slice(0, MOST));
}

/** What is left without the one at this address. */
export const forgetComparison = (username: string, address: string): readonly RecentComparison[] =>
  keep(
    username,
    readRecent(username).filter((one) => one.address !== address),
  );
