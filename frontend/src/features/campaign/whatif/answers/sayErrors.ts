import type { SimulatedErrors } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';

const some = (n: number): string => (n === 0 ? 'none' : formatCount(n));

/** What the assessors’ errors did to the order of two runs in simulations. */
export function sayErrors(errors: SimulatedErrors): string {
  const { n_draws: all, n_turned: turned, n_tied: tied, n_wrong: wrong, n_right: right } = errors;
  const of = `of ${counted(all, 'simulation')} with these assessors’ error rates`;
  if (errors.true_difference === 0)
    return `The runs are equal under the grades taken for true. A test called a difference significant in ${some(wrong)} ${of}.`;
  const ties = tied === 0 ? '' : `, and in ${formatCount(tied)} the runs were equal`;
  return `In ${some(turned)} ${of} the order of the means changed${ties}. A test called the wrong order significant in ${some(wrong)}, the right one in ${some(right)}.`;
}
