import type { ReactNode } from 'react';
import type { OwnPart } from '@/api/types';
import { formatOwnPart } from '@/features/campaign/list/ownPart';
import { Link } from '@/shared/routing/Link';
import { cx } from '@/shared/styles/cx';
import { Bar } from '@/shared/ui/Bar';
import buttons from '@/shared/styles/buttons.module.css';
import cards from '@/features/campaign/list/cards.module.css';
import text from '@/shared/styles/text.module.css';

type SectionProps<Row> = Readonly<{
  title: string;
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
}>;

/** A heading and a card for each row; nothing without rows. */
export function CardSection<Row extends Readonly<{ id: number }>>(props: SectionProps<Row>) {
  const { title, rows, children } = props;
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul role="list" className={cards.cards}>
        {rows.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
    </section>
  );
}

/** How much of their share an assessor has judged. */
export function OwnBar({ own }: Readonly<{ own: OwnPart }>) {
  const judged = formatOwnPart(own);
  return (
    <>
      {own.share !== null && <Bar value={own.n_judged} max={own.share} label={judged} />}
      <p className={text.softNumber}>{judged}</p>
    </>
  );
}

type LinksProps = Readonly<{
  of: Readonly<{ id: number; name: string }>;
  /** How many they have judged. */
  n: number;
  isAtWork: boolean;
  /** A further class of the way to judge. */
  look?: string | false | undefined;
}>;

/** An assessor's ways into a campaign. */
export function OwnLinks({ of: { id, name }, n, isAtWork, look }: LinksProps) {
  return (
    <p className={buttons.actions}>
      {isAtWork && (
        <Link
          to={`/judge/${id}`}
          className={cx(buttons.primary, look)}
          aria-label={`Judge: ${name}`}
        >
          Judge
        </Link>
      )}
      {!isAtWork && n > 0 && (
        <Link to={`/judge/${id}#history`} aria-label={`Your judgments: ${name}`}>
          Your judgments
        </Link>
      )}
      <Link to={`/judge/${id}/record`} aria-label={`Your data: ${name}`}>
        Your data
      </Link>
    </p>
  );
}
