import { useState } from 'react';
import { oldAndNewPath } from '@/shared/routing/paths';
import type { PoolQuestion } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { SelectField } from '@/shared/ui/fields/SelectField';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ labels: string; question: PoolQuestion }>;

/** Leads to the runs under old labels beside these; a menu where several old sets fit. */
export function OldAndNew({ labels, question }: Props) {
  const [first, ...others] = question.old_labels;
  const [old, setOld] = useState(first);
  const path = oldAndNewPath(labels, question, old);
  return (
    <>
      <Link to={path} aria-label={`What these labels do to its runs: ${labels}`}>
        What these labels do to its runs
      </Link>{' '}
      {others.length > 0 && old !== undefined && (
        <SelectField
          label="compared with"
          options={question.old_labels.map((name) => ({ value: name, label: name }))}
          value={old}
          onChange={setOld}
        />
      )}{' '}
      <span className={text.soft}>
        {first === undefined
          ? 'Under these labels alone: the topics have no others.'
          : others.length === 0 && `Compared with ${first}.`}
      </span>
    </>
  );
}
