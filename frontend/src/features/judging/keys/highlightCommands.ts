import type { Command } from '@/features/judging/keys/commands';

/** Where the word cursor goes: by word as the eye sees it, by line, or to the line's ends. */
export type Step = 'left' | 'right' | 'up' | 'down' | 'start' | 'end';

export type HighlightContext = Readonly<{
  /** Highlights the selection, or the word under the cursor; without either, shows the cursor. */
  highlight: () => void;
  move: (step: Step, isSelecting: boolean) => void;
  /** Removes the highlight under the cursor, or the one added last. */
  removeHighlight: () => void;
  hasSelection: boolean;
  hasCursor: boolean;
  canRemoveHighlight: boolean;
}>;

const STEPS: Readonly<Record<string, Step>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'start',
  End: 'end',
};

const keys = Object.keys(STEPS);

const move: Command['run'] = (context, press) => {
  const step = STEPS[press?.key ?? ''];
  if (step !== undefined) context.move(step, press?.shiftKey === true);
};

/** Arrows are taken only while the word cursor shows: else they scroll, and serve screen readers. */
export const highlightCommands: readonly Command[] = [
  {
    id: 'highlight',
    label: 'Highlight words',
    keyLabel: 'm',
    tokens: ['m'],
    run: (context) => context.highlight(),
    isEnabled: (context) => context.hasPassage,
  },
  {
    id: 'move',
    label: 'Move the cursor',
    keyLabel: '← → ↑ ↓',
    tokens: keys,
    repeats: true,
    run: move,
    isEnabled: (context) => context.hasCursor,
  },
  {
    id: 'select',
    label: 'Select words',
    keyLabel: 'Shift ← →',
    tokens: keys.map((key) => `Shift+${key}`),
    repeats: true,
    run: move,
    isEnabled: (context) => context.hasCursor,
  },
  {
    id: 'remove-highlight',
    label: 'Remove a highlight',
    keyLabel: '⌫',
    tokens: ['Backspace', 'Delete'],
    run: (context) => context.removeHighlight(),
    isEnabled: (context) => context.canRemoveHighlight,
  },
];
