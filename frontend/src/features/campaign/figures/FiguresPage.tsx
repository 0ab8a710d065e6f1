import { useState } from 'react';
import type { CampaignFigures } from '@/api/types';
import { useSteadyRead } from '@/api/read';
import { Unread } from '@/shared/ui/requests/Unread';
import { CampaignFigure } from '@/features/campaign/figures/CampaignFigure';
import { withoutRepeats } from '@/features/campaign/figures/oneOfEach';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { MultiField } from '@/shared/ui/fields/MultiField';
import styles from '@/features/campaign/figures/figures.module.css';
import text from '@/shared/styles/text.module.css';

/** Names as the server takes them: an empty one alone is none, silence leaves the choice to it. */
const asked = (labels: readonly string[]): string[] => (labels.length === 0 ? [''] : [...labels]);

type Props = Readonly<{ found: CampaignFigures; onLabels: (names: string[]) => void }>;

function Figures({ found, onLabels }: Props) {
  return (
    <>
      {found.choices.length > 0 && (
        <MultiField
          label="Under these label sets"
          options={found.choices}
          value={found.labels}
          onChange={onLabels}
        />
      )}
      <div className={styles.figures}>
        {withoutRepeats(found.figures).map((figure) => (
          <CampaignFigure key={figure.name} figure={figure} />
        ))}
      </div>
    </>
  );
}

/** Who judged how much, which queries and passages there are, and what was found relevant. */
export default function FiguresPage() {
  const { id } = useCampaign();
  const [labels, setLabels] = useState<readonly string[] | null>(null);
  const query = useSteadyRead('/api/campaigns/{campaign_id}/figures', {
    campaign_id: id,
    labels: labels === null ? undefined : asked(labels),
  });
  const { data } = query;
  if (data === undefined)
    return (
      <Unread of={query} waiting="Counting the figures" trouble="The figures cannot be shown now" />
    );
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">Figures</h2>
      <p className={text.soft}>
        Votes of people and of simulated assessors. Models, gold and qualification pairs, and
        repeats are left out.
      </p>
      <Figures found={data} onLabels={setLabels} />
    </section>
  );
}
