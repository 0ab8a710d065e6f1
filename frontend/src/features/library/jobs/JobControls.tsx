import type { Job } from '@/api/types';
import { isOpen, useSteering } from '@/features/library/api/jobs';
import { Steering } from '@/features/library/jobs/Steering';

/** Pause or resume, and cancel, while the job is not over. */
export function JobControls({ job }: Readonly<{ job: Job }>) {
  const steering = useSteering(job.id);
  if (!isOpen(job)) return null;
  return (
    <Steering
      state={job.status === 'paused' ? 'paused' : 'going'}
      verb="Cancel the job"
      question={`Cancel the computing of ${job.run}?`}
      steering={steering}
    >
      Chunks in progress are dropped. Topics that are done stay; requesting the same run again
      continues with the others.
    </Steering>
  );
}
