import { labelOf } from '@/features/judging/keys/commands';
import type { Command, JudgingContext } from '@/features/judging/keys/commands';

const CHOICE = /^(grade|reason|confidence)-/;

/** Keys of highlighting show above the grades while they do something. */
const OF_THE_CURSOR = new Set(['move', 'select', 'remove-highlight']);

export const isChoice = ({ id }: Command): boolean => CHOICE.test(id);

export const choicesOf = (commands: readonly Command[]): readonly Command[] =>
  commands.filter((command) => isChoice(command) && command.keyLabel !== '');

/** "1–5" of keys that follow each other, else each of them. */
export function keySpan(commands: readonly Command[]): string {
  const keys = choicesOf(commands).map(({ keyLabel }) => keyLabel);
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined) return '';
  const isRow = keys.every((key, i) => Number(key) === Number(first) + i);
  return isRow && keys.length > 2 ? `${first}–${last}` : keys.join(' ');
}

const DOES: Readonly<Record<string, string>> = {
  grade: 'judge, save, next',
  reason: 'give the reason',
  confidence: 'say how sure',
};

/** What the digits do now. */
export function describeDigits(commands: readonly Command[]): string {
  const kind = CHOICE.exec(choicesOf(commands)[0]?.id ?? '')?.[1];
  return kind === undefined ? '' : (DOES[kind] ?? '');
}

export type LegendEntry = Readonly<{ command: Command; label: string }>;

/** These come last: what comes and goes must not move the others. */
const COME_AND_GO = new Set(['back', 'forward']);

const isFleeting = ({ command }: LegendEntry): boolean => COME_AND_GO.has(command.id);

/** The other keys that do something now. */
export const legendOf = (
  commands: readonly Command[],
  context: JudgingContext,
): readonly LegendEntry[] =>
  commands
    .filter((command) => !isChoice(command) && !OF_THE_CURSOR.has(command.id))
    .filter((command) => command.isEnabled(context))
    .map((command) => ({ command, label: labelOf(command, context) }))
    .sort((one, other) => Number(isFleeting(one)) - Number(isFleeting(other)));

const NAMES: Readonly<Record<string, string>> = {
  grade: 'grade',
  reason: 'reason',
  confidence: 'answer',
};

/** One line for a digit that chooses nothing. */
export function describeMiss(key: string, commands: readonly Command[]): string {
  const span = keySpan(commands);
  if (span === '') return 'There are more grades than keys; choose one by a click or a tap.';
  const kind = CHOICE.exec(choicesOf(commands)[0]?.id ?? '')?.[1] ?? 'grade';
  return `No ${NAMES[kind]} has the key ${key}; there is ${span}.`;
}
