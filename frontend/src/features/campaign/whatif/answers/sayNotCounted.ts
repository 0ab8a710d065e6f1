import type { Asked } from '@/features/campaign/whatif/state/questions';
import { asApiError, sentence } from '@/shared/requests/errors';

const isRefused = (error: unknown): boolean => asApiError(error).code === 'no_effects';

const MOVES =
  'while unjudged passages are left out: a label would also move the passages below it.';

/** Why labels that would turn the order are not looked for; empty where they are. */
export function sayNotCounted(error: unknown, { measure, unjudged }: Asked): string {
  if (!isRefused(error)) return '';
  return unjudged === 'left_out'
    ? `Labels that would turn it are not looked for ${MOVES}`
    : `Labels that would turn it are not looked for in ${measure}.`;
}

/** Why what single labels do is not worked out. */
export const sayNoEffects =
  ({ unjudged }: Asked) =>
  (error: unknown): string =>
    isRefused(error) && unjudged === 'left_out' ? `Not worked out ${MOVES}` : sentence(error);
