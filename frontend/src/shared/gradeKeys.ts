const MAX_KEYS = 10;

const isDigit = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 9;

/**
 * The key of each grade: the digit of its value; where a value is none, all keys go by rank, from 1 to 9
 * and then 0. Beyond ten there is no key.
 */
export function gradeKeys(values: readonly number[]): string[] {
  if (values.every(isDigit)) return values.map(String);
  return values.map((_, index) => (index < MAX_KEYS ? `${(index + 1) % MAX_KEYS}` : ''));
}
