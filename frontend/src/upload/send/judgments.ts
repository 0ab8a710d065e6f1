import type { JudgmentsReport } from '@/api/types';
import { upload } from '@/upload/send/upload';

export const FORMS = [
  { value: 'table', label: 'Table: TSV, CSV, JSONL or Parquet' },
  { value: 'crowd-log', label: 'Crowd log: assignments.txt and hits.txt' },
  { value: 'mturk', label: 'Results of Mechanical Turk' },
] as const;

export const KINDS = [
  { value: 'human', label: 'People' },
  { value: 'simulated', label: 'Simulated assessors' },
  { value: 'model', label: 'Models' },
] as const;

/** How recorded judgments are taken in, as the server has it. */
export type ImportOptions = Readonly<{
  format: (typeof FORMS)[number]['value'];
  kind: (typeof KINDS)[number]['value'];
  assessor: string;
  columns: string;
  extend_pool: boolean;
  keep_textless: boolean;
}>;

/** Only a table lacks something to be said beside it. */
const found = ({
  format,
  assessor,
  columns,
  ...others
}: ImportOptions): Record<string, string> => ({
  format,
  ...(format === 'table' && { assessor, columns }),
  ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
});

/** Sends recorded judgments; with `onlyLooks` the report says what would be stored, and nothing is. */
export function sendJudgments(
  campaignId: number,
  files: readonly File[],
  options: ImportOptions,
  onlyLooks: boolean,
  onSent: (share: number) => void,
): Promise<JudgmentsReport> {
  const form = new FormData();
  Object.entries(found(options)).forEach(([name, value]) => form.append(name, value));
  form.append('only_look', String(onlyLooks));
  files.forEach((file) => form.append('file', file));
  return upload<JudgmentsReport>(`/api/campaigns/${campaignId}/judgments-import`, form, onSent);
}
