import type { Choice } from '@/features/campaign/labels/choice';
import { keepsGrades } from '@/features/campaign/whatif/state/state';

type Follows = Readonly<Partial<Record<Choice['tie'], string>>>;

const BINARY: Follows = {
  highest: 'one relevant vote is enough',
  lowest: 'one vote that is not relevant is enough',
  unjudged: 'such pairs have no label',
  fallback: 'other labels decide',
};

const GRADED: Follows = {
  highest: 'the highest grade counts',
  median: 'the middle grade counts',
  lowest: 'the lowest grade counts',
  unjudged: 'such pairs have no label',
};

/** What ties are and what follows; and that there are none, where that is known. */
export function sayTies(choice: Choice, nTies: number | null): string {
  const follows = (keepsGrades(choice) ? GRADED : BINARY)[choice.tie] ?? '';
  const said = choice.aggregate === 'unanimous' ? [`Votes that differ are a tie: ${follows}.`] : [];
  return [...said, ...(nTies === 0 ? ['No pair ties.'] : [])].join(' ');
}
