import type { Decisive } from '@/api/types';

type Effects = Pick<Decisive['pairs'][number], 'low' | 'high' | 'largest' | 'expected'>;

const ROUNDING = 1e-12;

/** Effects lie far below one point: four decimals. */
const small = (value: number): string => value.toFixed(4).replace(/^0\./, '.');

/** How far one label could move the lead, and how far it is expected to: up, down, or either way. */
export function sayEffects({ low, high, largest, expected }: Effects): [string, string] {
  const isEither = low < -ROUNDING && high > ROUNDING;
  const sign = isEither ? '±' : high > ROUNDING ? '+' : '−';
  return [`${sign}${small(largest)}`, `${sign}${small(expected)}`];
}
