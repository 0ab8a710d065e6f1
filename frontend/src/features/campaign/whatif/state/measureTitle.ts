import type { Unjudged } from '@/features/campaign/whatif/state/state';

/** A measure’s name; where it leaves unjudged passages out, that in words. */
export function measureTitle(name: string, unjudged: Unjudged = 'not_relevant'): string {
  const plain = name.replace('(judged_only=True)', '').replace(', judged_only=True)', ')');
  return plain === name && unjudged !== 'left_out' ? name : `${plain}, unjudged left out`;
}
