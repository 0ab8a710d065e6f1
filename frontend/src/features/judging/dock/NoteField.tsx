import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/judging/dock/NoteField.module.css';
import type { Draft, DraftChange } from '@/features/judging/highlighting/useDraft';

const LONGEST = 10_000;

type Props = Readonly<{ draft: Draft; change: (part: DraftChange) => void }>;

/** A note on the judgment, saved with the grade; no key that is typed into it judges. */
export function NoteField({ draft: { noting, remarks }, change }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (noting === 'writing') field.current?.focus();
  }, [noting]);
  if (noting === null) return null;

  function leave(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    field.current?.blur();
  }

  return (
    <label className={styles.note}>
      <span>
        Note{' '}
        <span className={text.soft}>
          saved with the grade<span className={styles.keys}>; Esc leaves the field</span>
        </span>
      </span>
      <textarea
        ref={field}
        rows={2}
        maxLength={LONGEST}
        value={remarks.note}
        onChange={({ target }) => change({ remarks: { ...remarks, note: target.value } })}
        onKeyDown={leave}
        onBlur={() => change({ noting: remarks.note === '' ? null : 'shown' })}
      />
    </label>
  );
}
