import { useState } from 'react';
import type { Study } from '@/api/types';
import { isOpen, useSteerStudy } from '@/features/library/api/studies';
import { formatSpan } from '@/features/library/studies/read/studyTexts';
import { sentence } from '@/shared/errors';
import { counted } from '@/shared/format';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import { WorkBar } from '@/shared/ui/WorkBar';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import head from '@/features/library/jobs/head.module.css';
import job from '@/features/library/jobs/job.module.css';

type Props = Readonly<{ study: Study }>;

/** Pause or resume, and cancel, while the study is not over. */
function Controls({ study }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = useSteerStudy(study.name);
  if (!isOpen(study)) return null;
  const other = study.status === 'paused' ? 'resume' : 'pause';
  const close = (): void => {
    setAsking(false);
    reset();
  };
  return (
    <>
      <p className={buttons.actions}>
        <button
          type="button"
          className={buttons.plain}
          disabled={isPending}
          onClick={() => mutate(other)}
        >
          {other === 'pause' ? 'Pause' : 'Resume'}
        </button>
        <button type="button" className={buttons.plain} onClick={() => setAsking(true)}>
          Cancel the study
        </button>
      </p>
      {error !== null && !isAsking && (
        <p role="alert" className={text.wrong}>
          {sentence(error)}
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Cancel the study ${study.name}?`}
          verb="Cancel the study"
          isPending={isPending}
          error={error}
          onConfirm={() => mutate('cancel', { onSuccess: close })}
          onClose={close}
        >
          <p>Its jobs end. Complete runs stay; asked for again, the study goes on with the rest.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function whoWorks({ is_worked_on, lines }: Study): string {
  if (is_worked_on) return 'Workers are at it.';
  if (lines.some(({ is_made }) => !is_made)) return 'Changed passages are made first.';
  return 'No worker has any of it in hand now; workers are told every ten seconds.';
}

/** Said while it is under way: what is left, or that nobody works on it. */
function UnderWay({ study }: Props) {
  if (study.status !== 'running') return null;
  const left = study.seconds_left;
  return (
    <p className={text.soft}>
      {whoWorks(study)}
      {left !== null && left > 0 && ` About ${formatSpan(left)} are left for one worker.`}
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
