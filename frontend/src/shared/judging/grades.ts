const MAX_KEYS = 10;

const isDigit = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 9;

/**
 * The key of each grade: the digit of its value; where a value is none, all keys go by rank, from 1 to 9
 * and then 0. Of more than ten none has a key: "1" could mean the grade 1 or the first.
 */
export function gradeKeys(values: readonly number[]): string[] {
  if (values.every(isDigit)) return values.map(String);
  if (values.length > MAX_KEYS) return values.map(() => '');
  return values.map((_, index) => `${(index + 1) % MAX_KEYS}`);
}

/** "3 Partial", or just "3" where a scale gave its grades no names. */
export const gradeTitle = (value: number, name: string): string =>
  name === `${value}` ? name : `${value} ${name}`;

/** Letters that fit beside each other on the narrowest phone. */
const LETTERS_ACROSS = 29;

/** True if each name fits in two lines of a cell, without a broken word. */
const haveRoom = (names: readonly string[], columns: number): boolean =>
  names.every(
    (name) =>
      name.length <= (2 * LETTERS_ACROSS) / columns &&
      name.split(/[\s-]/).every(({ length }) => length <= LETTERS_ACROSS / columns),
  );

/** The columns of a phone's grades: two rows hold short names, three rows long ones. */
export function phoneGrid(names: readonly string[]): { columns: number; isLong: boolean } {
  const half = Math.ceil(names.length / 2);
  const isLong = !haveRoom(names, half);
  return { columns: isLong ? Math.max(2, Math.ceil(names.length / 3)) : half, isLong };
}

/** How sure an assessor is, from 1 to 5. */
export const CONFIDENCE = ['Guessing', 'Unsure', 'Fairly sure', 'Sure', 'Certain'] as const;

export const confidenceName = (confidence: number): string =>
  CONFIDENCE[confidence - 1] ?? `${confidence} of 5`;
