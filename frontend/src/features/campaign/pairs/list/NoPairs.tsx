import { isNarrowed } from '@/features/campaign/pairs/search/search';
import type { Search } from '@/features/campaign/pairs/search/search';
import { Nothing } from '@/shared/ui/Nothing';
import buttons from '@/shared/styles/buttons.module.css';

/** Why the list is empty, and what to do. */
function adviceOn(search: Search): readonly [title: string, advice: string] {
  if (isNarrowed(search))
    return ['No pair matches', 'Take a filter away, or show all pairs of the campaign.'];
  return [
    'No pair is in this order yet',
    'It lists judged pairs alone. The order “As pooled” shows all pairs, judged or not.',
  ];
}

type Props = Readonly<{ search: Search; onShowAll: () => void }>;

export function NoPairs({ search, onShowAll }: Props) {
  const [title, advice] = adviceOn(search);
  return (
    <Nothing title={title}>
      <p>{advice}</p>
      <p>
        <button type="button" className={buttons.primary} onClick={onShowAll}>
          Show all pairs
        </button>
      </p>
    </Nothing>
  );
}
