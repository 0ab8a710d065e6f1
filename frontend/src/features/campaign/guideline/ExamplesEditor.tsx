import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useRead } from '@/api/read';
import type { CampaignOverview, GuidelineExample, PoolPassage } from '@/api/types';
import { gapsOf } from '@/features/campaign/guideline/exampleGaps';
import { beginningOf } from '@/features/campaign/kit/beginningOf';
import { gradeTitle } from '@/shared/judging/grades';
import { cx } from '@/shared/styles/cx';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import styles from '@/features/campaign/guideline/examples.module.css';
import entries from '@/features/campaign/kit/entries.module.css';
import forms from '@/features/campaign/kit/forms.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

const MOST_PASSAGES = 20;
const SHOWN_CHARACTERS = 300;

type Sought = Readonly<{ query: string; words: string }>;
type ListProps = Readonly<{ passages: readonly PoolPassage[]; onTake: (one: PoolPassage) => void }>;

function PassageList({ passages, onTake }: ListProps) {
  if (passages.length === 0) return <p role="status">Nothing in the pool matches.</p>;
  return (
    <>
      <ul role="list" className={entries.entries}>
        {passages.map((one) => (
          <li key={`${one.query_id} ${one.doc_id}`}>
            <span>
              <b>{one.query}</b>
              <small className={text.soft}>{beginningOf(one.passage, SHOWN_CHARACTERS)}</small>
            </span>
            <Button
              aria-label={`Use as example: ${one.doc_id} for ${one.query}`}
              onClick={() => onTake(one)}
            >
              Use as example
            </Button>
          </li>
        ))}
      </ul>
      {passages.length === MOST_PASSAGES && (
        <p className={text.soft}>The first {MOST_PASSAGES}; narrow the search.</p>
      )}
    </>
  );
}

type PassagePickerProps = Readonly<{ campaignId: number; onTake: (one: PoolPassage) => void }>;

/** Finds a passage of the pool to make an example of. */
function PassagePicker({ campaignId, onTake }: PassagePickerProps) {
  const [sought, setSought] = useState<Sought>({ query: '', words: '' });
  const { data, error } = useRead(
    '/api/campaigns/{campaign_id}/passages',
    { campaign_id: campaignId, ...sought },
    { enabled: sought.query !== '' },
  );

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    setSought({ query: read('query'), words: read('words') });
  }

  return (
    <details className={parts.fold}>
      <summary>Choose one from the pool</summary>
      <form className={cx(forms.row, styles.picker)} onSubmit={submit}>
        <TextField label="Words in the query" name="query" required minLength={2} />
        <TextField label="Words in the passage" name="words" />
        <Button type="submit" look="second">
          Find
        </Button>
      </form>
      <p className={text.soft}>
        Assessors see your grade before they judge the passage themselves, so choose only a few from
        this campaign.
      </p>
      <ErrorMessage error={error} />
      {data !== undefined && <PassageList passages={data} onTake={onTake} />}
    </details>
  );
}

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
      {gap !== '' && <p className={text.soft}>Needs {gap}.</p>}
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
        A query, a passage, the grade it gets and why. Two or three that are hard to distinguish
        help most. Assessors see them beside the guideline.
      </p>
      <ol role="list" className={styles.examples}>
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
