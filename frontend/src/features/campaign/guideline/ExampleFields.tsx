import type { CampaignOverview, GuidelineExample } from '@/api/types';
import { gapsOf } from '@/features/campaign/guideline/exampleGaps';
import { gradeTitle } from '@/shared/judging/grades';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/guideline/examples.module.css';

type Props = Readonly<{
  number: number;
  example: GuidelineExample;
  scale: CampaignOverview['scale'];
  isLast: boolean;
  onChange: (part: Partial<GuidelineExample>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}>;

export function ExampleFields({ number, example, scale, isLast, ...on }: Props) {
  const { onChange, onMove, onRemove } = on;
  const gap = gapsOf(example);
  const grades = [
    { value: '', label: 'choose one' },
    ...scale.map(({ value, name }) => ({ value: String(value), label: gradeTitle(value, name) })),
  ];
  return (
    <fieldset className={styles.example}>
      <legend>Example {number}</legend>
      <div>
        <TextField
          label="Query"
          width="full"
          value={example.query}
          maxLength={2000}
          onChange={(query) => onChange({ query })}
        />
        <AreaField
          label="Passage"
          rows={4}
          value={example.passage}
          maxLength={20_000}
          onChange={(passage) => onChange({ passage })}
        />
      </div>
      <div>
        <SelectField
          label="Grade"
          options={grades}
          value={String(example.grade ?? '')}
          onChange={(grade) => onChange({ grade: grade === '' ? null : Number(grade) })}
        />
        <AreaField
          label="Why"
          rows={4}
          value={example.explanation}
          maxLength={5000}
          onChange={(explanation) => onChange({ explanation })}
        />
      </div>
      {gap !== '' && <p className={text.soft}>Still takes {gap}.</p>}
      <p>
        <Button
          disabled={number === 1}
          aria-label={`Move example ${number} up`}
          onClick={() => onMove(-1)}
        >
          Up
        </Button>
        <Button
          disabled={isLast}
          aria-label={`Move example ${number} down`}
          onClick={() => onMove(1)}
        >
          Down
        </Button>
        <Button aria-label={`Remove example ${number}`} onClick={onRemove}>
          Remove
        </Button>
      </p>
    </fieldset>
  );
}
