import { answer, api } from '@/api/client';
import type { JobReport } from '@/api/types';

export type Steering = 'pause' | 'resume' | 'cancel';

/** Pauses, resumes or cancels a job; what comes back is how it stands then. */
export function steerJob(id: number, how: Steering): Promise<JobReport> {
  const params = { params: { path: { job_id: id } } };
  if (how === 'pause') return answer(api.POST('/api/jobs/{job_id}/pause', params));
  if (how === 'resume') return answer(api.POST('/api/jobs/{job_id}/resume', params));
  return answer(api.POST('/api/jobs/{job_id}/cancel', params));
}
