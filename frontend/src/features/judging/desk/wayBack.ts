import type { Asking } from '@/features/judging/keys/commands';
import type { Verdict } from '@/features/judging/pair/deck';
import type { Panel } from '@/features/judging/desk/usePanel';

type Now = Readonly<{
  asking: Asking;
  isHighlighting: boolean;
  currentVerdict: Verdict | null;
  panel: Panel;
}>;

const PANELS = { guideline: 'the guideline', history: 'your judgments', keys: 'the keys' } as const;

/** What Escape does now, the innermost first; null when there is nothing to leave. */
export function wayBackFrom({ asking, isHighlighting, currentVerdict, panel }: Now): string | null {
  if (asking !== null) return 'Back to the grades';
  if (isHighlighting) return 'Stop highlighting';
  if (currentVerdict !== null) return 'Leave it as it is';
  return panel === null ? null : `Close ${PANELS[panel]}`;
}
