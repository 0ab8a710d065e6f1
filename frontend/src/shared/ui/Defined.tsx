import type { ReactNode } from 'react';
import { measureDefinition } from '@/shared/definitions/definitions';
import { Link } from '@/shared/routing/Link';
import styles from '@/shared/ui/Defined.module.css';

type Props = Readonly<{
  /** The page of help and the anchor; without one the term stands alone. */
  at: string | undefined;
  children: ReactNode;
}>;

/** A term, one click from its definition. */
export function Defined({ at, children }: Props) {
  if (at === undefined) return children;
  return (
    <Link to={`/help/${at}`} className={styles.term} title="Definition">
      {children}
    </Link>
  );
}

/** A measure by its name, as every table has it. */
export const Measure = ({ name }: Readonly<{ name: string }>) => (
  <Defined at={measureDefinition(name)}>{name}</Defined>
);

/** Measures that are chosen, each with its definition. */
export function MeasureLinks({ names }: Readonly<{ names: readonly string[] }>) {
  if (names.length === 0) return null;
  return (
    <>
      Definitions:{' '}
      {names.map((name, at) => (
        <span key={name}>
          {at > 0 && ', '}
          <Measure name={name} />
        </span>
      ))}
    </>
  );
}
