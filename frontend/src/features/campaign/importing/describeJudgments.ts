import type { JudgmentsReport } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';

type Counts = keyof JudgmentsReport;

/** What rows come to besides votes, and what the import adds, in the order in which they are listed. */
const PARTS: readonly (readonly [Counts, string, string])[] = [
  ['n_votes', 'vote', 'votes'],
  ['n_not_judged', 'answer without a grade', 'answers without a grade'],
  ['n_rejected', 'row of rejected work', 'rows of rejected work'],
  ['n_repeats', 'repeat', 'repeats'],
  ['n_earlier_versions', 'earlier version', 'earlier versions'],
  ['n_unchanged', 'row already imported', 'rows already imported'],
];

const ADDED: readonly (readonly [Counts, string, string])[] = [
  ['n_new_accounts', 'new assessor', 'new assessors'],
  ['n_added_pairs', 'pair new to the pool', 'pairs new to the pool'],
  ['n_added_slots', 'judgment beyond the number wanted', 'judgments beyond the number wanted'],
  ['n_asked_again', 'pair that needs another judgment', 'pairs that need another judgment'],
];

const LIST = new Intl.ListFormat('en');

const listed = (report: JudgmentsReport, parts: typeof PARTS): string =>
  LIST.format(
    parts
      .filter(([name]) => report[name] > 0)
      .map(
        ([name, one, many]) => `${formatCount(report[name])} ${report[name] === 1 ? one : many}`,
      ),
  );

/** What an import stores, or would store, in sentences. */
export function describeJudgments(report: JudgmentsReport): string {
  const rows = listed(report, PARTS);
  const added = listed(report, ADDED);
  const sentences = [
    `${counted(report.n_rows, 'row')} of ${counted(report.n_assessors, 'assessor')}${rows === '' ? '' : `: ${rows}`}.`,
    added === '' ? '' : `With ${added}.`,
  ];
  return sentences.filter((one) => one !== '').join(' ');
}
