import type { StudySummary } from '@/api/types';
import { studyPath, useStudies } from '@/features/library/api/studies';
import { CardTable, unnamedColumn, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { counted } from '@/shared/format/numbers';
import { formatDay } from '@/shared/format/time';
import { Link } from '@/shared/routing/Link';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { WorkBar } from '@/shared/ui/WorkBar';
import { Loaded } from '@/shared/ui/requests/Loaded';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import job from '@/features/library/frame/job.module.css';

const COLUMNS: Columns<StudySummary> = [
  wordsColumn('study', ({ name, n_variants, n_rankers }) => (
    <>
      <Link to={studyPath(name)}>{name}</Link>
      <small>
        {counted(n_rankers, 'ranker')} over the originals and {counted(n_variants, 'variant')}
      </small>
    </>
  )),
  wordsColumn('status', ({ status }) => status),
  unnamedColumn('progress', ({ name, n_runs, n_done, n_failed }) => (
    <WorkBar
      label={`Runs of ${name}`}
      work={{ n: n_runs, n_done, n_failed, unit: 'topic' }}
      text={`${n_done} of ${counted(n_runs, 'run')}`}
    />
  )),
  wordsColumn('collection / topics', ({ collection, topic_set }) => `${collection} / ${topic_set}`),
  {
    head: 'begun',
    cell: ({ created_at, started_by }) =>
      `${formatDay(created_at)}${started_by === null ? '' : `, by ${started_by}`}`,
  },
];

function Studies() {
  return (
    <Loaded
      query={useStudies()}
      trouble="Studies cannot be shown now"
      waiting="Looking for studies"
      keepsAnswer
    >
      {(data) =>
        data.length === 0 ? (
          <Nothing title="No studies yet">
            <p>
              A study runs several rankers over original texts and variants of them: typos, lost
              words, another order. It shows what each ranker loses.
            </p>
          </Nothing>
        ) : (
          <CardTable label="Studies" columns={COLUMNS} rows={data} keyOf={({ name }) => name} />
        )
      }
    </Loaded>
  );
}

/** All studies there are. */
export default function StudiesPage() {
  return (
    <div className={job.page}>
      <p className={text.soft}>How rankers fare when queries or passages change.</p>
      <p className={buttons.actions}>
        <Link to="/library/studies/new">New study</Link>
      </p>
      <Studies />
    </div>
  );
}
