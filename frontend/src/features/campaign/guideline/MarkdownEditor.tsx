import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { usePreview } from '@/features/campaign/api/guidelines';
import { sentence } from '@/shared/errors';
import { ProsePreview } from '@/shared/ui/Prose';
import { AreaField } from '@/shared/ui/fields/AreaField';

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
    <div className={`markdown ${showsPreview ? 'shows-preview' : ''}`}>
      <div className="switch" role="group" aria-label="What is shown">
        {(['Write', 'Preview'] as const).map((side) => (
          <button
            key={side}
            type="button"
            className="second"
            aria-pressed={showsPreview === (side === 'Preview')}
            onClick={() => setShowsPreview(side === 'Preview')}
          >
            {side}
          </button>
        ))}
      </div>
      <div className="writing">
        <AreaField
          label={label}
          hint={HINT}
          value={value}
          maxLength={200_000}
          spellCheck
          placeholder={'## How to judge\n\nSay what makes a passage relevant…'}
          onChange={onChange}
        />
      </div>
      <div className="preview">
        <p className="caption">As assessors see it</p>
        <ProsePreview label={`The ${what} as assessors see it`} html={html}>
          {error !== null && <p role="alert">{sentence(error)}</p>}
          {html === '' && <p className="soft">Nothing yet.</p>}
        </ProsePreview>
      </div>
    </div>
  );
}
