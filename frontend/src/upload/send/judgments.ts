import type { JudgmentsReport } from '@/api/types';
import { upload } from '@/upload/send/upload';

export const KINDS = [
  { value: 'human', label: 'People' },
  { value: 'simulated', label: 'Simulated assessors' },
  { value: 'model', label: 'Models' },
] as const;

/** How recorded judgments are taken in, as the server has it. */
export type ImportOptions = Readonly<{
  kind: (typeof KINDS)[number]['value'];
  assessor: string;
  columns: string;
  extend_pool: boolean;
  keep_textless: boolean;
}>;

/** Sends recorded judgments; with `onlyLooks` the report says what would be stored, and nothing is. */
export function sendJudgments(
  campaignId: number,
  files: readonly File[],
  options: ImportOptions,
  onlyLooks: boolean,
  onSent: (share: number) => void,
): Promise<JudgmentsReport> {
  const form = new FormData();
  Object.entries(options).forEach(([name, value]) => form.append(name, String(value)));
  form.append('only_look', String(onlyLooks));
  files.forEach((file) => form.append('file', file));
  return upload<JudgmentsReport>(`/api/campaigns/${campaignId}/judgments`, form, onSent);
}
