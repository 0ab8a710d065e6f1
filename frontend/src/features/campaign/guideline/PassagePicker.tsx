import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import type { PoolPassage } from '@/api/types';
import { useRead } from '@/api/read';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { TextField } from '@/shared/ui/fields/TextField';
import { cx } from '@/shared/styles/cx';
import { Button } from '@/shared/ui/forms/Button';
import textStyles from '@/shared/styles/text.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/guideline/examples.module.css';
import entries from '@/features/campaign/kit/entries.module.css';
import forms from '@/features/campaign/kit/forms.module.css';

const MOST = 20;
const SHOWN_CHARACTERS = 300;

const shortened = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;

type Sought = Readonly<{ query: string; words: string }>;
type ListProps = Readonly<{ passages: readonly PoolPassage[]; onTake: (one: PoolPassage) => void }>;

function PassageList({ passages, onTake }: ListProps) {
  if (passages.length === 0) return <p role="status">Nothing in the pool fits.</p>;
  return (
    <>
      <ul className={entries.entries}>
        {passages.map((one) => (
          <li key={`${one.query_id} ${one.doc_id}`}>
            <span>
              <b>{one.query}</b>
              <small className={textStyles.soft}>{shortened(one.passage)}</small>
            </span>
            <Button
              aria-label={`Make an example of ${one.doc_id} for ${one.query}`}
              onClick={() => onTake(one)}
            >
              Take
            </Button>
          </li>
        ))}
      </ul>
      {passages.length === MOST && (
        <p className={textStyles.soft}>The first {MOST}; ask more narrowly.</p>
      )}
    </>
  );
}

type Props = Readonly<{ campaignId: number; onTake: (one: PoolPassage) => void }>;

/** Finds a passage of the pool to make an example of. */
export function PassagePicker({ campaignId, onTake }: Props) {
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
      <summary>Take one from the pool</summary>
      <form className={cx(forms.row, styles.picker)} onSubmit={submit}>
        <TextField label="Its query holds" name="query" required minLength={2} />
        <TextField label="Its passage holds" name="words" />
        <Button type="submit" look="second">
          Find
        </Button>
      </form>
      <p className={textStyles.soft}>
        A passage that is to be judged here is judged by assessors who have your grade before them:
        take few.
      </p>
      <ErrorMessage error={error} />
      {data !== undefined && <PassageList passages={data} onTake={onTake} />}
    </details>
  );
}
