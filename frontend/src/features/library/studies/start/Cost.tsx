import type { StudyCost } from '@/api/types';
import { CardTable } from '@/shared/ui/CardTable';
import type { Columns } from '@/shared/ui/CardTable';
import { formatDuration } from '@/features/library/jobs/jobTexts';
import { counted, formatCount } from '@/shared/format';
import { Waiting } from '@/shared/ui/Waiting';
import { cx } from '@/shared/cx';
import { ErrorMessage } from '@/shared/ui/ErrorMessage';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/studies/start/start.module.css';

type Row = StudyCost['rankers'][number];

const timeOf = (seconds: number | null): string =>
  seconds === null ? 'not known yet' : seconds === 0 ? 'none' : `about ${formatDuration(seconds)}`;

const some = (n: number): string => (n === 0 ? '–' : formatCount(n));

const COLUMNS: Columns<Row> = [
  { head: 'ranker', isWords: true, cell: ({ ranker }) => ranker },
  { head: 'runs', cell: ({ n_runs }) => n_runs },
  { head: 'there already', cell: ({ n_there }) => some(n_there) },
  { head: 'topics', cell: ({ n_topics }) => some(n_topics) },
  { head: 'pairs', cell: ({ n_pairs }) => some(n_pairs) },
  { head: 'passages to encode', cell: ({ n_passages }) => some(n_passages) },
  { head: 'one worker', cell: ({ seconds }) => timeOf(seconds) },
];

type Props = Readonly<{ cost: StudyCost | undefined; error: unknown; isOld: boolean }>;

/** How much a study computes, and how long one worker would take. */
export function Cost({ cost, error, isOld }: Props) {
  if (error !== null) return <ErrorMessage error={error} />;
  if (cost === undefined) return <Waiting label="Working out what it costs" />;
  const there = cost.n_there === 0 ? '' : `, ${cost.n_there} of them there already`;
  const made = cost.to_make.length;
  return (
    <div className={cx(isOld && styles.old)}>
      <p role="status">
        {counted(cost.n_runs, 'run')}
        {there}
        {made > 0 && ` · ${counted(made, 'variant')} made first`} · time of one worker:{' '}
        {timeOf(cost.seconds)}
      </p>
      <CardTable
        label="Cost"
        columns={COLUMNS}
        rows={cost.rankers}
        keyOf={({ ranker }) => ranker}
      />
      <p className={text.soft}>
        Times are by what earlier runs of these rankers took here. Several workers share the work.
      </p>
    </div>
  );
}
