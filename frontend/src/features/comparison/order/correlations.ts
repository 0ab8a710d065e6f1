import type { ComparedOrders } from '@/api/compared';

type Coefficient = ComparedOrders['coefficients'][number];

/** The two orders by what distinguishes them: label sets, else measures. */
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

type Known = Readonly<{ pair: ComparedOrders; tau: Coefficient; value: number }>;

const isUnder = ({ first, second }: ComparedOrders): boolean => first.labels !== second.labels;

/** In how many draws of the topics a pair stands as it does, as far as the ends of the interval say. */
function describeDraws({ value, interval }: Coefficient): string {
  const [low, high] = interval ?? [];
  if (low === undefined || high === undefined || value === null) return '';
  return low === high && low === value
    ? ', and in at least 97 of 100 draws of the topics'
    : ', but in at least 2 of 100 draws of the topics they do not';
}

/** Two runs have only two orders, so that none are more or less alike. */
function describeTwoRuns(least: Known, ofAll: boolean, between: string): string {
  const where = isUnder(least.pair) ? 'under all label sets' : 'by all measures';
  const found = describeDraws(least.tau);
  if (least.value < 0) return `The two runs change their order ${between}${found}.`;
  return `The two runs keep their order ${ofAll ? where : between}${ofAll ? '' : found}.`;
}

/** Which orders are least alike, in one sentence; '' where there is nothing to say. */
export function describeCorrelations(pairs: readonly ComparedOrders[]): string {
  const known = pairs.flatMap((pair): readonly Known[] => {
    const tau = tauOf(pair);
    return tau === undefined || tau.value === null ? [] : [{ pair, tau, value: tau.value }];
  });
  const [least] = known.toSorted((a, b) => a.value - b.value);
  if (least === undefined) return '';
  const between = `${isUnder(least.pair) ? 'under' : 'by'} ${nameOrders(least.pair).join(' and ')}`;
  const found =
    `${formatCorrelation(least.value)} ${formatCorrelations(least.tau.interval)}`.trim();
  const areSeveral = known.length > 1;
  if (least.pair.systems.length === 2)
    return describeTwoRuns(least, areSeveral && known.length === pairs.length, between);
  const which = areSeveral ? 'The two least similar orders are those' : 'The orders';
  return `${which} ${between}: tau-b ${found}.`;
}
