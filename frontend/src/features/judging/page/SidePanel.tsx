import type { JudgingSetup } from '@/api/types';
import { useBorrowedFocus } from '@/features/judging/dock/useBorrowedFocus';
import { useFetched } from '@/features/judging/page/useFetched';
import type { Judging } from '@/features/judging/desk/useJudging';
import { Waiting } from '@/shared/ui/Waiting';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/judging/page/SidePanel.module.css';

const loadContent = () => import('@/features/judging/page/panelContent');

const TITLES = { guideline: 'Guideline', history: 'My judgments', keys: 'Keys' } as const;

type Props = Readonly<{ judging: Judging; setup: JudgingSetup }>;

/** Beside the passage at a desk, a sheet from below on a phone. */
export function SidePanel({ judging, setup }: Props) {
  const { panel, closePanel } = judging;
  const heading = useBorrowedFocus<HTMLHeadingElement>(panel);
  // Once the assessor is at work, so that it is there when the network is not.
  const isAtWork = judging.times !== setup.recent_active_ms;
  const content = useFetched(loadContent, isAtWork || panel !== null, panel);
  if (panel === null) return null;
  return (
    <aside className={styles.panel} aria-labelledby="panel-title">
      <header>
        <h2 ref={heading} tabIndex={-1} id="panel-title">
          {TITLES[panel]}
        </h2>
        <button type="button" className={buttons.plain} onClick={closePanel}>
          Close
        </button>
      </header>
      {content === null && <Waiting label="One moment" />}
      {content === 'failed' ? (
        <p role="alert" className={text.wrong}>
          This could not be loaded. Open it again when the connection is back. If that does not
          help, load the page again: what you have judged is kept.
        </p>
      ) : (
        content?.panelContent(judging, setup)
      )}
    </aside>
  );
}
