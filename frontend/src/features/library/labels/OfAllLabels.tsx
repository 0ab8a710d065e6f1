import type { ReactNode } from 'react';
import { useLabels } from '@/api/labels';
import type { LabelSet } from '@/api/types';
import { Head } from '@/features/library/frame/Head';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/labels/LabelPage.module.css';

type Props = Readonly<{
  title: string;
  about: string;
  children: (all: readonly LabelSet[]) => ReactNode;
}>;

/** A page on which label sets are chosen. */
export function OfAllLabels({ title, about, children }: Props) {
  const { data, error } = useLabels();
  return (
    <div className={styles.page}>
      <Head title={title}>
        <p className={text.soft}>{about}</p>
      </Head>
      <ErrorMessage error={error} />
      {data !== undefined && children(data)}
    </div>
  );
}
