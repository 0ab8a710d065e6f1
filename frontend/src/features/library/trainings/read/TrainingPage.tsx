import { lazy, Suspense } from 'react';
import type { Training } from '@/api/types';
import { keyOf } from '@/api/keyOf';
import { post } from '@/api/calls';
import { useNamedTraining } from '@/features/library/api/trainings';
import { useSteering } from '@/features/library/jobs/useSteering';
import { Steering } from '@/features/library/jobs/Steering';
import { formatDuration } from '@/features/library/jobs/jobTexts';
import { EndEarly } from '@/features/library/trainings/read/EndEarly';
import { sayBest, sayTopics, settingsOf } from '@/features/library/trainings/read/texts';
import { formatCount } from '@/shared/format/numbers';
import { formatDay } from '@/shared/format/time';
import { Link } from '@/shared/routing/Link';
import { Fact } from '@/shared/ui/Fact';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { WorkBar } from '@/shared/ui/WorkBar';
import facts from '@/shared/styles/facts.module.css';
import head from '@/features/library/frame/head.module.css';
import job from '@/features/library/frame/job.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

const CurveFigures = lazy(() => import('@/features/library/trainings/read/CurveFigures'));

type Props = Readonly<{ training: Training }>;

/** Pause or resume, end with the best model, and cancel, until it is done. */
function Controls({ training }: Props) {
  const { name, status } = training;
  const steering = useSteering(keyOf('/api/trainings/one', { name }), (action) =>
    post('/api/trainings/steer', {}, { name, action }),
  );
  if (status === 'done') return null;
  if (training.why_not !== '') return <p className={text.soft}>{training.why_not}</p>;
  return (
    <>
      <Steering
        status={status}
        verb="Cancel the training"
        question={`Cancel the training ${name}?`}
        steering={steering}
      >
        It ends without a model. Its last checkpoint stays, so that you can continue later.
      </Steering>
      <EndEarly training={training} />
    </>
  );
}

function UnderWay({ training }: Props) {
  const { status, is_worked_on: isWorkedOn, seconds_left: left } = training;
  if (status !== 'running') return null;
  return (
    <p className={text.soft}>
      {isWorkedOn
        ? 'A worker is training it.'
        : 'No worker is at it now; it is offered again within ten seconds.'}
      {left !== null && left > 0 && ` About ${formatDuration(left)} left.`}
    </p>
  );
}

function TrainingHead({ training }: Props) {
  const { name, step, n_steps: n, error, status, recipe } = training;
  return (
    <>
      <h1 className={head.title}>{name}</h1>
      <p className={text.soft}>
        {`${recipe['ranker'] as string}, loss ${recipe['loss'] as string}`} · {status}
      </p>
      {status !== 'done' && (
        <WorkBar
          label={`Steps of ${name}`}
          work={{ n, n_done: step, n_failed: 0 }}
          text={`${formatCount(step)} of ${formatCount(n)} steps`}
        />
      )}
      <UnderWay training={training} />
      {error !== '' && <p className={job.failed}>{error}</p>}
      <Controls training={training} />
    </>
  );
}

/** What became of it: the best model, and where it is used. */
function Model({ training }: Props) {
  const { name, status, run, runs, ranker, best } = training;
  if (best === null && status !== 'done') return null;
  return (
    <section aria-labelledby="model">
      <h2 id="model">Model</h2>
      {best !== null && <p>{`${sayBest(best)}, re-ranking ${best.depth} passages a topic.`}</p>}
      {status === 'done' && (
        <p>
          Rankers take it by its name, <strong>{name}</strong>:{' '}
          <Link
            to={`/library/compute?rerank=${encodeURIComponent(run ?? '')}&ranker=${ranker}&model=${encodeURIComponent(name)}`}
          >
            re-rank {run} by it
          </Link>
          .
        </p>
      )}
      {runs.length > 0 && (
        <p>
          Runs made with it:{' '}
          {runs.map((one, place) => (
            <span key={one}>
              {place > 0 && ', '}
              <Link to={`/library/runs/of/${encodeURIComponent(one)}`}>{one}</Link>
            </span>
          ))}
          . Scores on topics that it was trained on say little about others.
        </p>
      )}
    </section>
  );
}

function Provenance({ training }: Props) {
  const { run, labels, base, created_at: begun, seconds, paper, file } = training;
  return (
    <section aria-labelledby="provenance">
      <h2 id="provenance">Provenance</h2>
      <dl className={facts.facts}>
        {file !== '' && <Fact name="Examples">{`${file} (${training.file_format})`}</Fact>}
        {run !== null && (
          <Fact name={file === '' ? 'Negatives from' : 'Held-out passages from'}>
            <Link to={`/library/runs/of/${encodeURIComponent(run)}`}>{run}</Link>
          </Fact>
        )}
        {labels !== null && (
          <Fact name="Labels">
            <Link to={`/library/labels/of/${encodeURIComponent(labels)}`}>{labels}</Link>
            {training.relevant_from !== null && `, relevant from ${training.relevant_from}`}
          </Fact>
        )}
        <Fact name="Trained on">{sayTopics(training)}</Fact>
        <Fact name="Begun with">{base === '' ? 'drawn weights and word vectors' : base}</Fact>
        {paper !== '' && <Fact name="Recipe">{paper}</Fact>}
        <Fact name="Begun">{formatDay(begun)}</Fact>
        <Fact name="Time of training">{formatDuration(seconds)}</Fact>
        <Fact name="Hash of the data">{training.data_hash}</Fact>
        {training.weights_sha256 !== '' && (
          <Fact name="Hash of the weights">{training.weights_sha256}</Fact>
        )}
        {Object.entries(training.versions).map(([name, version]) => (
          <Fact key={name} name={name}>
            {version}
          </Fact>
        ))}
      </dl>
      <details className={parts.fold}>
        <summary>All settings</summary>
        <dl className={facts.facts}>
          {settingsOf(training).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      </details>
    </section>
  );
}

/** One training: how far it is, its curves, its model, and what that follows from. */
export default function TrainingPage() {
  return (
    <Loaded
      query={useNamedTraining()}
      trouble="This training cannot be shown now"
      waiting="Opening the training"
      keepsAnswer
    >
      {(training) => (
        <div className={job.page}>
          <title>{`${training.name} · Trainings · Regrade`}</title>
          <p className={head.above}>
            <Link to="/library/trainings">All trainings</Link>
          </p>
          <TrainingHead training={training} />
          <Suspense fallback={<Waiting label="Drawing the curves" />}>
            <CurveFigures training={training} />
          </Suspense>
          <Model training={training} />
          <Provenance training={training} />
        </div>
      )}
    </Loaded>
  );
}
