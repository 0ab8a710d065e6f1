import type { LabelComparison } from '@/api/types';
import { formatCount } from '@/shared/format';
import { cx } from '@/shared/cx';
import { Scroller } from '@/shared/ui/Scroller';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/library/labels/LabelPage.module.css';

const NONE = 'no label';

/** How often each label of the first came with each of the second. */
export function Confusion({ found }: Readonly<{ found: LabelComparison }>) {
  const { first, second, confusion } = found;
  const names = [...first.scale.map(String), NONE];
  const heads = [...second.scale.map(String), NONE];
  return (
    <Scroller label={`Labels of ${first.name} by labels of ${second.name}`}>
      <table className={cx(table.grid, styles.narrow)}>
        <thead>
          <tr>
            <th scope="col" className={table.words}>
              {first.name} \ {second.name}
            </th>
            {heads.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {confusion.map((row, place) => (
            <tr key={names[place]}>
              <th scope="row" className={table.words}>
                {names[place]}
              </th>
              {row.map((n, column) => (
                <td key={heads[column]}>
                  {names[place] === NONE && heads[column] === NONE ? '' : formatCount(n)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
