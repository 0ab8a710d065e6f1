import type { ReactNode } from 'react';
import { useNamedStudy } from '@/features/library/api/studies';
import type { Study } from '@/api/types';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{
  id: string;
  title: string;
  about?: (study: Study) => ReactNode;
  /** Whether it is shown before any run is complete, too. */
  isEarly?: boolean;
  children: (study: Study) => ReactNode;
}>;

export const NO_RUN = <p>No run is complete yet.</p>;

/** A page of the study of the address: what it is about, and what there is once a run is complete. */
export function StudyTab({ id, title, about, isEarly = false, children }: Props) {
  const { data: study } = useNamedStudy();
  if (study === undefined) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {about && <p className={text.soft}>{about(study)}</p>}
      {study.n_done === 0 && !isEarly ? NO_RUN : children(study)}
    </section>
  );
}
