import type { Grade } from '@/api/types';
import { gradeKeys } from '@/shared/judging/grades';

export type Press = Pick<
  KeyboardEvent,
  'code' | 'key' | 'repeat' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing'
>;

export const NEXT_KEY = 'n';

/** What is asked for by a key of its own: the grade with this value, or the next pair. */
export type Asked = Readonly<{ grade: number }> | 'next' | null;

const isPlain = ({ repeat, altKey, ctrlKey, metaKey, isComposing }: Press): boolean =>
  !repeat && !altKey && !ctrlKey && !metaKey && !isComposing;

/** The grade whose key was pressed, if one was. Digits go by the physical key too. */
function gradeBy(
  { code, key }: Press,
  scale: readonly Grade[],
): Readonly<{ grade: number }> | null {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? key;
  const index = gradeKeys(scale.map(({ value }) => value)).indexOf(digit);
  const grade = scale[index];
  return grade === undefined ? null : { grade: grade.value };
}

/** What a key press asks for. A chord or a held key asks for nothing. */
export function askedBy(press: Press, scale: readonly Grade[]): Asked {
  if (!isPlain(press)) return null;
  return press.key.toLowerCase() === NEXT_KEY ? 'next' : gradeBy(press, scale);
}

export const QUEUE_KEYS = { votes: 'v', skip: 's', undo: 'u', guideline: 'g' } as const;

type AskedInQueue = Readonly<{ grade: number }> | keyof typeof QUEUE_KEYS | null;

/** What a key press asks for where pairs come one after the other. */
export function askedInQueue(press: Press, scale: readonly Grade[]): AskedInQueue {
  if (!isPlain(press)) return null;
  const names = Object.keys(QUEUE_KEYS) as (keyof typeof QUEUE_KEYS)[];
  const named = names.find((name) => QUEUE_KEYS[name] === press.key.toLowerCase());
  return named ?? gradeBy(press, scale);
}
