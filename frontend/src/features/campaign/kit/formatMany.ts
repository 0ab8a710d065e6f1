import { formatCount } from '@/shared/format/numbers';

/** Beyond it the server does not count pairs. */
export const MOST_COUNTED = 10_000;

/** A number of pairs as it fits into a button: "123", "10,000+". */
export const formatMany = (n: number): string =>
  n > MOST_COUNTED ? `${formatCount(MOST_COUNTED)}+` : formatCount(n);
