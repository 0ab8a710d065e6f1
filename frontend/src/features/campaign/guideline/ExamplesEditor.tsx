import type { CampaignOverview, GuidelineExample } from '@/api/types';
import { PassagePicker } from '@/features/campaign/guideline/PassagePicker';
import { gapsOf } from '@/features/campaign/guideline/exampleGaps';
import { gradeTitle } from '@/shared/judging/grades';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import styles from '@/features/campaign/guideline/examples.module.css';
import text from '@/shared/styles/text.module.css';

type ExampleFieldsProps = Readonly<{
  number: number;
  example: GuidelineExample;
  scale: CampaignOverview['scale'];
  isLast: boolean;
  onChange: (part: Partial<GuidelineExample>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}>;

function ExampleFields({ number, example, scale, isLast, ...on }: ExampleFieldsProps) {
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

const MOST = 50;
const EMPTY: GuidelineExample = { query: '', passage: '', grade: null, explanation: '' };

type Props = Readonly<{
  campaignId: number;
  examples: readonly GuidelineExample[];
  scale: CampaignOverview['scale'];
  onChange: (examples: GuidelineExample[]) => void;
}>;

/** Passages as they would be graded, and why: most of what assessors ask is answered by these. */
export function ExamplesEditor({ campaignId, examples, scale, onChange }: Props) {
  const change = (at: number, part: Partial<GuidelineExample>): void =>
    onChange(examples.map((one, i) => (i === at ? { ...one, ...part } : one)));
  const move = (at: number, by: number): void => {
    const moved = [...examples];
    const [one] = moved.splice(at, 1);
    if (one !== undefined) moved.splice(at + by, 0, one);
    onChange(moved);
  };
  return (
    <section aria-labelledby="examples">
      <h3 id="examples">Examples</h3>
      <p className={text.soft}>
        A query, a passage, the grade it gets and why. Two or three that are hard to tell apart help
        most. Assessors have them beside the guideline.
      </p>
      <ol className={styles.examples}>
        {examples.map((example, at) => (
          // Examples have no id, and keep their order while they are edited.
          <li key={at}>
            <ExampleFields
              number={at + 1}
              example={example}
              scale={scale}
              isLast={at === examples.length - 1}
              onChange={(part) => change(at, part)}
              onMove={(by) => move(at, by)}
              onRemove={() => onChange(examples.filter((_, i) => i !== at))}
            />
          </li>
        ))}
      </ol>
      {examples.length < MOST && (
        <Button look="second" onClick={() => onChange([...examples, EMPTY])}>
          Add an example
        </Button>
      )}
      {examples.length < MOST && (
        <PassagePicker
          campaignId={campaignId}
          onTake={({ query, passage }) => onChange([...examples, { ...EMPTY, query, passage }])}
        />
      )}
    </section>
  );
}
