import { useState } from 'react';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/campaign/labels/labels.module.css';

const LAYOUTS = [
  { value: 'tsv', label: 'a table with tabs (.tsv)' },
  { value: 'csv', label: 'a table with commas (.csv)' },
  { value: 'csv-bom', label: 'the same for Excel, with a byte order mark (.csv)' },
  { value: 'jsonl', label: 'a JSON object a line (.jsonl)' },
  { value: 'parquet', label: 'columns with types (.parquet)' },
];

/** What more there is; the first three can identify somebody. */
const MORE = [
  ['exact_times', 'Exact times, not rounded to the hour'],
  ['notes', 'What assessors wrote'],
  ['extra', 'Columns of imported files that are not known here'],
  ['all_versions', 'What was changed or taken back as well'],
  ['zipped', 'Packed as a zip file'],
] as const;

type Option = (typeof MORE)[number][0];

/** The judgments themselves, one a row, by pseudonym. */
export function ExportSection({ campaignId }: Readonly<{ campaignId: number }>) {
  const [layout, setLayout] = useState('tsv');
  const [chosen, setChosen] = useState<ReadonlySet<Option>>(new Set());

  function choose(option: Option, isChosen: boolean): void {
    const next = new Set(chosen);
    if (isChosen) next.add(option);
    else next.delete(option);
    setChosen(next);
  }

  const query = new URLSearchParams([
    ['layout', layout],
    ...[...chosen].map((option): [string, string] => [option, 'true']),
  ]);
  return (
    <section aria-labelledby="export">
      <h2 id="export">Judgments as a file</h2>
      <p className={text.soft}>
        One judgment a row, assessors under their pseudonyms, times rounded down to the hour. What
        was withdrawn stays out. Exact times, notes and extra columns can tell who somebody is.
      </p>
      <div className={styles.export}>
        <SelectField label="Written as" options={LAYOUTS} value={layout} onChange={setLayout} />
        {MORE.map(([option, text]) => (
          <CheckField
            key={option}
            role="switch"
            label={text}
            checked={chosen.has(option)}
            onChange={(isChosen) => choose(option, isChosen)}
          />
        ))}
      </div>
      <p className={buttons.actions}>
        <a
          className={buttons.primary}
          href={`/api/campaigns/${campaignId}/judgments-export?${query.toString()}`}
          download
        >
          Download judgments
        </a>
        <a href={`/api/campaigns/${campaignId}/datasheet`} download>
          Download the datasheet
        </a>
      </p>
    </section>
  );
}
