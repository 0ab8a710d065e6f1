const MINUS = '−';

/** Digits with a true minus; a value that cannot pass 1 drops its leading zero, as papers print it. */
function digits(value: number, decimals: number, keepZero: boolean): string {
  const text = Math.abs(value).toFixed(decimals);
  return keepZero ? text : text.replace(/^0\./, '.');
}

const isZero = (value: number, decimals: number): boolean => Number(value.toFixed(decimals)) === 0;

/** Ranks (lower is better, 1 and up) take two decimals; all else lies near 0 to 1 and takes three. */
const decimalsOf = (isRank: boolean): number => (isRank ? 2 : 3);

export function formatScore(value: number | null, isRank = false): string {
  if (value === null) return '–';
  const sign = value < 0 && !isZero(value, decimalsOf(isRank)) ? MINUS : '';
  return sign + digits(value, decimalsOf(isRank), isRank);
}

export function formatDifference(value: number | null, isRank = false): string {
  if (value === null) return '–';
  const decimals = decimalsOf(isRank);
  const sign = isZero(value, decimals) ? '±' : value < 0 ? MINUS : '+';
  return sign + digits(value, decimals, isRank);
}

export function formatP(p: number | null): string {
  if (p === null) return 'p not defined';
  if (p < 0.0001) return 'p < .0001';
  // Near a threshold three digits could contradict the stars.
  if (p < 0.001 || (p < 0.05 && p >= 0.0495)) return `p = ${digits(p, 4, false)}`;
  if (p >= 0.9995) return 'p > .999';
  return `p = ${digits(p, 3, false)}`;
}

/** A p under its name: ".030", "< .001". */
export const bareP = (p: number | null): string => formatP(p).replace(/^p (= )?/, '');

export function formatInterval(interval: readonly number[] | null, isRank = false): string {
  const [low, high] = interval ?? [];
  if (low === undefined || high === undefined) return '';
  return `[${formatDifference(low, isRank)}, ${formatDifference(high, isRank)}]`;
}

/** An interval of a score, which has no sign. */
export function formatRange(interval: readonly number[] | null, isRank = false): string {
  const [low, high] = interval ?? [];
  if (low === undefined || high === undefined) return '–';
  return `[${formatScore(low, isRank)}, ${formatScore(high, isRank)}]`;
}

/** A share as whole percent; what is neither none nor all never rounds to 0% or 100%. */
export function formatShare(share: number | null): string {
  if (share === null) return '–';
  const percent = Math.round(share * 100);
  if (percent === 0 && share > 0) return '<1%';
  if (percent === 100 && share < 1) return '>99%';
  return `${percent}%`;
}

/** A change as signed percent with one decimal: what is not 0 may show as ±0.0%. */
export function formatChange(share: number | null): string {
  if (share === null) return '–';
  const percent = 100 * share;
  const sign = isZero(percent, 1) ? '±' : percent < 0 ? MINUS : '+';
  return `${sign}${Math.abs(percent).toFixed(1)}%`;
}

export const formatCount = (n: number): string => n.toLocaleString('en');

const ENDINGS = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
]);
const placeRules = new Intl.PluralRules('en', { type: 'ordinal' });

/** "1st", "22nd". */
export const formatPlace = (n: number): string =>
  `${formatCount(n)}${ENDINGS.get(placeRules.select(n)) ?? 'th'}`;

/** "1 pair", "20 pairs". */
export const counted = (n: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(n)} ${n === 1 ? singular : plural}`;
