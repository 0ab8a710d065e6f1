import type { Grade, JudgingSetup, Reason } from '@/api/types';
import { highlightCommands } from '@/features/judging/keys/highlightCommands';
import type { HighlightContext } from '@/features/judging/keys/highlightCommands';
import { CONFIDENCE, confidenceName, gradeKeys } from '@/shared/judging/grades';

type RemarkContext = Readonly<{
  toggleConfidence: () => void;
  beSure: (confidence: number) => void;
  takeNote: () => void;
  confidence: number | null;
  hasNote: boolean;
}>;

/** While it is asked how sure the assessor is, digits choose among these and not among the grades. */
const confidenceCommands: readonly Command[] = CONFIDENCE.map((label, i) => ({
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

const SEARCH_COMMAND: Command = {
  id: 'search',
  label: 'Search',
  keyLabel: '/',
  tokens: ['/'],
  run: (context) => context.search(),
  isEnabled: (context) => context.canSearch,
};

/** What may be added to a judgment, where the campaign asks for it; none of it is ever required. */
const remarkCommands = ({
  asks_confidence: asksConfidence,
  asks_note: asksNote,
}: JudgingSetup['campaign']): readonly Command[] => [
  ...(asksConfidence ? [CONFIDENCE_COMMAND] : []),
  ...(asksNote ? [NOTE_COMMAND] : []),
];

export type JudgingContext = Readonly<{
  grade: (value: number) => void;
  answerNotJudged: (reason: string) => void;
  toggleReasons: () => void;
  toggleGuideline: () => void;
  toggleHistory: () => void;
  toggleKeys: () => void;
  search: () => void;
  stepBack: () => void;
  stepForward: () => void;
  hasPassage: boolean;
  hasReasons: boolean;
  hasGuideline: boolean;
  canStepBack: boolean;
  canSearch: boolean;
  /** What Escape leads back to, in words; null when there is nothing to leave. */
  wayBack: string | null;
}> &
  HighlightContext &
  RemarkContext;

export type Command = Readonly<{
  id: string;
  label: string;
  /** The label as things are now, where it changes with them. */
  labelNow?: (context: JudgingContext) => string;
  /** What is printed on the button and in the list of keys. */
  keyLabel: string;
  /** What a key press is matched with; see `tokensOf`. */
  tokens: readonly string[];
  /** Whether a held key goes on running it. */
  repeats?: boolean;
  /** With the key press that asked for it, unless it was a button. */
  run: (context: JudgingContext, press?: KeyPress) => void;
  isEnabled: (context: JudgingContext) => boolean;
}>;

const digitTokens = (digit: number | string): string[] =>
  digit === '' ? [] : [`Digit${digit}`, `Numpad${digit}`];

export function gradeCommands(scale: readonly Grade[]): Command[] {
  const keys = gradeKeys(scale.map(({ value }) => value));
  return scale.map(({ value, name }, i) => ({
    id: `grade-${value}`,
    label: name,
    keyLabel: keys[i] ?? '',
    tokens: digitTokens(keys[i] ?? ''),
    run: (context) => context.grade(value),
    isEnabled: (context) => context.hasPassage,
  }));
}

/** While the reasons are asked for, digits choose among them and not among the grades. */
const reasonCommands = (reasons: readonly Reason[]): Command[] =>
  reasons.map(({ code, name }, i) => ({
    id: `reason-${code}`,
    label: name,
    keyLabel: i < 9 ? `${i + 1}` : '',
    tokens: i < 9 ? digitTokens(i + 1) : [],
    run: (context) => context.answerNotJudged(code),
    isEnabled: (context) => context.hasPassage,
  }));

const fixedCommands: readonly Command[] = [
  {
    id: 'back',
    label: 'Previous',
    keyLabel: 'u',
    tokens: ['u'],
    run: (context) => context.stepBack(),
    isEnabled: (context) => context.canStepBack,
  },
  {
    id: 'forward',
    label: 'Back to where you were',
    labelNow: ({ wayBack }) => wayBack ?? 'Back to where you were',
    keyLabel: 'Esc',
    tokens: ['Escape'],
    run: (context) => context.stepForward(),
    isEnabled: (context) => context.wayBack !== null,
  },
  {
    id: 'reasons',
    label: 'Cannot judge',
    keyLabel: 'x',
    tokens: ['x'],
    run: (context) => context.toggleReasons(),
    isEnabled: (context) => context.hasReasons,
  },
  {
    id: 'guideline',
    label: 'Guideline',
    keyLabel: 'g',
    tokens: ['g'],
    run: (context) => context.toggleGuideline(),
    isEnabled: (context) => context.hasGuideline,
  },
  {
    id: 'history',
    label: 'My judgments',
    keyLabel: 'h',
    tokens: ['h'],
    run: (context) => context.toggleHistory(),
    isEnabled: () => true,
  },
  {
    id: 'keys',
    label: 'Keys',
    keyLabel: '?',
    tokens: ['?'],
    run: (context) => context.toggleKeys(),
    isEnabled: () => true,
  },
];

/** What is asked instead of a grade: digits choose among its answers. */
export type Asking = 'reason' | 'confidence' | null;

type Offered = Pick<JudgingSetup, 'scale' | 'reasons' | 'campaign'>;

function choices({ scale, reasons }: Offered, asking: Asking): readonly Command[] {
  if (asking === 'confidence') return confidenceCommands;
  return asking === 'reason' ? reasonCommands(reasons) : gradeCommands(scale);
}

/**
 * All commands: highlighting where a grade requires it, remarks where the campaign asks for them. The
 * search comes first: some layouts print its sign on a digit's key.
 */
export const commandsOf = (offered: Offered, asking: Asking): readonly Command[] => [
  ...(offered.campaign.allows_search ? [SEARCH_COMMAND] : []),
  ...choices(offered, asking),
  ...fixedCommands,
  ...(offered.scale.some((grade) => grade.requires_span) ? highlightCommands : []),
  ...remarkCommands(offered.campaign),
];

export const labelOf = ({ label, labelNow }: Command, context: JudgingContext): string =>
  labelNow?.(context) ?? label;

type KeyPress = Pick<
  KeyboardEvent,
  'code' | 'key' | 'repeat' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing'
>;

/**
 * What a press may be called in a command. Letters go by what the layout prints (KeyU is not "u"
 * everywhere); where it prints no Latin letter, and for digits, by the physical key. Keys that print
 * nothing, as arrows, go by their name, and are other keys with Shift.
 */
function tokensOf({ code, key, shiftKey }: Pick<KeyPress, 'code' | 'key' | 'shiftKey'>): string[] {
  if (key.length > 1) return [shiftKey ? `Shift+${key}` : key];
  const letter = /^[a-z]$/i.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1];
  return [code, key, ...(letter === undefined ? [] : [letter.toLowerCase()])];
}

/** The command a key press asks for. A chord or typing into a field asks for none, a held key for few. */
export function commandFor(
  press: KeyPress,
  commands: readonly Command[],
  context: JudgingContext,
  isTyping: boolean,
): Command | undefined {
  if (isTyping || press.isComposing) return undefined;
  if (press.altKey || press.ctrlKey || press.metaKey) return undefined;
  const pressed = tokensOf(press);
  return commands.find(
    ({ tokens, repeats, isEnabled }) =>
      tokens.some((token) => pressed.includes(token)) &&
      (repeats === true || !press.repeat) &&
      isEnabled(context),
  );
}
