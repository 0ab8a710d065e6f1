import { Fragment, useState } from 'react';
import { useRead } from '@/api/read';
import type { CampaignLabels } from '@/api/types';
import { ArchiveDownload } from '@/features/campaign/archive/ArchiveDownload';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { DeriveSection } from '@/features/campaign/labels/DeriveSection';
import { LabelSetCard } from '@/features/campaign/labels/LabelSetCard';
import { Link } from '@/shared/routing/Link';
import { labelsPath } from '@/shared/routing/paths';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Unread } from '@/shared/ui/requests/Unread';
import labelSets from '@/features/campaign/labels/labelSets.module.css';
import styles from '@/features/campaign/labels/labels.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

const LAYOUTS = [
  { value: 'tsv', label: 'a table with tabs (.tsv)' },
  { value: 'csv', label: 'a table with commas (.csv)' },
  { value: 'csv&bom=true', label: 'the same for Excel, with a byte order mark (.csv)' },
  { value: 'jsonl', label: 'a JSON object a line (.jsonl)' },
  { value: 'parquet', label: 'columns with types (.parquet)' },
];

/** What more there is; the first three can identify somebody. */
const MORE = [
  ['exact_times', 'Exact times, not rounded to the hour'],
  ['notes', 'Notes of assessors'],
  ['extra', 'Extra columns of imported files'],
  ['all_versions', 'Changed and withdrawn answers too'],
  ['zipped', 'Packed as a zip file'],
] as const;

type Option = (typeof MORE)[number][0];

/** The judgments themselves, one a row, by pseudonym. */
function ExportSection({ campaignId }: Readonly<{ campaignId: number }>) {
  const [layout, setLayout] = useState('tsv');
  const [chosen, setChosen] = useState<ReadonlySet<Option>>(new Set());

  function choose(option: Option, isChosen: boolean): void {
    const next = new Set(chosen);
    if (isChosen) next.add(option);
    else next.delete(option);
    setChosen(next);
  }

  const options = [...chosen].map((option) => `&${option}=true`).join('');
  return (
    <details className={parts.fold}>
      <summary>
        <h2>Judgments as a file</h2>
      </summary>
      <p className={text.soft}>
        One judgment a row, assessors under their pseudonyms, times rounded down to the hour.
        Withdrawn answers are left out. Exact times, notes and extra columns can identify people.
      </p>
      <div className={styles.export}>
        <SelectField label="Written as" options={LAYOUTS} value={layout} onChange={setLayout} />
        {MORE.map(([option, text]) => (
          <CheckField
            key={option}
            label={text}
            checked={chosen.has(option)}
            onChange={(isChosen) => choose(option, isChosen)}
          />
        ))}
      </div>
      <p className={buttons.actions}>
        <a
          className={buttons.primary}
          href={`/api/campaigns/${campaignId}/judgments?format=${layout}${options}`}
          download
        >
          Download judgments
        </a>
        <a href={`/api/campaigns/${campaignId}/datasheet`} download>
          Download the datasheet
        </a>
      </p>
    </details>
  );
}

/** The campaign's label sets, the newest first. */
function LabelSetList({ labels }: Readonly<{ labels: CampaignLabels }>) {
  const { label_sets: sets, scale, question } = labels;
  return (
    <section aria-labelledby="label-sets">
      <h2 id="label-sets">Labels of this campaign</h2>
      {sets.length === 0 ? (
        <p className={text.soft}>None yet. A label set that you make below shows here.</p>
      ) : (
        <ul role="list" className={labelSets.sets}>
          {sets.map((one) => (
            <li key={one.id}>
              <LabelSetCard labels={one} scale={scale} question={question} />
            </li>
          ))}
        </ul>
      )}
      {question.old_labels.length > 0 && (
        <p className={text.soft}>
          Earlier labels of these topics:{' '}
          {question.old_labels.map((name, place) => (
            <Fragment key={name}>
              {place > 0 && ', '}
              <Link to={labelsPath(name)}>{name}</Link>
            </Fragment>
          ))}
        </p>
      )}
    </section>
  );
}

/** Labels of a campaign: made of its votes, and taken along as files. */
export default function LabelsPage() {
  const { id, state } = useCampaign();
  const query = useRead('/api/campaigns/{campaign_id}/labels', { campaign_id: id });
  const { data: labels } = query;
  if (labels === undefined)
    return <Unread of={query} waiting="Opening the labels" trouble="Labels cannot be shown now" />;
  return (
    <div className={styles.page}>
      <LabelSetList labels={labels} />
      <DeriveSection
        key={`${labels.n_decisions > 0}`} // the first decision changes what the form begins with
        campaignId={id}
        labels={labels}
      />
      <p>
        <Link to={`/campaigns/${id}/figures`}>Figures of the campaign</Link> ·{' '}
        <Link to={`/campaigns/${id}/watch`}>Watch two runs</Link> ·{' '}
        <Link to={`/campaigns/${id}/what-if`}>What would change an order of runs?</Link>
      </p>
      <ExportSection campaignId={id} />
      <ArchiveDownload id={id} state={state} />
    </div>
  );
}
