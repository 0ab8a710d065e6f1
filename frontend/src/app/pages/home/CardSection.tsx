import type { ReactNode } from 'react';
import cards from '@/features/campaign/list/cards.module.css';

type Props<Row> = Readonly<{
  title: string;
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
}>;

/** A heading and a card for each row; nothing without rows. */
export function CardSection<Row extends Readonly<{ id: number }>>(props: Props<Row>) {
  const { title, rows, children } = props;
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className={cards.cards}>
        {rows.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
    </section>
  );
}
