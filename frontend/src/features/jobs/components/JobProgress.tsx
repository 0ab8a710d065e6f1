import type { Job } from '@/api/types';
import { jobWords } from '@/features/jobs/jobWords';

/** Topics done and failed of all topics. */
export function JobProgress({ job }: Readonly<{ job: Job }>) {
  const { n_topics: n, n_topics_done: nDone, n_topics_failed: nBad } = job;
  const share = (part: number): string => `${(100 * part) / Math.max(n, 1)}%`;
  return (
    <div className="progress">
      <span
        className="bar-track"
        role="progressbar"
        aria-label={`Computing ${job.run}`}
        aria-valuemin={0}
        aria-valuemax={n}
        aria-valuenow={nDone}
        aria-valuetext={jobWords(job)}
      >
        <i style={{ width: share(nDone) }} />
        {nBad > 0 && <i className="bad" style={{ width: share(nBad) }} />}
      </span>
      <small>{jobWords(job)}</small>
    </div>
  );
}
