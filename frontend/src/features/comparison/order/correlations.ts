import type { ComparedOrders } from '@/api/compared';

export type Coefficient = ComparedOrders['coefficients'][number];

/** The two orders by what tells them apart: label sets, else measures. */
export function nameOrders({ first, second }: ComparedOrders): readonly [string, string] {
  return first.labels === second.labels
    ? [first.measure, second.measure]
    : [first.labels, second.labels];
}

/** A correlation in print; what is not defined is a dash. */
export function formatCorrelation(value: number | null): string {
  if (value === null) return '–';
  const digits = Math.abs(value).toFixed(2);
  const sign = value < 0 && Number(digits) !== 0 ? '−' : '';
  return sign + digits.replace(/^0\./, '.');
}

/** In brackets, from low to high; '' without an interval. */
export const formatCorrelations = (interval: readonly number[] | null): string =>
  interval === null ? '' : `[${interval.map(formatCorrelation).join(', ')}]`;

export const tauOf = ({ coefficients }: ComparedOrders): Coefficient | undefined =>
  coefficients.find(({ name }) => name === 'tau-b');

/** Which orders are least alike, in one sentence; '' where there is nothing to say. */
export function describeCorrelations(pairs: readonly ComparedOrders[]): string {
  const known = pairs.flatMap((pair) => {
    const tau = tauOf(pair);
    return tau === undefined || tau.value === null ? [] : [{ pair, tau, value: tau.value }];
  });
  const [least] = known.toSorted((a, b) => a.value - b.value);
  if (least === undefined) return '';
  const [one, other] = nameOrders(least.pair);
  const way = least.pair.first.labels === least.pair.second.labels ? 'by' : 'under';
  const told = `${formatCorrelation(least.value)} ${formatCorrelations(least.tau.interval)}`.trim();
  const which = known.length > 1 ? 'The two orders least alike are those' : 'The orders';
  return `${which} ${way} ${one} and ${other}: tau-b ${told}.`;
}
