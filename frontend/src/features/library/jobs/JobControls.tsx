import { useState } from 'react';
import type { Job } from '@/api/types';
import { isOpen, useSteering } from '@/features/library/api/jobs';
import { sentence } from '@/shared/errors';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';

/** Pause or resume, and cancel, while the job is not over. */
export function JobControls({ job }: Readonly<{ job: Job }>) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = useSteering(job.id);
  if (!isOpen(job)) return null;
  const other = job.status === 'paused' ? 'resume' : 'pause';
  const close = (): void => {
    setAsking(false);
    reset();
  };
  return (
    <>
      <p className={buttons.actions}>
        <button
          type="button"
          className={buttons.primary}
          disabled={isPending}
          onClick={() => mutate(other)}
        >
          {other === 'pause' ? 'Pause' : 'Resume'}
        </button>
        <button type="button" className={buttons.plain} onClick={() => setAsking(true)}>
          Cancel the job
        </button>
      </p>
      {error !== null && !isAsking && (
        <p role="alert" className={text.wrong}>
          {sentence(error)}
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Cancel the computing of ${job.run}?`}
          verb="Cancel the job"
          isPending={isPending}
          error={error}
          onConfirm={() => mutate('cancel', { onSuccess: close })}
          onClose={close}
        >
          <p>
            Chunks in progress are dropped. Topics that are done stay; requesting the same run again
            continues with the others.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
