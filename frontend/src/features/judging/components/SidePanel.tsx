import type { JudgingSetup } from '@/api/types';
import { GuidelineText } from '@/features/judging/components/GuidelineText';
import { KeyList } from '@/features/judging/components/KeyList';
import { useBorrowedFocus } from '@/features/judging/hooks/useBorrowedFocus';
import type { Judging } from '@/features/judging/hooks/useJudging';

type Props = Readonly<{ judging: Judging; setup: JudgingSetup }>;

/** Beside the passage at a desk, a sheet from below on a phone. */
export function SidePanel({ judging, setup }: Props) {
  const { panel, context, commands } = judging;
  const heading = useBorrowedFocus<HTMLHeadingElement>(panel);
  if (panel === null) return null;
  const close = panel === 'guideline' ? context.toggleGuideline : context.toggleKeys;
  return (
    <aside className="panel" aria-labelledby="panel-title">
      <header>
        <h2 ref={heading} tabIndex={-1} id="panel-title">
          {panel === 'guideline' ? 'Guideline' : 'Keys'}
        </h2>
        <button type="button" className="plain" onClick={close}>
          Close
        </button>
      </header>
      {panel === 'guideline' ? <GuidelineText setup={setup} /> : <KeyList commands={commands} />}
    </aside>
  );
}
