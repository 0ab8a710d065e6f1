import type { StudyFailures } from '@/api/types';
import { Scroller } from '@/shared/ui/Scroller';
import { cx } from '@/shared/cx';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/library/studies/failures/failures.module.css';

const COUNTS = ['introduced', 'shared', 'alone', 'repaired'] as const;
const HEADS = {
  introduced: 'introduced',
  shared: 'shared by all',
  alone: 'of one alone',
  repaired: 'repaired',
};

type Props = Readonly<{
  failures: StudyFailures;
  chosen: string;
  onChoose: (title: string) => void;
}>;

/** How many topics of each line fail how; a line is chosen by its name. */
export function Overview({ failures: { lines, rankers }, chosen, onChoose }: Props) {
  return (
    <Scroller label="Failures by line">
      <table className={cx(table.cards, styles.overview)}>
        <thead>
          <tr>
            <th scope="col" className={table.words}>
              texts
            </th>
            {COUNTS.map((name) => (
              <th key={name} scope="col">
                {HEADS[name]}
              </th>
            ))}
            {rankers.map((name) => (
              <th key={name} scope="col">
                {name} fails
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.title}>
              <th scope="row" className={table.words}>
                <button
                  type="button"
                  className={styles.line}
                  aria-pressed={line.title === chosen}
                  onClick={() => onChoose(line.title)}
                >
                  {line.title}
                </button>
              </th>
              {COUNTS.map((name) => (
                <td key={name} data-label={HEADS[name]}>
                  {line[name]}
                </td>
              ))}
              {rankers.map((name, place) => (
                <td key={name} data-label={`${name} fails`}>
                  {line.by_ranker[place] ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
