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

/** How sure an assessor is, from 1 to 5. */
export const CONFIDENCE = ['Guessing', 'Unsure', 'Fairly sure', 'Sure', 'Certain'] as const;

export const confidenceName = (confidence: number): string =>
  CONFIDENCE[confidence - 1] ?? `${confidence} of 5`;
