import type { CampaignState } from '@/api/types';
import { usePairChoices, usePairPages } from '@/features/campaign/api/pairs';
import { settlingPage, whyNothingIsDecided } from '@/features/campaign/kit/deciding';
import { Link } from '@/shared/routing/Link';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { AddPairs } from '@/features/campaign/pairs/list/AddPairs';
import { OnlyChips } from '@/features/campaign/pairs/search/OnlyChips';
import { PairFilters } from '@/features/campaign/pairs/search/PairFilters';
import { PairList } from '@/features/campaign/pairs/list/PairList';
import { isNarrowed } from '@/features/campaign/pairs/search/search';
import { formatFound } from '@/features/campaign/pairs/answers/texts';
import { useSearch } from '@/features/campaign/pairs/search/useSearch';
import { PageTrouble } from '@/shared/ui/requests/PageTrouble';
import { Waiting } from '@/shared/ui/requests/Waiting';
import type { Search } from '@/features/campaign/pairs/search/search';
import { Button } from '@/shared/ui/forms/Button';
import { Nothing } from '@/shared/ui/requests/Nothing';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/pairs/list/pairs.module.css';

/** Why the list is empty, and what to do. */
function adviceOn(search: Search): readonly [title: string, advice: string] {
  if (isNarrowed(search))
    return ['No pair matches', 'Take a filter away, or show all pairs of the campaign.'];
  return [
    'No pair is in this order yet',
    'It lists judged pairs alone. The order “As pooled” shows all pairs, judged or not.',
  ];
}

function NoPairs({ search, onShowAll }: Readonly<{ search: Search; onShowAll: () => void }>) {
  const [title, advice] = adviceOn(search);
  return (
    <Nothing title={title}>
      <p>{advice}</p>
      <p>
        <Button look="primary" onClick={onShowAll}>
          Show all pairs
        </Button>
      </p>
    </Nothing>
  );
}

function SettleLink({ campaignId, state }: Readonly<{ campaignId: number; state: CampaignState }>) {
  if (whyNothingIsDecided(state) !== '') return null;
  return <Link to={settlingPage(campaignId)}>Settle pairs one by one</Link>;
}

/** The campaign’s pairs with every answer to them: sorted, filtered, a page at a time. */
export default function PairsPage() {
  const { id, state } = useCampaign();
  const [search, change, showAll] = useSearch();
  const choices = usePairChoices(id);
  const pages = usePairPages(id, search);
  if (choices.data === undefined || pages.data === undefined) {
    const error = choices.error ?? pages.error;
    if (error === null) return <Waiting label="Listing the pairs" />;
    const retry = (): void => void Promise.all([choices.refetch(), pages.refetch()]);
    return <PageTrouble title="The pairs cannot be shown now" error={error} onRetry={retry} />;
  }
  const isEmpty = pages.data.pages.every((page) => page.pairs.length === 0);
  return (
    <section aria-labelledby="pairs">
      <h2 id="pairs">Pairs</h2>
      <p className={text.soft}>
        Every pair with every answer to it. The filters together narrow the list.{' '}
        <SettleLink campaignId={id} state={state} />
      </p>
      <AddPairs campaignId={id} state={state} />
      <OnlyChips counts={choices.data.only} search={search} onChange={change} />
      <PairFilters choices={choices.data} search={search} onChange={change} />
      <div className={styles.found}>
        <p role="status">{formatFound(pages.data.pages[0]?.n ?? 0)}</p>
        {isNarrowed(search) && !isEmpty && (
          <Button look="flush" onClick={showAll}>
            Show all pairs
          </Button>
        )}
      </div>
      {isEmpty ? (
        <NoPairs search={search} onShowAll={showAll} />
      ) : (
        <PairList campaignId={id} choices={choices.data} search={search} pages={pages} />
      )}
    </section>
  );
}
