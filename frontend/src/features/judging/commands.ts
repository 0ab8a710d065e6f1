import type { Grade, Reason } from '@/api/types';
import { markingCommands } from '@/features/judging/markingCommands';
import type { MarkingContext } from '@/features/judging/markingCommands';

export type JudgingContext = Readonly<{
  grade: (value: number) => void;
  refuse: (reason: string) => void;
  toggleReasons: () => void;
  toggleGuideline: () => void;
  toggleKeys: () => void;
  stepBack: () => void;
  stepForward: () => void;
  hasPassage: boolean;
  hasReasons: boolean;
  hasGuideline: boolean;
  canStepBack: boolean;
  canStepForward: boolean;
}> &
  MarkingContext;

export type Command = Readonly<{
  id: string;
  label: string;
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

const isDigit = (value: number): boolean => value >= 0 && value <= 9;

const digitTokens = (digit: number): string[] => [`Digit${digit}`, `Numpad${digit}`];

/** Grades go by the digit of their value; a scale that leaves 0 to 9 goes by position from 1. */
export function gradeCommands(scale: readonly Grade[]): Command[] {
  const byValue = scale.every(({ value }) => isDigit(value));
  return scale.map(({ value, name }, i) => {
    const digit = byValue ? value : i + 1;
    return {
      id: `grade-${value}`,
      label: name,
      keyLabel: isDigit(digit) ? `${digit}` : '',
      tokens: isDigit(digit) ? digitTokens(digit) : [],
      run: (context) => context.grade(value),
      isEnabled: (context) => context.hasPassage,
    };
  });
}

/** While the reasons are asked for, digits choose among them and not among the grades. */
export const reasonCommands = (reasons: readonly Reason[]): Command[] =>
  reasons.map(({ code, name }, i) => ({
    id: `reason-${code}`,
    label: name,
    keyLabel: i < 9 ? `${i + 1}` : '',
    tokens: i < 9 ? digitTokens(i + 1) : [],
    run: (context) => context.refuse(code),
    isEnabled: (context) => context.hasPassage,
  }));

export const fixedCommands: readonly Command[] = [
  {
    id: 'back',
    label: 'Last passage',
    keyLabel: 'u',
    tokens: ['u'],
    run: (context) => context.stepBack(),
    isEnabled: (context) => context.canStepBack,
  },
  {
    id: 'forward',
    label: 'Return',
    keyLabel: 'Esc',
    tokens: ['Escape'],
    run: (context) => context.stepForward(),
    isEnabled: (context) => context.canStepForward,
  },
  {
    id: 'reasons',
    label: 'Cannot judge',
    keyLabel: 'x',
    tokens: ['x'],
    run: (context) => context.toggleReasons(),
    isEnabled: (context) => context.hasReasons,
  },
  ...markingCommands,
  {
    id: 'guideline',
    label: 'Guideline',
    keyLabel: 'g',
    tokens: ['g'],
    run: (context) => context.toggleGuideline(),
    isEnabled: (context) => context.hasGuideline,
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

export const commandsOf = (
  scale: readonly Grade[],
  reasons: readonly Reason[],
  isAskingReason: boolean,
): readonly Command[] => [
  ...(isAskingReason ? reasonCommands(reasons) : gradeCommands(scale)),
  ...fixedCommands,
];

type KeyPress = Pick<
  KeyboardEvent,
  'code' | 'key' | 'repeat' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing'
>;

/**
 * What a press may be called in a command. Letters go by what the layout prints (KeyU is not "u"
 * everywhere); where it prints no Latin letter, and for digits, by the physical key. Keys that print
 * nothing, as arrows, go by their name, and are other keys with Shift.
 */
export function tokensOf({
  code,
  key,
  shiftKey,
}: Pick<KeyPress, 'code' | 'key' | 'shiftKey'>): string[] {
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

export function assertNoCollisions(commands: readonly Command[]): void {
  const taken = new Map<string, string>();
  for (const { id, tokens } of commands) {
    for (const token of tokens) {
      const other = taken.get(token);
      if (other !== undefined) throw new Error(`${id} and ${other} both use ${token}`);
      taken.set(token, id);
    }
  }
}
