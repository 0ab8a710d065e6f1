import type { Study } from '@/api/types';
import { isOpen, useSteerStudy } from '@/features/library/api/studies';
import { Steering } from '@/features/library/jobs/Steering';
import { formatDuration } from '@/features/library/jobs/jobTexts';
import { sentence } from '@/shared/errors';
import { counted } from '@/shared/format';
import { WorkBar } from '@/shared/ui/WorkBar';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import head from '@/features/library/jobs/head.module.css';
import job from '@/features/library/jobs/job.module.css';

type Props = Readonly<{ study: Study }>;

/** What failed or was cancelled goes on with the rest. */
function GoOn({ study }: Props) {
  const { mutate, isPending, error } = useSteerStudy(study.name);
  return (
    <>
      <p className={buttons.actions}>
        <button
          type="button"
          className={buttons.primary}
          disabled={isPending}
          onClick={() => mutate('resume')}
        >
          Go on with the rest
        </button>
      </p>
      {error !== null && (
        <p role="alert" className={text.wrong}>
          {sentence(error)}
        </p>
      )}
    </>
  );
}

/** Pause or resume, and cancel, while the study is not over. */
function Controls({ study }: Props) {
  const steering = useSteerStudy(study.name);
  if (study.status === 'failed' || study.status === 'cancelled') return <GoOn study={study} />;
  if (!isOpen(study)) return null;
  return (
    <Steering
      isPaused={study.status === 'paused'}
      verb="Cancel the study"
      question={`Cancel the study ${study.name}?`}
      steering={steering}
    >
      Its jobs end. Complete runs stay, passages that are being changed are finished; you can go on
      with the rest later.
    </Steering>
  );
}

function whoWorks({ is_worked_on, lines }: Study): string {
  if (is_worked_on) return 'Workers are at it.';
  if (lines.some(({ is_made }) => !is_made)) return 'Changed passages are made first.';
  return 'No worker has any of it in hand now; what comes next is handed out every ten seconds.';
}

/** Said while it is under way: what is left, or that nobody works on it. */
function UnderWay({ study }: Props) {
  if (study.status !== 'running') return null;
  const left = study.seconds_left;
  return (
    <p className={text.soft}>
      {whoWorks(study)}
      {left !== null && left > 0 && ` About ${formatDuration(left)} are left for one worker.`}
    </p>
  );
}

/** Which study it is, and how far. */
export function StudyHead({ study }: Props) {
  const { n_runs: n, n_done, n_failed } = study;
  const failed = n_failed === 0 ? '' : `, ${n_failed} failed`;
  return (
    <>
      <h1 className={head.title}>{study.name}</h1>
      <p className={text.soft}>
        {counted(study.rankers.length, 'ranker')} over {study.topic_set} and {study.collection} and{' '}
        {counted(study.lines.length - 1, 'variant')} of them · {study.status}
      </p>
      {study.status !== 'done' && (
        <WorkBar
          label={`Runs of ${study.name}`}
          work={{ n, n_done, n_failed, unit: 'topic' }}
          text={`${n_done} of ${counted(n, 'run')}${failed}`}
        />
      )}
      <UnderWay study={study} />
      {study.error !== '' && <p className={job.failed}>{study.error}</p>}
      <Controls study={study} />
    </>
  );
}
