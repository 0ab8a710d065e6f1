import { ImportSection } from '@/features/campaign/importing/ImportSection';
import { OptionsForm } from '@/features/campaign/settings/OptionsForm';
import { PolicySection } from '@/features/campaign/settings/PolicySection';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import type { CampaignOverview } from '@/api/types';
import { pairsOf, sayPairSum } from '@/features/campaign/kit/pairSum';
import { gradeTitle } from '@/shared/judging/grades';
import { formatDay } from '@/shared/format/time';
import columns from '@/features/campaign/kit/columns.module.css';
import text from '@/shared/styles/text.module.css';
import list from '@/shared/styles/facts.module.css';

const formatDepth = (depth: number | null): string => (depth === null ? '' : ` to depth ${depth}`);

/** What was settled when the campaign was made, and why it stays. */
function FixedFacts({ campaign }: Readonly<{ campaign: CampaignOverview }>) {
  const { pairs, pool, scale, judgments_per_pair: k } = campaign;
  const source = pool.runs.length === 0 ? 'a list of pairs' : pool.runs.join(', ');
  const facts: readonly (readonly [string, string])[] = [
    ['Pool', `${pool.name}, from ${source}${formatDepth(pool.depth)}`],
    ['Pairs', pairs === null ? 'hidden: you judge here' : sayPairSum(pairsOf(pairs))],
    ['Collection and topics', `${pool.collection}, ${pool.topic_set}`],
    ['Scale', scale.map(({ value, name }) => gradeTitle(value, name)).join(' · ')],
    ['Judgments per pair', String(k)],
    ['Seed of the order', campaign.seed],
    ['Created', formatDay(campaign.created_at)],
  ];
  return (
    <section aria-labelledby="fixed">
      <h2 id="fixed">Fixed since the campaign was created</h2>
      <p className={text.soft}>
        Judgments of one campaign must be comparable: the same pairs, on the same scale, by the same
        number of people. To change any of it, create a new campaign with the same pool.
      </p>
      <dl className={list.facts}>
        {facts.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export default function SettingsPage() {
  const campaign = useCampaign();
  return (
    <div className={columns.columns}>
      <div>
        <OptionsForm key={JSON.stringify(campaign.options)} campaign={campaign} />
        <FixedFacts campaign={campaign} />
      </div>
      <div>
        <PolicySection campaign={campaign} />
        <ImportSection campaign={campaign} />
      </div>
    </div>
  );
}
