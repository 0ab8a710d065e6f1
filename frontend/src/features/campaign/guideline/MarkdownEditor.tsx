import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { usePreview } from '@/features/campaign/api/guidelines';
import { ProsePreview } from '@/shared/ui/Prose';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { cx } from '@/shared/styles/cx';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/guideline/MarkdownEditor.module.css';

const HINT = 'Markdown: # heading, **bold**, *italic*, - list, > quotation, [link](https://…)';
const PAUSE_MS = 300;

type Props = Readonly<{
  what: 'guideline' | 'notice';
  label: string;
  value: string;
  onChange: (value: string) => void;
}>;

/** Markdown on one side, what assessors see on the other; one at a time on a phone. */
export function MarkdownEditor({ what, label, value, onChange }: Props) {
  const [showsPreview, setShowsPreview] = useState(false);
  const [shown] = useDebouncedValue(value, PAUSE_MS);
  const { data, error } = usePreview(shown);
  const html = shown.trim() === '' ? '' : (data?.html ?? '');
  return (
    <div className={styles.sides}>
      <div className={styles.switch} role="group" aria-label="View">
        {(['Write', 'Preview'] as const).map((side) => (
          <Button
            key={side}
            look="second"
            aria-pressed={showsPreview === (side === 'Preview')}
            onClick={() => setShowsPreview(side === 'Preview')}
          >
            {side}
          </Button>
        ))}
      </div>
      <div className={showsPreview ? styles.hidden : undefined}>
        <AreaField
          label={label}
          hint={HINT}
          value={value}
          maxLength={50_000}
          spellCheck
          placeholder={'## How to judge\n\nSay what makes a passage relevant…'}
          onChange={onChange}
        />
      </div>
      <div className={cx(styles.preview, !showsPreview && styles.hidden)}>
        <p className={styles.caption}>As assessors see it</p>
        <ProsePreview label={`The ${what} as assessors see it`} html={html}>
          <ErrorMessage error={error} />
          {html === '' && <p className={text.soft}>Nothing yet.</p>}
        </ProsePreview>
      </div>
    </div>
  );
}
