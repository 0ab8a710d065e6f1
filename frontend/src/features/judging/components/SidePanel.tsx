import { Suspense, lazy } from 'react';
import type { JudgingSetup } from '@/api/types';
import { GuidelineText } from '@/features/judging/components/GuidelineText';
import { KeyList } from '@/features/judging/components/KeyList';
import { useBorrowedFocus } from '@/features/judging/hooks/useBorrowedFocus';
import type { Judging } from '@/features/judging/hooks/useJudging';
import { Waiting } from '@/shared/ui/Waiting';

const HistoryPanel = lazy(async () => {
  const { HistoryPanel: loaded } = await import('@/features/judging/components/HistoryPanel');
  return { default: loaded };
});

const TITLES = { guideline: 'Guideline', history: 'My judgments', keys: 'Keys' } as const;

type Props = Readonly<{ judging: Judging; setup: JudgingSetup }>;

/** Beside the passage at a desk, a sheet from below on a phone. */
export function SidePanel({ judging, setup }: Props) {
  const { panel, context, commands, closePanel } = judging;
  const heading = useBorrowedFocus<HTMLHeadingElement>(panel);
  if (panel === null) return null;
  return (
    <aside className="panel" aria-labelledby="panel-title">
      <header>
        <h2 ref={heading} tabIndex={-1} id="panel-title">
          {TITLES[panel]}
        </h2>
        <button type="button" className="plain" onClick={closePanel}>
          Close
        </button>
      </header>
      {panel === 'guideline' && <GuidelineText setup={setup} />}
      {panel === 'keys' && <KeyList commands={commands} context={context} />}
      {panel === 'history' && (
        <Suspense fallback={<Waiting label="Looking up your judgments" />}>
          <HistoryPanel judging={judging} setup={setup} />
        </Suspense>
      )}
    </aside>
  );
}
