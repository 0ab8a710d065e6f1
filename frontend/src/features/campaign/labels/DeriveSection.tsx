import { keepPreviousData } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { CampaignLabels, DerivedLabels } from '@/api/types';
import { useRead } from '@/api/read';
import { derivationOf, missing, startOf, suggestName } from '@/features/campaign/labels/choice';
import type { Choice } from '@/features/campaign/labels/choice';
import { FilterOptions } from '@/features/campaign/labels/FilterOptions';
import { MadeNote } from '@/features/campaign/labels/MadeNote';
import { PresetCards } from '@/features/campaign/labels/PresetCards';
import { PreviewPanel } from '@/features/campaign/labels/PreviewPanel';
import { OpenTies } from '@/features/campaign/labels/OpenTies';
import { StoreForm } from '@/features/campaign/labels/StoreForm';
import { VoterOptions } from '@/features/campaign/labels/VoterOptions';
import { VoteOptions } from '@/features/campaign/labels/VoteOptions';
import { useSearchParams } from '@/shared/routing/location';
import text from '@/shared/styles/text.module.css';
import layout from '@/features/campaign/labels/labels.module.css';
import styles from '@/features/campaign/labels/derive.module.css';

/** While numbers are typed, nothing is asked for. */
const PAUSE_MS = 300;

type Props = Readonly<{ campaignId: number; labels: CampaignLabels }>;

export function DeriveSection({ campaignId, labels }: Props) {
  const asked = useSearchParams().getAll('without');
  const [choice, setChoice] = useState(() =>
    startOf(
      labels,
      asked.filter((asked) => labels.assessors.some(({ name }) => name === asked)),
    ),
  );
  const [made, setMade] = useState<DerivedLabels | null>(null);
  const [settled] = useDebouncedValue(choice, PAUSE_MS);
  const lacks = missing(choice);
  const preview = useRead(
    '/api/campaigns/{campaign_id}/labels/preview',
    { campaign_id: campaignId, ...derivationOf(settled) },
    { placeholderData: keepPreviousData, enabled: missing(settled) === '' },
  );
  const change = (part: Partial<Choice>): void => setChoice({ ...choice, ...part });
  const taken = [...labels.label_sets.map(({ name }) => name), ...labels.topic_labels];
  return (
    <section aria-labelledby="derive">
      <h2 id="derive">Make labels of the votes</h2>
      <p className={text.soft}>
        A label set says how relevant each pair is. It never changes once it is made; making another
        is free.
      </p>
      <OpenTies campaignId={campaignId} state={labels.state} />
      <PresetCards scale={labels.scale} choice={choice} onChange={change} />
      <div className={layout.sides}>
        <div className={styles.options}>
          <VoteOptions labels={labels} choice={choice} onChange={change} />
          <VoterOptions labels={labels} choice={choice} onChange={change} />
          <FilterOptions labels={labels} choice={choice} onChange={change} />
        </div>
        <div className={styles.outcome}>
          <PreviewPanel
            preview={preview.data}
            error={preview.error}
            lacks={lacks}
            isOld={preview.isPlaceholderData || settled !== choice}
            choice={settled}
            labels={labels}
          />
          <StoreForm
            // Another way suggests another name.
            key={suggestName(labels.name, choice, taken)}
            campaignId={campaignId}
            suggested={suggestName(labels.name, choice, taken)}
            choice={choice}
            onMade={setMade}
            isPossible={lacks === '' && preview.data?.problem === '' && preview.error === null}
          />
          <MadeNote made={made} poolRuns={labels.pool_runs} />
        </div>
      </div>
    </section>
  );
}
