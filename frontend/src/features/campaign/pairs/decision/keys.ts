import type { Grade } from '@/api/types';
import { gradeKeys } from '@/shared/gradeKeys';

export type Press = Pick<
  KeyboardEvent,
  'code' | 'key' | 'repeat' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing'
>;

export const NEXT_KEY = 'n';

/** What is asked for by a key of its own: the grade with this value, or the next pair. */
export type Asked = Readonly<{ grade: number }> | 'next' | null;

const isPlain = ({ repeat, altKey, ctrlKey, metaKey, isComposing }: Press): boolean =>
  !repeat && !altKey && !ctrlKey && !metaKey && !isComposing;

/** What a key press asks for. A chord or a held key asks for nothing. Digits go by the physical key too. */
export function askedBy(press: Press, scale: readonly Grade[]): Asked {
  if (!isPlain(press)) return null;
  const { code, key } = press;
  if (key.toLowerCase() === NEXT_KEY) return 'next';
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? key;
  const index = gradeKeys(scale.map(({ value }) => value)).indexOf(digit);
  const grade = scale[index];
  return grade === undefined ? null : { grade: grade.value };
}
