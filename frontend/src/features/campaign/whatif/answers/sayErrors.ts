import type { SimulatedErrors } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';

const some = (n: number): string => (n === 0 ? 'none' : formatCount(n));

/** What the assessors’ errors did to the order of two runs in simulations. */
export function sayErrors(errors: SimulatedErrors): string {
  const { n_draws: all, n_turned: turned, n_tied: tied, n_wrong: wrong, n_right: right } = errors;
  const ties = tied === 0 ? '' : ` and in ${formatCount(tied)} the runs were equal`;
  return `In ${some(turned)} of ${counted(all, 'simulation')} with the errors of these assessors the order of the means turned${ties}. In ${some(wrong)} a test called the wrong order significant, in ${some(right)} the right one.`;
}
