import { useState } from 'react';
import type { CrowdFit, CrowdModel } from '@/api/types';
import { useRead } from '@/api/read';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { describeFit } from '@/features/campaign/assessors/describeFit';
import { LikelihoodFigure } from '@/features/campaign/assessors/LikelihoodFigure';
import { definitionOf } from '@/shared/definitions/definitions';
import { formatShare } from '@/shared/format/numbers';
import { Defined } from '@/shared/ui/Defined';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import { TableView } from '@/shared/ui/figure/TableView';
import { Waiting } from '@/shared/ui/requests/Waiting';
import text from '@/shared/styles/text.module.css';

const MODELS = [
  { value: 'dawid-skene', label: 'Dawid-Skene' },
  { value: 'mace', label: 'MACE' },
] as const;

type Props = Readonly<{ campaignId: number; assessor: string }>;

/** What a model of the crowd says of somebody, and whether it can be relied on itself. */
export function CrowdSection({ campaignId, assessor }: Props) {
  const [model, setModel] = useState<CrowdModel>('dawid-skene');
  const { data, error } = useRead('/api/campaigns/{campaign_id}/agreement/crowd', {
    campaign_id: campaignId,
    model,
    assessor,
  });
  return (
    <section aria-labelledby="crowd">
      <h3 id="crowd">Models of the crowd</h3>
      <Segmented label="Model" options={MODELS} value={model} onChange={setModel} />
      <p className={text.soft}>
        <Defined at={definitionOf('crowd', model)}>What this model estimates</Defined>
      </p>
      <ErrorMessage error={error} />
      {data === undefined && error === null && <Waiting label="Fitting the model" />}
      {data?.fit != null && <Fitted fit={data.fit} assessor={assessor} />}
    </section>
  );
}

function Fitted({ fit, assessor }: Readonly<{ fit: CrowdFit; assessor: string }>) {
  const [ofThem, how] = describeFit(fit, assessor);
  return (
    <>
      <p>{ofThem}</p>
      <p className={text.soft}>{how}</p>
      <LikelihoodFigure values={fit.log_likelihood} fileName={`log-likelihood-${fit.model}`} />
      {fit.confusion !== null && <Confusion scale={fit.scale} rows={fit.confusion} />}
    </>
  );
}

type ConfusionProps = Readonly<{
  scale: readonly number[];
  rows: readonly (readonly number[])[];
}>;

function Confusion({ scale, rows }: ConfusionProps) {
  const columns = scale.map((grade, column) =>
    numbers<number>(`they give ${grade}`, (place) => rows[place]?.[column] ?? null, formatShare),
  );
  return (
    <TableView
      table={{
        name: 'Grades they give where the model has a true one',
        columns: [
          words<number>('true grade, as the model has it', (place) => `${scale[place] ?? ''}`),
          ...columns,
        ],
        rows: [...rows.keys()],
      }}
    />
  );
}
