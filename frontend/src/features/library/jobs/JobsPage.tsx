import { Link } from '@/shared/routing/Link';
import { rowsOf } from '@/api/read';
import type { ListedJob } from '@/api/types';
import { useReadParts } from '@/api/read';
import { isOpen } from '@/features/library/api/jobs';
import { CardTable, unnamedColumn, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { formatStatus } from '@/features/library/jobs/jobTexts';
import { counted } from '@/shared/format/numbers';
import { formatDay, formatMoment } from '@/shared/format/time';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { WorkBar } from '@/shared/ui/WorkBar';
import { cx } from '@/shared/styles/cx';
import { formatWork } from '@/shared/format/work';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { NextPage } from '@/shared/ui/requests/NextPage';
import table from '@/shared/styles/table.module.css';
import styles from '@/shared/ui/tables/CardTable.module.css';
import job from '@/features/library/frame/job.module.css';

const COLUMNS: Columns<ListedJob> = [
  wordsColumn('run', ({ id, run, description }) => (
    <>
      <Link to={`/library/jobs/${id}`}>{run}</Link>
      {description !== null && <small>{description}</small>}
    </>
  )),
  { head: 'status', isWords: true, className: styles.brief, cell: formatStatus },
  unnamedColumn('progress', ({ run, work }) => (
    <WorkBar label={`Computing ${run}`} work={work} text={formatWork(work)} />
  )),
  { head: 'queue', isWords: true, className: styles.brief, cell: ({ queue }) => queue },
  {
    head: 'planned',
    className: cx(table.nowrap, styles.brief),
    cell: ({ created_at: at }) => `${formatDay(at)}, ${formatMoment(at)}`,
  },
];

/** Jobs of a study; how many of them are not over. */
const FOLDS = {
  of: ({ study }: ListedJob): string | null => study,
  line: (study: string, jobs: readonly ListedJob[]): string => {
    const nOpen = jobs.filter(isOpen).length;
    const open = nOpen === 0 ? '' : `, ${nOpen} under way`;
    return `${counted(jobs.length, 'job')} of the study ${study}${open}`;
  },
};

const NO_JOBS = (
  <Nothing title="No jobs yet">
    <p>
      Each run computed here is a job for workers. Finished runs are in{' '}
      <Link to="/library">the library</Link>.
    </p>
  </Nothing>
);

const LIST_MS = 5000;

/** Everything that workers compute or have computed, the newest first; asked again while one of them is not over. */
export default function JobsPage() {
  const query = useReadParts(
    '/api/jobs',
    {},
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data?.pages.some(({ rows }) => rows.some(isOpen)) === true ? LIST_MS : false,
    },
  );
  return (
    <div className={job.page}>
      <Loaded
        query={query}
        trouble="Jobs cannot be shown now"
        waiting="Looking for jobs"
        keepsAnswer
      >
        {(read) => {
          const jobs = rowsOf(read);
          if (jobs.length === 0) return NO_JOBS;
          return (
            <>
              <CardTable
                label="Jobs"
                columns={COLUMNS}
                rows={jobs}
                keyOf={({ id }) => id}
                folds={FOLDS}
              />
              <NextPage of={query}>Show earlier ones</NextPage>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
