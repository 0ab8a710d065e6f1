import type { Command } from '@/features/judging/keys/commands';

/** Where the word cursor goes: by word as the eye sees it, by line, or to the line's ends. */
export type Step = 'left' | 'right' | 'up' | 'down' | 'start' | 'end';

export type MarkingContext = Readonly<{
  /** Marks what is selected, or the word under the cursor; where there is neither, shows the cursor. */
  mark: () => void;
  move: (step: Step, isSelecting: boolean) => void;
  /** Removes the mark under the cursor, or the one made last. */
  unmark: () => void;
  hasSelection: boolean;
  hasCursor: boolean;
  canUnmark: boolean;
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
export const markingCommands: readonly Command[] = [
  {
    id: 'mark',
    label: 'Mark words',
    keyLabel: 'm',
    tokens: ['m'],
    run: (context) => context.mark(),
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
    id: 'unmark',
    label: 'Remove a mark',
    keyLabel: '⌫',
    tokens: ['Backspace', 'Delete'],
    run: (context) => context.unmark(),
    isEnabled: (context) => context.canUnmark,
  },
];
