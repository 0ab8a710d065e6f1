import type { GradeDraft } from '@/features/campaign/setup/draft/types';

export const MAX_GRADES = 21;
const MAX_VALUE = 32_767;

/** What the server would reject in a scale, shown while it is entered. */
export function scaleTrouble(grades: readonly GradeDraft[]): string | null {
  if (grades.length === 0) return 'Choose a scale.';
  if (grades.length < 2) return 'A scale has at least two grades; add one.';
  if (grades.length > MAX_GRADES) return `A scale has at most ${MAX_GRADES} grades.`;
  const values = grades.map(({ value }) => value);
  const odd = values.find((value) => !Number.isInteger(value) || Math.abs(value) > MAX_VALUE);
  if (odd !== undefined) return 'Each grade has a whole number.';
  const twice = values.find((value, i) => values.indexOf(value) !== i);
  if (twice !== undefined) return `The number ${twice} appears twice; give each grade its own.`;
  const names = grades.map(({ name }) => name.trim());
  if (names.includes('')) return 'Give each grade a name.';
  const again = names.find((name, i) => names.indexOf(name) !== i);
  return again === undefined ? null : `The name ${again} appears twice; give each grade its own.`;
}

export const inOrder = (grades: readonly GradeDraft[]): GradeDraft[] =>
  [...grades].sort((a, b) => a.value - b.value);

/** Each grade with the colour that it will have; `colours` are the server's, for 2 grades and more. */
export function coloured(
  grades: readonly GradeDraft[],
  colours: readonly (readonly string[])[],
): GradeDraft[] {
  const own = colours[grades.length - 2];
  return inOrder(grades).map((grade, index) => ({
    ...grade,
    colour: grade.colour === '' ? (own?.[index] ?? '#888888') : grade.colour,
  }));
}

/** One more grade, above the others. */
export function oneMore(grades: readonly GradeDraft[]): GradeDraft[] {
  const top = Math.max(-1, ...grades.map(({ value }) => value));
  const next = { value: top + 1, name: '', description: '', colour: '', requires_span: false };
  return [...grades, next];
}
