import type { JudgingSetup } from '@/api/types';
import { useBorrowedFocus } from '@/features/judging/hooks/useBorrowedFocus';
import type { Judging } from '@/features/judging/hooks/useJudging';
import { usePanelContent } from '@/features/judging/hooks/usePanelContent';
import { Waiting } from '@/shared/ui/Waiting';

const TITLES = { guideline: 'Guideline', history: 'My judgments', keys: 'Keys' } as const;

type Props = Readonly<{ judging: Judging; setup: JudgingSetup }>;

/** Beside the passage at a desk, a sheet from below on a phone. */
export function SidePanel({ judging, setup }: Props) {
  const { panel, closePanel } = judging;
  const heading = useBorrowedFocus<HTMLHeadingElement>(panel);
  const content = usePanelContent(panel, judging.times !== setup.recent_active_ms);
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
      {content === null && <Waiting label="One moment" />}
      {content === 'failed' && (
        <p role="alert">This could not be loaded. Open it again when the connection is back.</p>
      )}
      {typeof content === 'function' && content(judging, setup)}
    </aside>
  );
}
