import type { VariantSample } from '@/api/types';
import { Scroller } from '@/shared/ui/Scroller';
import { Waiting } from '@/shared/ui/Waiting';
import { cx } from '@/shared/cx';
import { ErrorMessage } from '@/shared/ui/ErrorMessage';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/library/variants/variants.module.css';

type Props = Readonly<{
  preview: readonly VariantSample[] | undefined;
  error: unknown;
  isOld: boolean;
}>;

/** The first texts, before and after. */
export function Samples({ preview, error, isOld }: Props) {
  if (error !== null) return <ErrorMessage error={error} />;
  if (preview === undefined) return <Waiting label="Changing ten texts" />;
  return (
    <Scroller label="The first texts, before and after">
      <table className={cx(table.cards, styles.samples, isOld && styles.old)}>
        <thead>
          <tr>
            {['id', 'before', 'after'].map((name) => (
              <th key={name} scope="col" className={table.words}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map(({ id, before, after }) => (
            <tr key={id}>
              <th scope="row" className={table.words}>
                {id}
              </th>
              <td data-label="before" className={table.words} dir="auto">
                {before}
              </td>
              <td data-label="after" className={table.words} dir="auto">
                {after === before ? <span className={text.soft}>the same</span> : after}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
