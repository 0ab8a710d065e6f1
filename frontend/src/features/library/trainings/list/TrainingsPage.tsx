import type { TrainingSummary } from '@/api/types';
import { trainingPath, useTrainings } from '@/features/library/api/trainings';
import { sayBest } from '@/features/library/trainings/read/texts';
import { CardTable, unnamedColumn, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { formatCount } from '@/shared/format/numbers';
import { formatDay } from '@/shared/format/time';
import { Link } from '@/shared/routing/Link';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { WorkBar } from '@/shared/ui/WorkBar';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import job from '@/features/library/frame/job.module.css';

const COLUMNS: Columns<TrainingSummary> = [
  wordsColumn('training', ({ name, ranker }) => (
    <>
      <Link to={trainingPath(name)}>{name}</Link>
      <small>{ranker}</small>
    </>
  )),
  wordsColumn('status', ({ status }) => status),
  unnamedColumn('progress', ({ name, step, n_steps: n }) => (
    <WorkBar
      label={`Steps of ${name}`}
      work={{ n, n_done: step, n_failed: 0 }}
      text={`${formatCount(step)} of ${formatCount(n)} steps`}
    />
  )),
  wordsColumn('best model', ({ best }) => (best === null ? '–' : sayBest(best))),
  wordsColumn('run / labels', ({ run, labels }) => `${run ?? '–'} / ${labels ?? '–'}`),
  {
    head: 'begun',
    cell: ({ created_at, owner }) =>
      `${formatDay(created_at)}${owner === null ? '' : `, by ${owner}`}`,
  },
];

function Trainings() {
  return (
    <Loaded
      query={useTrainings()}
      trouble="Trainings cannot be shown now"
      waiting="Looking for trainings"
      keepsAnswer
    >
      {(data) =>
        data.length === 0 ? (
          <Nothing title="No trainings yet">
            <p>
              A training teaches a ranker which passages labels call relevant. Its model then ranks
              like any other, by its name.
            </p>
          </Nothing>
        ) : (
          <CardTable label="Trainings" columns={COLUMNS} rows={data} keyOf={({ name }) => name} />
        )
      }
    </Loaded>
  );
}

/** All trainings there are. */
export default function TrainingsPage() {
  return (
    <div className={job.page}>
      <p className={text.soft}>Rankers trained here, on labels of this installation.</p>
      <p className={buttons.actions}>
        <Link to="/library/trainings/new">New training</Link>
      </p>
      <Trainings />
    </div>
  );
}
