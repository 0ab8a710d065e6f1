import { useState } from 'react';
import type { CampaignFigures } from '@/api/types';
import { useFigures } from '@/features/campaign/api/figures';
import { CampaignFigure } from '@/features/campaign/figures/CampaignFigure';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { MultiField } from '@/shared/ui/fields/MultiField';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import styles from '@/features/campaign/figures/figures.module.css';
import text from '@/shared/styles/text.module.css';

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
        {found.figures.map((figure) => (
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
  const { data, error, refetch } = useFigures(id, labels);
  if (data === undefined) {
    if (error === null) return <Waiting label="Counting the figures" />;
    return (
      <PageTrouble
        title="The figures cannot be shown now"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">Figures</h2>
      <p className={text.soft}>Votes of people and of simulated assessors; models are left out.</p>
      <Figures found={data} onLabels={setLabels} />
    </section>
  );
}
