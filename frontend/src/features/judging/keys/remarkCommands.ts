import type { JudgingSetup } from '@/api/types';
import type { Command } from '@/features/judging/keys/commands';
import { CONFIDENCE, confidenceName } from '@/shared/judging/grades';

export type RemarkContext = Readonly<{
  toggleConfidence: () => void;
  beSure: (confidence: number) => void;
  takeNote: () => void;
  confidence: number | null;
  hasNote: boolean;
}>;

/** While it is asked how sure the assessor is, digits choose among these and not among the grades. */
export const confidenceCommands: readonly Command[] = CONFIDENCE.map((label, i) => ({
  id: `confidence-${i + 1}`,
  label,
  keyLabel: `${i + 1}`,
  tokens: [`Digit${i + 1}`, `Numpad${i + 1}`],
  run: (context) => context.beSure(i + 1),
  isEnabled: (context) => context.hasPassage,
}));

const CONFIDENCE_COMMAND: Command = {
  id: 'confidence',
  label: 'How sure',
  labelNow: ({ confidence }) => (confidence === null ? 'How sure' : confidenceName(confidence)),
  keyLabel: 'c',
  tokens: ['c'],
  run: (context) => context.toggleConfidence(),
  isEnabled: (context) => context.hasPassage,
};

const NOTE_COMMAND: Command = {
  id: 'note',
  label: 'Note',
  labelNow: ({ hasNote }) => (hasNote ? 'Your note' : 'Note'),
  keyLabel: 'n',
  tokens: ['n'],
  run: (context) => context.takeNote(),
  isEnabled: (context) => context.hasPassage,
};

/** What may be added to a judgment, where the campaign asks for it; none of it is ever required. */
export const remarkCommands = ({
  asks_confidence: asksConfidence,
  asks_note: asksNote,
}: JudgingSetup['campaign']): readonly Command[] => [
  ...(asksConfidence ? [CONFIDENCE_COMMAND] : []),
  ...(asksNote ? [NOTE_COMMAND] : []),
];
