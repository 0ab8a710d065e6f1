import { useState } from 'react';
import type { BadLine, JudgmentsReport } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';
import { asApiError, isPassing } from '@/shared/requests/errors';
import { sendJudgments } from '@/upload/send/judgments';
import type { ImportOptions } from '@/upload/send/judgments';
import { FileRejected } from '@/upload/send/upload';

export type Refusal = Readonly<{
  reason: string;
  /** Whose lines are bad; '' where none are listed. */
  file: string;
  /** All that came together. */
  files: readonly string[];
  badLines: readonly BadLine[];
  nBadLines: number;
  canRetry: boolean;
}>;

/** Where an import stands: nothing sent, on its way, looked at, stored, or refused. */
export type Stage =
  | Readonly<{ state: 'chosen' }>
  | Readonly<{ state: 'sending'; share: number }>
  | Readonly<{ state: 'looked' | 'stored'; report: JudgmentsReport }>
  | Readonly<{ state: 'refused'; refusal: Refusal }>;

function refusalOf(error: unknown, sent: readonly File[]): Refusal {
  const found = asApiError(error);
  const { file, badLines, nBadLines } =
    error instanceof FileRejected ? error : { file: '', badLines: [], nBadLines: 0 };
  return {
    // The list's own sentence ends it.
    reason: found.detail.replace(/\.$/, ''),
    files: sent.map(({ name }) => name),
    ...{ file, badLines, nBadLines, canRetry: isPassing(found) },
  };
}

type Sent = Readonly<{ files: readonly File[]; options: ImportOptions; onlyLooks: boolean }>;

/** Sends files first to be looked at, and then to be stored. */
export function useImport(campaignId: number) {
  const [stage, setStage] = useState<Stage>({ state: 'chosen' });
  const { mutateAsync } = useChange(campaignId, ({ files, options, onlyLooks }: Sent) =>
    sendJudgments(campaignId, files, options, onlyLooks, (share) =>
      setStage({ state: 'sending', share }),
    ),
  );
  async function send(sent: Sent): Promise<void> {
    setStage({ state: 'sending', share: 0 });
    try {
      const report = await mutateAsync(sent);
      setStage({ state: sent.onlyLooks ? 'looked' : 'stored', report });
    } catch (error) {
      setStage({ state: 'refused', refusal: refusalOf(error, sent.files) });
    }
  }
  return { stage, send, begin: () => setStage({ state: 'chosen' }) };
}
