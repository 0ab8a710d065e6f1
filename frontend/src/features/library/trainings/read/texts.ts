import type { Training } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';

/** What a setting of a recipe can be. */
export type Value = number | string | boolean | readonly number[] | null;

type Best = NonNullable<Training['best']>;

const rounded = (value: number): string => value.toFixed(4).replace(/^0/, '');

/** A validation's measures in one line. */
export const sayMeasures = (measures: Readonly<Record<string, number>>): string =>
  Object.entries(measures)
    .map(([name, value]) => `${name} ${rounded(value)}`)
    .join(', ');

/** The best model so far. */
export const sayBest = ({ step, measures }: Best): string =>
  `${sayMeasures(measures)} at step ${formatCount(step)}`;

/** Which topics models are trained on and compared by. */
export function sayTopics({
  n_trained_on: n,
  n_held_out: nHeldOut,
  n_overlapping: nOverlapping,
  file,
}: Pick<Training, 'n_trained_on' | 'n_held_out' | 'n_overlapping' | 'file'>): string {
  if (file !== '') return sayFileTopics(nHeldOut, nOverlapping);
  if (nHeldOut === 0) return `${counted(n, 'topic')}, and none held out: the last model is taken`;
  return `${counted(n, 'topic')}; models are compared on ${counted(nHeldOut, 'other')}`;
}

function sayFileTopics(nHeldOut: number, nOverlapping: number): string {
  if (nHeldOut === 0) return 'the file’s queries; no topic is held out: the last model is taken';
  const compared = `the file’s queries; models are compared on ${counted(nHeldOut, 'topic')}`;
  return nOverlapping === 0 ? compared : `${compared}, ${nOverlapping} of them trained on`;
}

const shown = (value: Value): string =>
  value === null
    ? 'the model’s own'
    : typeof value === 'object'
      ? value.join(', ')
      : value.toString();

/** All settings by name, as words. */
export const settingsOf = ({ recipe }: Pick<Training, 'recipe'>): [string, string][] =>
  Object.entries(recipe)
    .filter(([name]) => name !== 'ranker')
    .map(([name, value]) => [name.replaceAll('_', ' '), shown(value as Value)]);
