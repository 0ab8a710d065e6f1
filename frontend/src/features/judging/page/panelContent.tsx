import type { ReactNode } from 'react';
import type { JudgingSetup } from '@/api/types';
import { GuidelineText } from '@/shared/ui/guideline/GuidelineText';
import { HistoryPanel } from '@/features/judging/history/HistoryPanel';
import { KeyList } from '@/features/judging/keys/KeyList';
import { SearchPanel } from '@/features/judging/finding/SearchPanel';
import type { Judging } from '@/features/judging/desk/useJudging';

/** What the open panel shows; in a file of its own, which is fetched apart. */
export function panelContent(judging: Judging, setup: JudgingSetup): ReactNode {
  const { panel, commands, context, guidelineNews } = judging;
  // While a newer one is announced, that is the one to read.
  if (panel === 'guideline')
    return (
      <GuidelineText setup={{ ...setup, guideline: guidelineNews?.guideline ?? setup.guideline }} />
    );
  if (panel === 'keys')
    return (
      <>
        <KeyList commands={commands} context={context} />
        <p>
          <a href="/help/judging" target="_blank" rel="noreferrer">
            How to judge
          </a>{' '}
          (opens in another tab)
        </p>
      </>
    );
  if (panel === 'search') return <SearchPanel judging={judging} setup={setup} />;
  return <HistoryPanel judging={judging} setup={setup} />;
}
