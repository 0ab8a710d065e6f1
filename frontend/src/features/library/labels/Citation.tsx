import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keep, kept } from '@/shared/browser/kept';
import { TextField } from '@/shared/ui/fields/TextField';
import { CopyButton } from '@/shared/ui/forms/CopyButton';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/library/labels/LabelPage.module.css';

const KEY = 'regrade-authors';

/** The query for the entry with these authors; names are parted by semicolons. */
export function citationQuery(name: string, authors: string): string {
  const named = authors.split(';').map((one) => one.trim());
  const asked = [['name', name], ...named.filter(Boolean).map((one) => ['author', one])];
  return new URLSearchParams(asked).toString();
}

const getText = async (address: string, query: string): Promise<string> =>
  (await fetch(`${address}?${query}`)).text();

/** The label set as BibTeX, with the authors whom somebody names; this browser remembers them. */
export function Citation({ labels }: Readonly<{ labels: string }>) {
  const [authors, setAuthors] = useState(() => kept(KEY) ?? '');
  const [isOpen, setOpen] = useState(false);
  const query = citationQuery(labels, authors);
  const { data: entry = '' } = useQuery({
    queryKey: ['citation', query],
    queryFn: () => getText('/api/labels/citation', query),
    enabled: isOpen,
    placeholderData: (before) => before,
  });
  return (
    <details className={parts.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Cite</summary>
      <TextField
        label="Authors"
        hint="Names with semicolons between them: Ada Lovelace; Grace Hopper. Without one, the entry has no author."
        value={authors}
        onChange={(typed) => {
          setAuthors(typed);
          keep(KEY, typed);
        }}
      />
      <pre className={styles.entry}>{entry}</pre>
      <p className={buttons.actions}>
        <CopyButton text={entry} label="the BibTeX entry" />
        <a href={`/api/labels/citation?${query}`} download>
          Download BibTeX
        </a>
      </p>
    </details>
  );
}
